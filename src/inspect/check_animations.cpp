// Animations and events.
#include <algorithm>
#include <set>

#include "base/number_text.hpp"
#include "inspect/checker.hpp"

namespace sinew::inspect {

namespace {

void check_times(Checker& checker, const Animation& animation, const Timeline& timeline) {
  if (timeline.times.front() < 0) {
    checker.warn("negative-time", checker.path_of(animation, timeline),
                 "The first key is at " + rounded(timeline.times.front(), 4) + " s, before the animation begins.");
  }
  if (timeline.type == TimelineType::event) return;  // several events at one time are normal
  for (std::size_t i = 0; i + 1 < timeline.times.size(); ++i) {
    if (timeline.times[i] != timeline.times[i + 1]) continue;
    return checker.warn(
        "repeated-time", checker.path_of(animation, timeline),
        "Two keys are at the same time, " + rounded(timeline.times[i], 4) + " s; from then on the later one counts.");
  }
}

void check_curves(Checker& checker, const Animation& animation, const Timeline& timeline) {
  std::size_t outside = 0;
  for (std::size_t key = 0; key + 1 < timeline.times.size(); ++key) {
    if (timeline.curve(key) != Curve::bezier) continue;
    const double t1 = timeline.times[key], t2 = timeline.times[key + 1], slack = 1e-4 * (t2 - t1) + 1e-6;
    for (std::size_t c = 0; c < timeline.curves_per_key; ++c) {
      const Bezier& b = timeline.beziers[timeline.curves[key] + c];
      if (b.cx1 < t1 - slack || b.cx1 > t2 + slack || b.cx2 < t1 - slack || b.cx2 > t2 + slack) {
        ++outside;
        break;
      }
    }
  }
  if (outside > 0) {
    checker.warn("curve-outside", checker.path_of(animation, timeline),
                 (outside == 1 ? "The curve of a key has" : "The curves of " + std::to_string(outside) + " keys have") +
                     " handles before or after the keys they join; players may go other ways.");
  }
}

void check_attachment_keys(Checker& checker, const Animation& animation, const Timeline& timeline) {
  std::set<std::string_view> unknown;
  for (std::size_t key = 0; key < timeline.attachment_names.size(); ++key) {
    const std::string_view name = timeline.attachment_names[key];
    if (!name.empty() && !timeline.attachments[key]) unknown.insert(name);
  }
  for (const std::string_view name : unknown) {
    checker.warn("unknown-attachment", checker.path_of(animation, timeline),
                 "A key shows " + quote(name) + ", but no skin has such an attachment for this slot.");
  }
}

}  // namespace

void check_animations(Checker& checker) {
  const SkeletonData& data = checker.data;
  std::vector<bool> fired(data.events.size());
  for (const Animation& animation : data.animations) {
    if (animation.timelines.empty()) {
      checker.warn("empty-animation", Checker::path_of("animations", animation.name),
                   "The animation " + quote(animation.name) + " has no keys.");
    }
    for (const Timeline& timeline : animation.timelines) {
      check_times(checker, animation, timeline);
      check_curves(checker, animation, timeline);
      check_attachment_keys(checker, animation, timeline);
      for (const EventKey& key : timeline.events) fired[key.event.value] = true;
      const bool dark = timeline.type == TimelineType::rgba2 || timeline.type == TimelineType::rgb2;
      if (dark && !data[timeline.slot].has_dark) {
        checker.warn("no-dark-colour", checker.path_of(animation, timeline),
                     "The slot " + quote(data[timeline.slot].name) +
                         " has no dark colour in the setup pose, so players may not show this one.");
      }
    }
  }
  for (std::size_t i = 0; i < data.events.size(); ++i) {
    if (fired[i]) continue;
    checker.hint("unused-event", Checker::path_of("events", data.events[i].name),
                 "No animation fires the event " + quote(data.events[i].name) + ".");
  }
}

}  // namespace sinew::inspect
