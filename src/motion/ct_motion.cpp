// The C-callable layer: no rules of its own.
#include "sinew/ct_motion.h"

#include <exception>
#include <memory>
#include <utility>

#include "sinew/motion.hpp"

namespace motion = sinew::motion;

struct ctMotionClip {
  std::shared_ptr<const motion::Clip> clip;
};

struct ctAnimationBinding {
  motion::Binding binding;
  std::vector<ctMotionPart> items;
  ctMotionParts parts = {nullptr, 0};
};

struct ctMotionRig {
  motion::Rig rig;
  /// The clips it has met, kept alive so that none of their addresses comes to be another's; the first one made it.
  std::vector<std::pair<std::shared_ptr<const motion::Clip>, motion::BoundClip>> clips;
};

// What ctMotionRigSample hands out are the rig's own matrices.
static_assert(sizeof(ctWorldPose) == sizeof(motion::Matrix34));

namespace {

thread_local std::string last_error, last_message;

void report(const sinew::Error& error) {
  last_message = error.message;
  last_error = error.to_string();
}

/// Runs `body`; what it throws (there is no memory) becomes a message and `failed`.
template <class T, class Body>
T guarded(T failed, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    try {
      last_message = last_error = error.what();
    } catch (const std::exception&) {
      last_message.clear();
      last_error.clear();
    }
    return failed;
  }
}

void copy(const motion::Vec3& from, double* to) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z;
}
motion::Vec3 vector(const double* from) {
  return {from[0], from[1], from[2]};
}

motion::Transform transform(const ctPose& pose) {
  return {vector(pose.position), vector(pose.rotation), vector(pose.scale)};
}

ctPose pose_of(const motion::Vec3& position, const motion::Vec3& angles, const motion::Vec3& scale) {
  ctPose pose;
  copy(position, pose.position);
  copy(angles, pose.rotation);
  copy(scale, pose.scale);
  return pose;
}

ctMotionClip* new_clip(sinew::Result<motion::Clip> clip) {
  if (clip) return new ctMotionClip{std::make_shared<const motion::Clip>(*std::move(clip))};
  report(clip.error());
  return nullptr;
}

ctAnimationBinding* new_binding(sinew::Result<motion::Binding> read) {
  if (!read) {
    report(read.error());
    return nullptr;
  }
  auto made = std::make_unique<ctAnimationBinding>();
  made->binding = *std::move(read);
  for (const motion::Node& node : made->binding.nodes) {
    made->items.push_back({node.id.c_str(), node.parent.empty() ? nullptr : node.parent.c_str(),
                           pose_of(node.rest.position, node.rest.rotation, node.rest.scale)});
  }
  made->parts = {made->items.data(), made->items.size()};
  return made.release();
}

constexpr motion::ReadOptions kNoSource = {motion::DuplicateFields::last, false, nullptr};

}  // namespace

const char* ctMotionError(void) {
  return last_error.c_str();
}
const char* ctMotionErrorMessage(void) {
  return last_message.c_str();
}

ctMotionClip* ctMotionLoad(const char* path) {
  if (path == nullptr) return nullptr;
  return guarded<ctMotionClip*>(nullptr, [&] { return new_clip(motion::load_clip(path, kNoSource)); });
}

ctMotionClip* ctMotionParse(const char* text) {
  if (text == nullptr) return nullptr;
  return guarded<ctMotionClip*>(nullptr, [&] { return new_clip(motion::parse_clip(text, {}, kNoSource)); });
}

void ctMotionFree(ctMotionClip* clip) {
  delete clip;
}

double ctMotionTime(const ctMotionClip* clip, double elapsed) {
  return clip == nullptr ? 0 : motion::clip_time(*clip->clip, elapsed);
}

ctPose ctMotionPose(const ctMotionClip* clip, const char* part, double time, ctPose rest) {
  if (clip == nullptr || part == nullptr) return rest;
  const motion::Pose pose = motion::part_pose(*clip->clip, part, time, transform(rest));
  return pose_of(pose.position, pose.angles, pose.scale);
}

ctAnimationBinding* ctAnimationBindingLoad(const char* path) {
  if (path == nullptr) return nullptr;
  return guarded<ctAnimationBinding*>(nullptr, [&] { return new_binding(motion::load_binding(path, kNoSource)); });
}

ctAnimationBinding* ctAnimationBindingParse(const char* text) {
  if (text == nullptr) return nullptr;
  return guarded<ctAnimationBinding*>(nullptr, [&] { return new_binding(motion::parse_binding(text, {}, kNoSource)); });
}

void ctAnimationBindingFree(ctAnimationBinding* binding) {
  delete binding;
}

const ctMotionParts* ctAnimationBind(const ctAnimationBinding* binding, const ctMotionClip* clip) {
  if (binding == nullptr || clip == nullptr) return nullptr;
  return guarded<const ctMotionParts*>(nullptr, [&]() -> const ctMotionParts* {
    const auto rig = motion::bind(binding->binding, *clip->clip);
    if (rig) return &binding->parts;
    report(rig.error());
    return nullptr;
  });
}

ctMotionRig* ctMotionRigCreate(const ctMotionParts* rest_parts, const ctMotionClip* clip) {
  if (rest_parts == nullptr || clip == nullptr) return nullptr;
  return guarded<ctMotionRig*>(nullptr, [&]() -> ctMotionRig* {
    std::vector<motion::Part> parts;
    for (std::size_t i = 0; i < rest_parts->count; ++i) {
      const ctMotionPart& part = rest_parts->items[i];
      parts.push_back(
          {part.name == nullptr ? "" : part.name, part.parent == nullptr ? "" : part.parent, transform(part.rest)});
    }
    auto rig = motion::Rig::create(parts, *clip->clip);
    if (!rig) {
      report(rig.error());
      return nullptr;
    }
    const motion::BoundClip bound = rig->clip();
    return new ctMotionRig{*std::move(rig), {{clip->clip, bound}}};
  });
}

void ctMotionRigFree(ctMotionRig* rig) {
  delete rig;
}

const ctWorldPose* ctMotionRigSample(ctMotionRig* rig, const ctMotionClip* clip, double time, double weight) {
  if (rig == nullptr || clip == nullptr) return nullptr;
  return guarded<const ctWorldPose*>(nullptr, [&]() -> const ctWorldPose* {
    const motion::BoundClip* bound = nullptr;
    for (const auto& [met, prepared] : rig->clips) {
      if (met == clip->clip) bound = &prepared;
    }
    if (bound == nullptr) {
      auto prepared = rig->rig.bind(*clip->clip);
      if (!prepared) {
        report(prepared.error());
        return nullptr;
      }
      rig->clips.emplace_back(clip->clip, *std::move(prepared));
      bound = &rig->clips.back().second;
    }
    rig->rig.sample(*bound, time, weight);
    return reinterpret_cast<const ctWorldPose*>(rig->rig.worlds().data());
  });
}

ctPose ctMotionRigLocal(const ctMotionRig* rig, size_t part) {
  if (rig == nullptr || part >= rig->rig.size()) return {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  const motion::Pose pose = rig->rig.local(part);
  return pose_of(pose.position, pose.angles, pose.scale);
}

size_t ctMotionRigCount(const ctMotionRig* rig) {
  return rig == nullptr ? 0 : rig->rig.size();
}
