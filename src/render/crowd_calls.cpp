// From the characters of a crowd to few draw calls.
#include <algorithm>

#include "render/crowd_frame.hpp"

namespace sinew {
namespace {

class Planner {
 public:
  Planner(const CrowdFrame::Impl& frame, CrowdCalls& to) : frame_(frame), model_(*frame.model), to_(to) {}

  void plan() {
    const auto pass_size = static_cast<std::uint32_t>(
        std::clamp<std::size_t>(model_.characters_per_texture(), 1, std::max(frame_.characters, 1u)));
    begin_pass(0);
    for (const CrowdRun& run : frame_.runs) {
      std::uint32_t first = run.first;
      const std::uint32_t end = run.first + run.count;
      while (first < end) {
        if (first - pass_first_ >= pass_size) begin_pass(first);
        const std::uint32_t part = std::min(end, pass_first_ + pass_size) - first;
        add_run(run, first, part);
        first += part;
      }
    }
    end_pass(frame_.characters);
  }

 private:
  void begin_pass(std::uint32_t first) {
    if (first > 0) end_pass(first);
    pass_first_ = first;
    to_.passes.push_back({first, 0, static_cast<std::uint32_t>(to_.calls.size()), 0});
    open_ = false;
  }
  void end_pass(std::uint32_t end) {
    to_.passes.back().count = end - pass_first_;
    to_.passes.back().calls = static_cast<std::uint32_t>(to_.calls.size()) - to_.passes.back().first_call;
  }

  [[nodiscard]] std::span<const std::uint32_t> pieces_of(const CrowdRun& run) const {
    return {frame_.pieces.data() + run.first_piece, run.pieces};
  }

  void add_run(const CrowdRun& run, std::uint32_t first, std::uint32_t count) {
    if (run.pieces == 0) return;
    const std::uint32_t character = first - pass_first_;
    if (run.uniform && count >= model_.options.instanced_from) {
      const CrowdPiece& piece = model_.pieces[pieces_of(run)[0]];
      to_.calls.push_back({piece.page, piece.blend, index_count(), 0, count, character});
      for (const std::uint32_t number : pieces_of(run)) append_piece(model_.pieces[number], 0);
      open_ = false;
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const std::uint32_t number : pieces_of(run)) list_piece(number, character + i);
    }
  }

  /// Of one character, in a call that lists them one by one.
  void list_piece(std::uint32_t number, std::uint32_t character) {
    if ((number & CrowdFrame::Impl::placed_bit) != 0) {
      const PlacedPiece& piece = frame_.placed[number & ~CrowdFrame::Impl::placed_bit];
      continue_call(piece.page, piece.blend, character);
      append(frame_.list.indices.data() + piece.first_index, piece.index_count, model_.placed_flag());
      return;
    }
    const CrowdPiece& piece = model_.pieces[number];
    continue_call(piece.page, piece.blend, character);
    append_piece(piece, (character - to_.calls.back().first) << model_.vertex_bits);
  }

  /// Goes on with the last call if it may, else begins another.
  void continue_call(std::uint32_t page, BlendMode blend, std::uint32_t character) {
    if (open_) {
      const CrowdCall& last = to_.calls.back();
      if (last.page == page && last.blend == blend && character - last.first < model_.characters_per_call()) return;
    }
    to_.calls.push_back({page, blend, index_count(), 0, 1, character});
    open_ = true;
  }

  void append_piece(const CrowdPiece& piece, std::uint32_t base) {
    append(model_.indices.data() + piece.first_index, piece.index_count, base);
  }
  void append(const std::uint32_t* from, std::uint32_t count, std::uint32_t base) {
    if (CrowdCalls::most_indices - to_.indices.size() < count) {
      to_.truncated = true;
      return;
    }
    copy_indices(from, count, base, to_.indices.reserve_more(std::size_t{count} + 3));
    to_.indices.grow(count);
    to_.calls.back().index_count += count;
  }
  [[nodiscard]] std::uint32_t index_count() const noexcept { return static_cast<std::uint32_t>(to_.indices.size()); }

  const CrowdFrame::Impl& frame_;
  const CrowdModel& model_;
  CrowdCalls& to_;
  std::uint32_t pass_first_ = 0;
  bool open_ = false;  // the last call lists characters one by one and may go on
};

}  // namespace

void CrowdCalls::set(const CrowdFrame::Impl& frame) {
  clear();
  Planner(frame, *this).plan();
}

}  // namespace sinew
