// What a crowd's characters have in common, laid out for the vertex shader of crowd_renderer.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "draw/binding.hpp"
#include "sinew/crowd.hpp"

namespace sinew {

/// A vertex as the shader reads it: one texel of four 32-bit integers.
struct CrowdVertex {
  float u = 0, v = 0;
  std::uint32_t first_influence = 0;
  std::uint32_t slot_and_influences = 0;  ///< the slot in the upper 16 bits, how many influences in the lower
};
static_assert(sizeof(CrowdVertex) == 16);

/// One bone's share in a vertex, as in draw/skinning.hpp; one texel of four floats.
struct CrowdInfluence {
  float x = 0, y = 0, weight = 0;  ///< the position is multiplied by the weight
  float bone = 0;                  ///< a whole number: place in CrowdModel::bones
};
static_assert(sizeof(CrowdInfluence) == 16);

/// The triangles of an attachment that shows one image.
struct CrowdPiece {
  std::uint32_t first_index = 0, index_count = 0;  ///< into CrowdModel::indices
  std::uint32_t page = 0;
  BlendMode blend = BlendMode::normal;
};

/// Where the pieces of an attachment are.
struct CrowdAttachment {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t first_piece = none;  ///< its piece for frame 0, that for frame i is i places on; none: the CPU poses it
  std::uint32_t slot = none;         ///< its own; hosts may show it in another one
};

/// What the driver can do, as far as the layout hangs on it.
struct CrowdLimits {
  /// Bits of a vertex number in an index buffer. The uppermost says that the vertex is one of those that the CPU has
  /// posed.
  unsigned index_bits = 31;
  std::uint32_t texture_rows = 2048;  ///< of textures that are crowd_texture_width wide
};

/// Texels a row of every texture that holds numbers.
inline constexpr std::uint32_t crowd_texture_width = 2048;

struct CrowdModel {
  CrowdModel(const AtlasBinding& binding, const CrowdOptions& options, const CrowdLimits& limits);

  const AtlasBinding::Impl* binding = nullptr;
  CrowdOptions options;
  CrowdLimits limits;

  std::vector<CrowdVertex> vertices;
  std::vector<CrowdInfluence> influences;
  /// Of all pieces: places in `vertices`. May be read three further than it reaches.
  std::vector<std::uint32_t> indices;
  std::vector<CrowdPiece> pieces;
  std::vector<CrowdAttachment> attachments;  ///< by AttachmentIndex
  std::vector<std::uint32_t> bones;          ///< the bones that move something; only their matrices are uploaded

  std::uint32_t colours_per_slot = 1;  ///< light, or light and dark
  unsigned vertex_bits = 0;            ///< of a place in `vertices`; above it, vertex numbers hold the character

  [[nodiscard]] std::uint32_t placed_flag() const noexcept { return 1u << (limits.index_bits - 1); }
  /// Characters whose numbers one call can tell apart: from its first one on.
  [[nodiscard]] std::uint32_t characters_per_call() const noexcept { return placed_flag() >> vertex_bits; }
  [[nodiscard]] std::size_t matrix_texels() const noexcept { return 2 * bones.size(); }
  [[nodiscard]] std::size_t colour_texels() const noexcept { return binding->slots.size() * colours_per_slot; }
  /// How many characters a texture of matrices and one of colours hold, at most what the options ask for. 0: none.
  [[nodiscard]] std::size_t characters_per_texture() const noexcept;
  /// How many vertices that the CPU has posed can be told apart, and fit into a texture.
  [[nodiscard]] std::size_t most_placed_vertices() const noexcept;
};

}  // namespace sinew
