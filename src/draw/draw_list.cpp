#include "draw/draw_array.hpp"
#include "draw/scratch.hpp"

namespace sinew {

template class DrawArray<Vertex>;
template class DrawArray<std::uint32_t>;
template class DrawArray<DrawBatch>;

DrawList::DrawList() : scratch(std::make_unique<Scratch>()) {}
DrawList::~DrawList() = default;
DrawList::DrawList(DrawList&&) noexcept = default;
DrawList& DrawList::operator=(DrawList&&) noexcept = default;

void DrawList::clear() noexcept {
  vertices.clear();
  indices.clear();
  batches.clear();
  batch_open = false;
  truncated = false;
}

}  // namespace sinew
