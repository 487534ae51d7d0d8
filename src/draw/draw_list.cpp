#include <algorithm>

#include "draw/scratch.hpp"

namespace sinew {

template <class T>
void DrawArray<T>::enlarge(std::size_t count) {
  const std::size_t capacity = std::max(size_ + count, 2 * capacity_);
  std::unique_ptr<T[]> values(new T[capacity]);
  if (size_ > 0) std::memcpy(static_cast<void*>(values.get()), values_.get(), size_ * sizeof(T));
  values_ = std::move(values);
  capacity_ = capacity;
}

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
