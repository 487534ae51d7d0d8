#include "formats/json_nodes.hpp"

#include <algorithm>

namespace sinew {

void JsonNodes::start(std::size_t count) {
  size_ = 0;
  if (count <= capacity_) return;
  nodes_.reset(new JsonNode[count]);
  capacity_ = count;
}

void JsonNodes::grow() {
  const std::size_t more = capacity_ + capacity_ / 2 + 16;
  std::unique_ptr<JsonNode[]> larger(new JsonNode[more]);
  std::copy_n(nodes_.get(), size_, larger.get());
  nodes_ = std::move(larger);
  capacity_ = more;
}

bool JsonNodeWriter::has_repeated_members(std::uint32_t object) {
  const JsonNode& node = nodes_[object];
  if (node.size_ < 2) return false;
  if (node.size_ <= 12) {
    for (auto a = node.begin(); a != node.end(); ++a) {
      for (auto b = a; ++b != node.end();) {
        const std::string_view x = a->key(), y = b->key();
        if (x.size() == y.size() && (x.empty() || (x[0] == y[0] && x == y))) return true;
      }
    }
    return false;
  }
  sort_members(object);
  for (std::size_t i = 1; i < members_.size(); ++i) {
    if (key_of(members_[i - 1]) == key_of(members_[i])) return true;
  }
  return false;
}

void JsonNodeWriter::sort_members(std::uint32_t object) {
  members_.clear();
  const JsonNode* const base = &nodes_[0];
  for (const JsonNode& member : base[object]) members_.push_back(static_cast<std::uint32_t>(&member - base));
  std::sort(members_.begin(), members_.end(), [this](std::uint32_t a, std::uint32_t b) {
    const std::string_view x = key_of(a), y = key_of(b);
    if (x.size() != y.size()) return x.size() < y.size();
    const int order = x.compare(y);
    return order != 0 ? order < 0 : a < b;
  });
}

void JsonNodeWriter::resolve_repeated_members(std::uint32_t object) {
  sort_members(object);
  // Pairs of place and member: sorting them by place gives the order in which members are kept.
  kept_.clear();
  for (std::size_t i = 0; i < members_.size();) {
    std::size_t last = i;
    while (last + 1 < members_.size() && key_of(members_[last + 1]) == key_of(members_[i])) ++last;
    kept_.push_back({members_[i], members_[last]});
    if (last != i) document_.repeated_.push_back(members_[last]);
    i = last + 1;
  }
  std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) { return a.place < b.place; });
  const auto distance = [](std::size_t from, std::size_t to) {
    return static_cast<std::int32_t>(static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from));
  };
  nodes_[object].size_ = static_cast<std::uint32_t>(kept_.size());
  nodes_[object].content_.first = distance(object, kept_.front().member);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    nodes_[kept_[i].member].next_ = i + 1 < kept_.size() ? distance(kept_[i].member, kept_[i + 1].member) : 0;
  }
}

}  // namespace sinew
