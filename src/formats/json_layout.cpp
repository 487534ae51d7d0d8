#include "formats/json_layout.hpp"

#include <vector>

namespace sinew {

namespace {

constexpr std::size_t kMostMembersOnALine = 6;

/// Of each container, in the order in which they open, whether it takes one line.
std::vector<bool> find_one_liners(std::string_view text) {
  struct Open {
    std::size_t index = 0, commas = 0;
    bool nested = false;
  };
  std::vector<bool> one_line;
  std::vector<Open> open;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      i = end_of_json_string(text, i);
      continue;
    }
    if (c == '{' || c == '[') {
      if (!open.empty()) open.back().nested = true;
      open.push_back({one_line.size(), 0, false});
      one_line.push_back(true);
    } else if (c == '}' || c == ']') {
      const Open& last = open.back();
      one_line[last.index] = !last.nested && (c == ']' || last.commas < kMostMembersOnALine);
      open.pop_back();
    } else if (c == ',') {
      ++open.back().commas;
    }
    ++i;
  }
  if (!one_line.empty()) one_line[0] = false;  // the root
  return one_line;
}

}  // namespace

std::size_t end_of_json_string(std::string_view text, std::size_t at) {
  ++at;
  while (text[at] != '"') at += text[at] == '\\' ? 2u : 1u;
  return at + 1;
}

std::string without_blanks(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (std::size_t i = 0; i < json.size();) {
    if (json[i] == '"') {
      const std::size_t end = end_of_json_string(json, i);
      text.append(json, i, end - i);
      i = end;
    } else {
      if (std::string_view(" \t\r\n").find(json[i]) == std::string_view::npos) text += json[i];
      ++i;
    }
  }
  return text;
}

std::string lay_out_json(std::string_view compact) {
  const std::vector<bool> one_line = find_one_liners(compact);
  std::string text;
  text.reserve(compact.size() + compact.size() / 2);
  std::vector<bool> open;  // of the containers around: whether they take one line
  std::size_t next = 0;
  const auto break_line = [&] {
    text += '\n';
    if (open.size() > 1) text.append(open.size() - 1, '\t');
  };
  for (std::size_t i = 0; i < compact.size();) {
    const char c = compact[i];
    if (c == '"') {
      const std::size_t end = end_of_json_string(compact, i);
      text.append(compact, i, end - i);
      i = end;
      continue;
    }
    ++i;
    text += c;
    if (c == '{' || c == '[') {
      const bool one = one_line[next++];
      if (compact[i] == '}' || compact[i] == ']') {  // empty
        text += compact[i++];
        continue;
      }
      open.push_back(one);
      one ? void(text += ' ') : break_line();
    } else if (c == '}' || c == ']') {
      const bool one = open.back();
      open.pop_back();
      text.pop_back();
      one ? void(text += ' ') : break_line();
      text += c;
    } else if (c == ',') {
      open.back() ? void(text += ' ') : break_line();
    } else if (c == ':') {
      text += ' ';
    }
  }
  text += '\n';
  return text;
}

}  // namespace sinew
