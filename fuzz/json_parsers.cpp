#include "json_parsers.hpp"

#include <cstring>

#include "formats/json_document.hpp"

namespace sinew::fuzz {

namespace {

/// Everything that a node has but for where its texts lie.
bool same(const JsonNode& a, const JsonNode& b) {
  if (a.type() != b.type() || a.key() != b.key()) return false;
  switch (a.type()) {
    case JsonType::null:
      return true;
    case JsonType::boolean:
      return a.boolean() == b.boolean();
    case JsonType::number: {
      const double x = a.number(), y = b.number();
      return std::memcmp(&x, &y, sizeof x) == 0;  // -0 is not 0
    }
    case JsonType::string:
      return a.text() == b.text();
    case JsonType::array:
    case JsonType::object:
      return a.size() == b.size();
  }
  return false;
}

/// All nodes, and of each container which nodes its children are, in their order.
std::string difference(const JsonDocument& a, const JsonDocument& b) {
  const std::span<const JsonNode> x = a.nodes(), y = b.nodes();
  if (x.size() != y.size()) return std::to_string(x.size()) + " nodes, not " + std::to_string(y.size());
  if (a.repeated() != b.repeated()) return "other repeated members";
  if (a.source() != b.source() || a.mark_size() != b.mark_size()) return "another source";
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!same(x[i], y[i])) return "node " + std::to_string(i) + " is another";
    auto other = y[i].begin();
    for (const JsonNode& child : x[i]) {
      if (other == y[i].end() || &child - &x[0] != &*other - &y[0]) {
        return "node " + std::to_string(i) + " has other children";
      }
      ++other;
    }
    if (other != y[i].end()) return "node " + std::to_string(i) + " has more children";
  }
  return {};
}

}  // namespace

std::string difference_of_json_parsers(std::string_view text) {
  std::string first_error;  // with the default limits
  for (const std::uint32_t max_depth : {LoadLimits{}.max_depth, 3u, 256u, 257u}) {
    LoadLimits limits;
    limits.max_depth = max_depth;
    const Result<JsonDocument> fast = JsonDocument::parse(text, "a.json", limits, JsonParser::fastest);
    const Result<JsonDocument> exact = JsonDocument::parse(text, "a.json", limits, JsonParser::rapidjson);
    if (fast.has_value() != exact.has_value()) {
      return fast ? "only RapidJSON refuses it: " + exact.error().to_string() : "only RapidJSON reads it";
    }
    if (fast) {
      if (std::string found = difference(*fast, *exact); !found.empty()) return found;
      continue;
    }
    const std::string error = exact.error().to_string();
    if (fast.error().to_string() != error || fast.error().code != exact.error().code) {
      return "'" + fast.error().to_string() + "', not '" + error + "'";
    }
    // Below and above where RapidJSON is used in another way the words are the same.
    if (exact.error().code == ErrorCode::limit) continue;
    if (first_error.empty()) first_error = error;
    if (error != first_error) return "'" + error + "', not '" + first_error + "' as with another limit of depth";
  }
  return {};
}

}  // namespace sinew::fuzz
