#include "tools/render_names.hpp"

#include <algorithm>

#include "media/clip.hpp"

namespace sinew::tools {
namespace {

std::string as_file_name(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || std::string_view(" /\\:*?\"<>|%").find(c) != std::string_view::npos) c = '-';
  }
  if (text.empty()) text = "-";
  if (text.front() == '.') text.front() = '-';
  return text;
}

/// `ending` in small letters; the name in any case.
bool ends_with(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size()) return false;
  const std::string_view end = name.substr(name.size() - ending.size());
  return std::equal(end.begin(), end.end(), ending.begin(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

}  // namespace

bool is_still_name(std::string_view output) {
  return ends_with(output, ".png") && !is_numbered_name(output);
}

bool is_scene_name(std::string_view file) {
  return ends_with(file, ".scene.json");
}

std::string output_name(const std::string& output, std::string_view animation, bool several,
                        std::string_view placeholder) {
  const std::string name = as_file_name(animation);
  std::string result = output;
  std::size_t at = result.find(placeholder);
  const bool has_place = at != std::string::npos;
  for (; at != std::string::npos; at = result.find(placeholder, at + name.size())) {
    result.replace(at, placeholder.size(), name);
  }
  if (has_place || !several) return result;

  const std::size_t slash = output.rfind('/');
  const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
  if (is_numbered_name(output)) {
    const std::size_t number = output.find('%', start);
    const bool joined = number > start && std::string_view("-_. ").find(output[number - 1]) == std::string_view::npos;
    return output.substr(0, number) + (joined ? "-" : "") + name + "-" + output.substr(number);
  }
  std::size_t dot = output.rfind('.');
  if (dot == std::string::npos || dot <= start) dot = output.size();
  return output.substr(0, dot) + "-" + name + output.substr(dot);
}

}  // namespace sinew::tools
