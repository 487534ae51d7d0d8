// The array `vertices`: plain or weighted, told apart by its length. Spec: skeleton-json.md 8.8.
#include <cmath>

#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

std::span<const double> read_plain(Reading& reading, const JsonNode& array) {
  const std::span<double> positions = reading.arena.array<double>(array.size());
  std::size_t count = 0;
  for (const JsonNode& node : array) positions[count++] = reading.json.number(node) * reading.scale;
  return positions;
}

Vertices read_weighted(Reading& reading, const JsonNode& array, std::uint32_t count) {
  JsonFields& json = reading.json;
  Arena& arena = reading.arena;
  const auto wrong_length = [&] {
    json.fail(array, ErrorCode::bad_value,
              "The vertices of " + std::to_string(count) + " vertices are " + std::to_string(2 * std::uint64_t{count}) +
                  " numbers, or with weights a bone count and four numbers a bone for each; these " +
                  std::to_string(array.size()) + " numbers are neither.");
    return Vertices{};
  };
  // A weighted vertex takes five numbers or more; so no array below is larger than the text that asks for it.
  if (count == 0 || array.size() < 5 * std::uint64_t{count} || (array.size() - count) % 4 != 0) return wrong_length();
  const std::size_t entries = (array.size() - count) / 4;

  Vertices vertices;
  const std::span<std::uint32_t> first_entry = arena.array<std::uint32_t>(std::size_t{count} + 1);
  const std::span<BoneIndex> bones = arena.array<BoneIndex>(entries);
  const std::span<double> positions = arena.array<double>(2 * entries);
  const std::span<double> weights = arena.array<double>(entries);
  std::size_t entry = 0;
  auto at = array.begin();
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    if (at == array.end()) return wrong_length();
    const JsonNode& bone_count_node = *at;
    const std::int32_t bone_count = json.integer(bone_count_node);
    ++at;
    if (json.failed()) return {};
    if (bone_count < 1) {
      json.fail(bone_count_node, ErrorCode::bad_value,
                "Vertex " + std::to_string(vertex) + " has " + std::to_string(bone_count) +
                    " bones; a weighted vertex has at least one.");
      return {};
    }
    if (static_cast<std::size_t>(bone_count) > entries - entry) return wrong_length();
    double sum = 0;
    for (std::int32_t i = 0; i < bone_count; ++i, ++entry) {
      // There are exactly count + 4 entries numbers, and at most `entries` entries have been taken: four are left.
      const JsonNode& bone = *at;
      const std::int32_t index = json.integer(bone);
      if (json.failed()) return {};
      if (index < 0 || static_cast<std::size_t>(index) >= reading.data.bones.size()) {
        json.fail(bone, ErrorCode::bad_value,
                  "The vertex hangs on bone " + std::to_string(index) + ", but there are " +
                      std::to_string(reading.data.bones.size()) + " bones, numbered from 0.");
        return {};
      }
      bones[entry] = BoneIndex(index);
      positions[2 * entry] = json.number(*++at) * reading.scale;
      positions[2 * entry + 1] = json.number(*++at) * reading.scale;
      sum += weights[entry] = json.number(*++at);
      ++at;
    }
    first_entry[vertex + 1] = static_cast<std::uint32_t>(entry);
    if (!json.failed() && std::abs(sum - 1) > 0.01) {
      json.warn(bone_count_node, ErrorCode::bad_value, "The weights of this vertex do not add up to 1.");
    }
  }
  if (entry != entries) return wrong_length();
  vertices.count = count;
  vertices.first_entry = first_entry;
  vertices.bones = bones;
  vertices.positions = positions;
  vertices.weights = weights;
  return vertices;
}

}  // namespace

Vertices read_vertices(Reading& reading, const JsonNode& node, std::uint32_t count) {
  if (reading.json.failed()) return {};
  const JsonNode* array = reading.json.required_array(node, "vertices");
  if (!array) return {};
  if (array->size() != 2 * std::uint64_t{count}) return read_weighted(reading, *array, count);
  Vertices vertices;
  vertices.count = count;
  vertices.positions = read_plain(reading, *array);
  return vertices;
}

}  // namespace sinew::skeleton_json
