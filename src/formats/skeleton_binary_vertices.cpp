// Vertices, plain or weighted. Spec: skeleton-binary.md 9.1, 13 and 14.
#include <cmath>

#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

namespace {

/// Goes over the vertices and back: how many entries they have altogether.
std::size_t count_entries(Reading& reading, std::uint32_t count) {
  ByteReader& in = reading.in;
  const std::size_t start = in.offset();
  std::size_t entries = 0;
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    // A bone's number, x, y and the weight.
    const std::uint32_t bones = reading.count(13);
    entries += bones;
    for (std::uint32_t k = 0; k < bones; ++k) {
      static_cast<void>(in.uv());
      in.skip(12);
    }
  }
  in.rewind(start);
  return in.ok() ? entries : 0;
}

Vertices read_weighted(Reading& reading, std::uint32_t count, std::optional<std::uint32_t> expected_items) {
  ByteReader& in = reading.in;
  Arena& arena = reading.arena;
  const std::size_t at = in.offset();
  const std::size_t entries = count_entries(reading, count);
  if (expected_items && *expected_items != count + entries) {
    reading.fail(at, ErrorCode::bad_value,
                 "The weights of these vertices should be " + std::to_string(*expected_items) + " items, but are " +
                     std::to_string(count + entries) + ".");
  }
  if (reading.failed()) return {};

  const std::span<std::uint32_t> first_entry = arena.room<std::uint32_t>(std::size_t{count} + 1);
  const std::span<BoneIndex> bones = arena.room<BoneIndex>(entries);
  const std::span<double> positions = arena.room<double>(2 * entries);
  const std::span<double> weights = arena.room<double>(entries);
  std::size_t entry = 0;
  first_entry[0] = 0;
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    const std::size_t vertex_at = in.offset();
    const std::size_t end = entry + in.uv();
    double sum = 0;
    for (; entry < end; ++entry) {
      bones[entry] = reading.bone();
      double numbers[3];
      in.f32s(numbers);
      positions[2 * entry] = numbers[0] * reading.scale;
      positions[2 * entry + 1] = numbers[1] * reading.scale;
      sum += weights[entry] = numbers[2];
    }
    if (reading.failed()) return {};
    first_entry[vertex + 1] = static_cast<std::uint32_t>(entry);
    if (!(std::abs(sum - 1) <= 0.01)) {
      reading.warn(vertex_at, ErrorCode::bad_value, "The weights of this vertex do not add up to 1.");
    }
  }
  Vertices vertices;
  vertices.count = count;
  vertices.first_entry = first_entry;
  vertices.bones = bones;
  vertices.positions = positions;
  vertices.weights = weights;
  return vertices;
}

}  // namespace

Vertices read_vertices(Reading& reading, std::uint32_t count, bool weighted,
                       std::optional<std::uint32_t> expected_items) {
  const Scope scope(reading, "vertices");
  if (reading.failed()) return {};
  if (weighted) {
    const Vertices vertices = read_weighted(reading, count, expected_items);
    return count != 0 ? vertices : Vertices();  // without vertices there is nothing to weigh, nor is there in JSON
  }
  const std::size_t at = reading.in.offset();
  if (count > reading.in.remaining() / 8) {
    reading.fail(at, ErrorCode::syntax,
                 "The file ends before the " + std::to_string(count) + " vertices that should follow here.");
    return {};
  }
  Vertices vertices;
  vertices.count = count;
  const std::span<double> positions = reading.arena.room<double>(2 * std::size_t{count});
  reading.in.f32s(positions);
  for (double& position : positions) position *= reading.scale;
  vertices.positions = positions;
  return vertices;
}

}  // namespace sinew::skeleton_binary
