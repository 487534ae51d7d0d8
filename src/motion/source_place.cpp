#include "motion/source_place.hpp"

#include <algorithm>

#include "motion/fields.hpp"

namespace sinew::motion {

namespace {

using YamlNode = YamlDocument::Node;

const YamlNode* child(const Fields& fields, const YamlNode& node, std::string_view step) {
  if (node.kind == YamlDocument::Kind::map) return fields.find(&node, step);
  if (node.kind != YamlDocument::Kind::list) return nullptr;
  std::size_t index = 0;
  for (const char c : step) index = index * 10 + static_cast<std::size_t>(c - '0');
  const YamlNode* item = fields.first(node);
  for (; item != nullptr && index > 0; --index) item = fields.next(*item);
  return item;
}

}  // namespace

Location place_in_source(const Clip& clip, std::string pointer) {
  Location place;
  if (clip.source != nullptr) {
    const Result<YamlDocument> document = YamlDocument::parse(*clip.source, {}, no_limits);
    if (document) {
      const ReadOptions options;
      const Fields fields(*document, options);
      const YamlNode* node = &document->root();
      std::string_view rest = pointer;
      while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const YamlNode* const next = child(fields, *node, rest.substr(0, end));
        if (next == nullptr) break;
        node = next;
        rest.remove_prefix(end);
      }
      place = document->locate(node->begin);
    }
  }
  place.pointer = std::move(pointer);
  return place;
}

}  // namespace sinew::motion
