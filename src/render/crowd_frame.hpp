// What a frame of a crowd holds, and the calls that draw it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "draw/skinning.hpp"
#include "render/crowd_model.hpp"

namespace sinew {

/// Triangles that the CPU has posed, of one slot.
struct PlacedPiece {
  std::uint32_t first_index = 0, index_count = 0;  ///< into the frame's list
  std::uint32_t page = 0;
  BlendMode blend = BlendMode::normal;
};

/// Characters in a row that show the same pieces in the same order.
struct CrowdRun {
  std::uint32_t first = 0, count = 0;         ///< characters
  std::uint32_t first_piece = 0, pieces = 0;  ///< into CrowdFrame::Impl::pieces
  /// All pieces have the same page and blend mode, and none is a placed one: one call draws all characters, in order.
  bool uniform = false;
  std::uint32_t index_count = 0;  ///< of the pieces of one character
};

struct CrowdFrame::Impl {
  /// In an entry of `pieces`: a place in `placed`, else in CrowdModel::pieces.
  static constexpr std::uint32_t placed_bit = 0x80000000u;

  std::shared_ptr<const CrowdModel> model;
  std::uint32_t characters = 0;
  DrawArray<BoneMatrix> matrices;    ///< as many a character as the model has bones
  DrawArray<std::uint32_t> colours;  ///< as many a character as the model has colour texels
  DrawArray<std::uint32_t> pieces;
  DrawArray<PlacedPiece> placed;
  DrawArray<CrowdRun> runs;
  DrawList list;  ///< vertices and indices of the placed pieces
  std::size_t gpu_slots = 0;
  bool truncated = false;
};

/// Characters whose matrices share a texture, and the calls that draw them.
struct CrowdPass {
  std::uint32_t first = 0, count = 0;  ///< characters
  std::uint32_t first_call = 0, calls = 0;
};

struct CrowdCall {
  std::uint32_t page = 0;
  BlendMode blend = BlendMode::normal;
  std::uint32_t first_index = 0, index_count = 0;  ///< into CrowdCalls::indices
  std::uint32_t instances = 1;
  std::uint32_t first = 0;  ///< the character, within its pass, that vertex numbers and instances count from
};

/// The calls of a frame and the index buffer that they share. Vertex numbers: see crowd_renderer.cpp.
struct CrowdCalls {
  DrawArray<std::uint32_t> indices;
  std::vector<CrowdCall> calls;
  std::vector<CrowdPass> passes;
  bool truncated = false;  ///< there are more indices than most_indices

  static constexpr std::size_t most_indices = std::size_t{1} << 28;

  void clear() noexcept {
    indices.clear();
    calls.clear();
    passes.clear();
    truncated = false;
  }
  /// Works them out; keeps memory.
  void set(const CrowdFrame::Impl& frame);
};

}  // namespace sinew
