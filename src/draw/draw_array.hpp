// How a DrawArray grows: for the files that instantiate it.
#pragma once

#include <algorithm>
#include <cstring>

#include "sinew/draw.hpp"

namespace sinew {

template <class T>
void DrawArray<T>::enlarge(std::size_t count) {
  const std::size_t capacity = std::max(size_ + count, 2 * capacity_);
  std::unique_ptr<T[]> values(new T[capacity]);
  if (size_ > 0) std::memcpy(static_cast<void*>(values.get()), values_.get(), size_ * sizeof(T));
  values_ = std::move(values);
  capacity_ = capacity;
}

}  // namespace sinew
