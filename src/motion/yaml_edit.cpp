#include "motion/yaml_edit.hpp"

#include <algorithm>

namespace sinew::motion {

using Kind = YamlDocument::Kind;

YamlEdit::YamlEdit(const YamlDocument& document) : document_(document), text_(document.text()) {
  const std::size_t first = text_.find('\n');
  line_end_ = first != std::string_view::npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
}

YamlEdit::Entry YamlEdit::find(const Node& map, std::string_view name) const {
  Entry found;
  if (map.kind != Kind::map) return found;
  for (const Node* key = document_.first(map); key != nullptr;) {
    const Node* value = document_.next(*key);
    if (value == nullptr) break;
    if (key->kind == Kind::scalar && document_.scalar(*key) == name) found = {key, value};
    key = document_.next(*value);
  }
  return found;
}

std::size_t YamlEdit::line_start(std::size_t at) const {
  while (at > 0 && text_[at - 1] != '\n') --at;
  if (at == 0 && text_.starts_with("\xEF\xBB\xBF")) return 3;
  return at;
}

std::size_t YamlEdit::next_line(std::size_t at) const {
  if (at > 0 && text_[at - 1] == '\n') return at;  // ends with its line, as block scalars do
  const std::size_t line_end = text_.find('\n', at);
  return line_end == std::string_view::npos ? text_.size() : line_end + 1;
}

bool YamlEdit::only_blanks_before(std::size_t at) const {
  for (std::size_t i = line_start(at); i < at; ++i) {
    if (text_[i] != ' ') return false;
  }
  return true;
}

std::string YamlEdit::with_line_ends(std::string text) const {
  if (line_end_ == "\n") return text;
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

std::string YamlEdit::take(std::size_t begin, std::size_t end) {
  std::string out;
  auto change = changes_.lower_bound(begin);
  while (change != changes_.end() && change->second.end <= end) {
    // Something added where something else goes away begins before the end of that.
    if (change->first > begin) out += text_.substr(begin, change->first - begin);
    out += change->second.text;
    begin = std::max(begin, change->second.end);
    change = changes_.erase(change);
  }
  out += text_.substr(begin, end - begin);
  return out;
}

void YamlEdit::replace(const Node& value, const std::string& text) {
  std::string bytes = text;
  // Nothing at all stands behind the colon or dash, or a block scalar whose last line end belongs to it.
  if (value.end == value.begin) {
    bytes.insert(0, " ");
  } else if (text_[value.end - 1] == '\n') {
    bytes += line_end_;
  }
  changes_.emplace(value.begin, Change{value.end, std::move(bytes)});
}

void YamlEdit::set_field(const Node& map, std::string_view name, const std::string& value,
                         const std::vector<std::string_view>& after) {
  if (const Entry entry = find(map, name); entry.value != nullptr) return replace(*entry.value, value);
  const Node* before = nullptr;
  for (const std::string_view other : after) {
    if (const Entry entry = find(map, other); entry.value != nullptr) before = entry.value;
  }
  if (before == nullptr) {
    const Node* const key = document_.first(map);
    before = key == nullptr ? nullptr : document_.next(*key);
  }
  if (before == nullptr) return;
  const std::string field = std::string(name) + ": " + value;
  if (map.flow) {
    changes_.emplace(before->end, Change{before->end, ", " + field});
    return;
  }
  const std::size_t at = next_line(before->end);
  std::string line = std::string(column(map.begin), ' ') + field + line_end_;
  if (at == text_.size() && (at == 0 || text_[at - 1] != '\n')) {  // the last line has no end
    line.insert(0, line_end_);
    line.resize(line.size() - line_end_.size());
  }
  changes_.emplace(at, Change{at, std::move(line)});
}

void YamlEdit::remove_field(const Node& map, std::string_view name) {
  for (const Node* key = document_.first(map); key != nullptr;) {
    const Node* const value = document_.next(*key);
    if (value == nullptr) break;
    if (key->kind == Kind::scalar && document_.scalar(*key) == name) {
      if (map.flow || !only_blanks_before(key->begin)) {
        replace(*value, "null");
      } else {
        changes_.emplace(line_start(key->begin), Change{next_line(value->end), {}});
      }
    }
    key = document_.next(*value);
  }
}

bool YamlEdit::arrange(const Node& list, const std::vector<ListItem>& items) {
  bool same = items.size() == list.count;
  for (std::size_t i = 0; same && i < items.size(); ++i) same = items[i].old == i;
  if (same) return true;
  if (!list.flow) return arrange_block(list, items);

  std::vector<const Node*> old;
  for (const Node* node = document_.first(list); node != nullptr; node = document_.next(*node)) old.push_back(node);
  std::string out = "[";
  for (const ListItem& item : items) {
    if (out.size() > 1) out += ", ";
    out += item.old == ListItem::none ? item.in_braces() : take(old[item.old]->begin, old[item.old]->end);
  }
  changes_.erase(changes_.lower_bound(list.begin), changes_.lower_bound(list.end));  // in items that are gone
  changes_.emplace(list.begin, Change{list.end, out + ']'});
  return true;
}

bool YamlEdit::arrange_block(const Node& list, const std::vector<ListItem>& items) {
  // Each item takes whole lines: from behind the item before, so that comments above it stay with it, to its last line.
  struct Region {
    std::size_t begin, end;
    bool braces;
  };
  std::vector<Region> regions;
  const std::size_t dash_column = column(list.begin);
  std::size_t begin = line_start(list.begin);
  while (begin > 0 &&
         text_.substr(line_start(begin - 1), begin).substr(0, dash_column + 1) == std::string(dash_column, ' ') + '#') {
    begin = line_start(begin - 1);
  }
  for (const Node* node = document_.first(list); node != nullptr; node = document_.next(*node)) {
    std::size_t dash = node->begin;
    while (dash >= begin &&
           !(dash < text_.size() && text_[dash] == '-' && only_blanks_before(dash) && column(dash) == dash_column)) {
      if (dash == begin) return false;
      --dash;
    }
    const std::size_t end = next_line(node->end);
    // The next item begins in the same line: no list that we know how to take apart.
    if (const Node* const next = document_.next(*node); next != nullptr && next->begin < end) return false;
    regions.push_back({begin, end, node->flow});
    begin = end;
  }

  std::string out;
  for (const ListItem& item : items) {
    if (item.old != ListItem::none) {
      out += take(regions[item.old].begin, regions[item.old].end);
    } else if (regions.front().braces) {
      out += std::string(dash_column, ' ') + "- " + item.in_braces() + line_end_;
    } else {
      out += with_line_ends(item.in_block(dash_column));
    }
    if (out.back() != '\n') out += line_end_;  // it was the last of the file
  }
  const std::size_t first = regions.front().begin, last = regions.back().end;
  if (text_[last - 1] != '\n') out.resize(out.size() - line_end_.size());
  changes_.erase(changes_.lower_bound(first), changes_.lower_bound(last));  // in items that are gone
  changes_.emplace(first, Change{last, std::move(out)});
  return true;
}

}  // namespace sinew::motion
