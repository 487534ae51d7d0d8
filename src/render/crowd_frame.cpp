// Gathering what the characters of a crowd look like.
#include "render/crowd_frame.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "draw/draw_array.hpp"
#include "draw/walk.hpp"

namespace sinew {

template class DrawArray<BoneMatrix>;
template class DrawArray<PlacedPiece>;
template class DrawArray<CrowdRun>;

namespace {

constexpr std::uint32_t most_characters = 1u << 24;

/// Takes what the shader can pose, and keeps what the walk has posed beside it.
class CrowdSink {
 public:
  CrowdSink(CrowdFrame::Impl& frame, CrowdRun& run, std::uint32_t* colours) noexcept
      : frame_(frame), model_(*frame.model), run_(run), colours_(colours) {}

  static constexpr bool takes = true;
  bool take(const SlotDraw& draw) {
    const CrowdAttachment& attachment = model_.attachments[draw.attachment.value];
    // One that a host shows in another slot than its own has another bone and colour there.
    if (attachment.slot != draw.slot.value) return false;
    const std::uint32_t number = attachment.first_piece + draw.frame;
    const CrowdPiece& piece = model_.pieces[number];
    if (model_.colours_per_slot == 2) {
      colours_[2 * draw.slot.value] = draw.light;
      colours_[2 * draw.slot.value + 1] = draw.dark;
    } else {
      colours_[draw.slot.value] = draw.light;
    }
    frame_.pieces.push_back(number);
    ++frame_.gpu_slots;
    count(piece.page, piece.blend, piece.index_count);
    return true;
  }

  void add(std::uint32_t page, BlendMode blend, std::size_t first_index) {
    const auto first = static_cast<std::uint32_t>(first_index);
    const auto indices = static_cast<std::uint32_t>(frame_.list.indices.size() - first_index);
    frame_.pieces.push_back(CrowdFrame::Impl::placed_bit | static_cast<std::uint32_t>(frame_.placed.size()));
    frame_.placed.push_back({first, indices, page, blend});
    run_.uniform = false;
    count(page, blend, indices);
  }

 private:
  void count(std::uint32_t page, BlendMode blend, std::uint32_t indices) {
    run_.index_count += indices;
    if (run_.pieces++ == 0) {
      page_ = page;
      blend_ = blend;
    } else if (page != page_ || blend != blend_) {
      run_.uniform = false;
    }
  }

  CrowdFrame::Impl& frame_;
  const CrowdModel& model_;
  CrowdRun& run_;
  std::uint32_t* colours_;
  std::uint32_t page_ = 0;
  BlendMode blend_ = BlendMode::normal;
};

/// Whether two runs show the same pieces.
bool look_the_same(const CrowdFrame::Impl& frame, const CrowdRun& a, const CrowdRun& b) {
  return a.pieces == b.pieces && a.index_count == b.index_count &&
         (a.pieces == 0 || std::memcmp(frame.pieces.data() + a.first_piece, frame.pieces.data() + b.first_piece,
                                       a.pieces * sizeof(std::uint32_t)) == 0);
}

}  // namespace

CrowdFrame::~CrowdFrame() = default;
CrowdFrame::CrowdFrame(CrowdFrame&&) noexcept = default;
CrowdFrame& CrowdFrame::operator=(CrowdFrame&&) noexcept = default;

void CrowdFrame::clear() noexcept {
  Impl& frame = *impl_;
  frame.characters = 0;
  frame.matrices.clear();
  frame.colours.clear();
  frame.pieces.clear();
  frame.placed.clear();
  frame.runs.clear();
  frame.list.clear();
  frame.gpu_slots = 0;
  frame.truncated = false;
}

std::size_t CrowdFrame::size() const noexcept {
  return impl_->characters;
}

bool CrowdFrame::truncated() const noexcept {
  return impl_->truncated || impl_->list.truncated;
}

bool CrowdFrame::add(const Skeleton& skeleton) {
  Impl& frame = *impl_;
  const CrowdModel& model = *frame.model;
  if (!fits(skeleton, *model.binding)) return false;
  if (frame.characters == most_characters) {
    frame.truncated = true;
    return false;
  }

  const std::size_t bones = model.bones.size(), colours = model.colour_texels();
  BoneMatrix* const matrices = frame.matrices.reserve_more(bones);
  const std::span<const Affine> world = skeleton.buffers().world;
  for (std::size_t i = 0; i < bones; ++i) convert_matrix(world[model.bones[i]], matrices[i]);
  frame.matrices.grow(bones);
  std::uint32_t* const slot_colours = frame.colours.reserve_more(colours);
  if (colours > 0) std::memset(slot_colours, 0, colours * sizeof(std::uint32_t));
  frame.colours.grow(colours);

  CrowdRun run;
  run.first = frame.characters;
  run.count = 1;
  run.first_piece = static_cast<std::uint32_t>(frame.pieces.size());
  run.uniform = true;
  Walk<Purpose::draw, CrowdSink>(skeleton, *model.binding, frame.list, CrowdSink(frame, run, slot_colours))
      .run([](SlotIndex) { return true; });

  frame.list.indices.reserve_more(3);  // CrowdCalls reads so many further
  ++frame.characters;
  if (!frame.runs.empty() && run.uniform && look_the_same(frame, frame.runs.back(), run)) {
    ++frame.runs.back().count;
    frame.pieces.truncate(run.first_piece);
  } else {
    frame.runs.push_back(run);
  }
  return true;
}

}  // namespace sinew
