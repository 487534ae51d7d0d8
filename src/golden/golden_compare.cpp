#include "golden/golden_compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "base/number_text.hpp"

namespace sinew {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace

std::string GoldenCompare::place(const GoldenRun& run, const GoldenFrame* frame) const {
  std::string text = "run " + run.name;
  if (frame != nullptr) text += ", step " + std::to_string(frame->step);
  return text;
}

void GoldenCompare::differ(double difference, std::string where) {
  if (std::isnan(difference)) difference = infinite;
  if (difference > report_.largest) {
    report_.largest = difference;
    report_.where = std::move(where);
  }
}

void GoldenCompare::note(const GoldenRun& run, const GoldenFrame* frame, std::string_view reason) {
  if (reason_.empty()) reason_ = place(run, frame) + ": " + std::string(reason);
}

void GoldenCompare::finish() {
  if (reason_.empty() || report_.largest > report_.tolerance) return;
  report_.largest = infinite;
  report_.where = reason_;
}

template <class Place>
void GoldenCompare::number(double found, double expected, const Place& what) {
  double difference = std::fabs(found - expected);
  if (std::isnan(difference)) difference = infinite;
  if (difference == 0) return;
  if (difference > report_.tolerance) equal_ = false;
  if (difference <= report_.largest) return;
  std::string text = place(*run_, frame_) + ", " + what() + ": ";
  append_exact(text, found);
  text += " instead of ";
  append_exact(text, expected);
  differ(difference, std::move(text));
}

template <class Place>
void GoldenCompare::kind(const std::string& found, const std::string& expected, const Place& what) {
  if (found == expected) return;
  equal_ = false;
  if (report_.largest < infinite) {
    differ(infinite, place(*run_, frame_) + ", " + what() + ": " + found + " instead of " + expected);
  }
}

bool GoldenCompare::frame(const GoldenRun& run, const GoldenFrame& found, const GoldenFrame& expected) {
  run_ = &run;
  frame_ = &expected;
  equal_ = true;
  bones(found, expected);
  draw_order(found, expected);
  if (expected.draws) draws(found, expected);
  events(found, expected);
  if (expected.applied) applied(found, expected);
  if (expected.listener) listener(found, expected);
  constraints(found, expected);
  if (!expected.not_understood.empty()) {
    note(run, &expected, expected.not_understood);
    equal_ = false;
  }
  return equal_;
}

void GoldenCompare::bones(const GoldenFrame& found, const GoldenFrame& expected) {
  constexpr std::array<const char*, 6> names = {"a", "b", "c", "d", "tx", "ty"};
  for (std::size_t i = 0; i < expected.bones.size(); ++i) {
    const std::optional<Affine>&f = found.bones[i], &e = expected.bones[i];
    const auto bone = [&] { return "bone " + file_.bones[i]; };
    if (!f || !e) {
      kind(f ? "active" : "not active", e ? "active" : "not active", bone);
      continue;
    }
    const std::array<double, 6> have = {f->a, f->b, f->c, f->d, f->tx, f->ty};
    const std::array<double, 6> want = {e->a, e->b, e->c, e->d, e->tx, e->ty};
    for (std::size_t j = 0; j < names.size(); ++j) {
      number(have[j], want[j], [&] { return bone() + ", " + names[j]; });
    }
  }
}

void GoldenCompare::applied(const GoldenFrame& found, const GoldenFrame& expected) {
  for (std::size_t i = 0; i < expected.applied->size(); ++i) {
    const std::optional<BonePose>&f = (*found.applied)[i], &e = (*expected.applied)[i];
    const auto bone = [&] { return "applied pose of bone " + file_.bones[i]; };
    if (!f || !e) {
      kind(f ? "active" : "not active", e ? "active" : "not active", bone);
      continue;
    }
    const auto value = [&](double have, double want, const char* name, bool angle) {
      if (angle) have -= 360 * std::floor((have - want) / 360 + 0.5);
      number(have, want, [&] { return bone() + ", " + name; });
    };
    value(f->x, e->x, "x", false);
    value(f->y, e->y, "y", false);
    value(f->rotation, e->rotation, "rotation", true);
    value(f->scale_x, e->scale_x, "scale x", false);
    value(f->scale_y, e->scale_y, "scale y", false);
    value(f->shear_x, e->shear_x, "shear x", true);
    value(f->shear_y, e->shear_y, "shear y", true);
  }
}

void GoldenCompare::listener(const GoldenFrame& found, const GoldenFrame& expected) {
  const auto text = [](const std::vector<GoldenNotification>& list, std::size_t i) -> std::string {
    if (i >= list.size()) return "nothing";
    const GoldenNotification& one = list[i];
    return one.type + (one.event.empty() ? "" : ' ' + quoted(one.event)) + " of " + quoted(one.animation) +
           " on track " + std::to_string(one.track) + " at step " + std::to_string(one.step);
  };
  for (std::size_t i = 0; i < std::max(found.listener->size(), expected.listener->size()); ++i) {
    kind(text(*found.listener, i), text(*expected.listener, i), [&] { return "notification " + std::to_string(i); });
  }
}

void GoldenCompare::constraints(const GoldenFrame& found, const GoldenFrame& expected) {
  if (expected.constraints.empty()) return;
  std::map<std::pair<std::string_view, std::string_view>, double> values;
  for (const GoldenValue& one : found.constraints) values.try_emplace({one.constraint, one.field}, one.value);
  for (const GoldenValue& want : expected.constraints) {
    const auto what = [&] { return "constraint " + want.constraint + ", " + want.field; };
    const auto have = values.find({want.constraint, want.field});
    if (have == values.end()) {
      kind("nothing", "a value", what);
    } else {
      number(have->second, want.value, what);
    }
  }
}

void GoldenCompare::draw_order(const GoldenFrame& found, const GoldenFrame& expected) {
  if (found.draw_order == expected.draw_order) return;
  const auto name = [this](const GoldenFrame& frame, std::size_t i) {
    return i < frame.draw_order.size() ? slot_name(frame.draw_order[i]) : std::string("nothing");
  };
  for (std::size_t i = 0; i < std::max(found.draw_order.size(), expected.draw_order.size()); ++i) {
    kind(name(found, i), name(expected, i), [&] { return "draw order, place " + std::to_string(i); });
  }
  equal_ = false;  // indices that differ while the slots have one name
}

void GoldenCompare::draws(const GoldenFrame& found, const GoldenFrame& expected) {
  const auto name = [this](const std::vector<GoldenDraw>& draws, std::size_t i) {
    return i < draws.size() ? slot_name(draws[i].slot) + " with " + quoted(draws[i].attachment)
                            : std::string("nothing");
  };
  const std::vector<GoldenDraw>&have = *found.draws, &want = *expected.draws;
  for (std::size_t i = 0; i < std::max(have.size(), want.size()); ++i) {
    if (i < have.size() && i < want.size() && have[i].slot == want[i].slot &&
        have[i].attachment == want[i].attachment) {
      draw(have[i], want[i], i);
      continue;
    }
    kind(name(have, i), name(want, i), [&] { return "draw " + std::to_string(i); });
    equal_ = false;
  }
}

void GoldenCompare::draw(const GoldenDraw& found, const GoldenDraw& expected, std::size_t index) {
  const auto here = [&] { return "draw " + std::to_string(index) + " (" + slot_name(expected.slot) + ")"; };
  kind(quoted(found.image), quoted(expected.image), [&] { return here() + ", image"; });
  kind(found.mesh ? "a mesh" : "a quad", expected.mesh ? "a mesh" : "a quad", here);
  kind(std::to_string(found.positions.size()) + " numbers", std::to_string(expected.positions.size()) + " numbers",
       [&] { return here() + ", positions"; });
  for (std::size_t i = 0; i < std::min(found.positions.size(), expected.positions.size()); ++i) {
    number(found.positions[i], expected.positions[i],
           [&] { return here() + ", vertex " + std::to_string(i / 2) + (i % 2 == 0 ? ", x" : ", y"); });
  }
  constexpr std::array<const char*, 4> channels = {"red", "green", "blue", "alpha"};
  for (std::size_t i = 0; i < found.color.size(); ++i) {
    number(found.color[i], expected.color[i], [&] { return here() + ", " + channels[i]; });
  }
  kind(found.dark ? "one" : "none", expected.dark ? "one" : "none", [&] { return here() + ", dark colour"; });
  for (std::size_t i = 0; found.dark && expected.dark && i < 3; ++i) {
    number((*found.dark)[i], (*expected.dark)[i], [&] { return here() + ", dark " + channels[i]; });
  }
}

void GoldenCompare::events(const GoldenFrame& found, const GoldenFrame& expected) {
  const auto name = [](const std::vector<GoldenEvent>& events, std::size_t i) {
    return i < events.size() ? quoted(events[i].name) + " at step " + std::to_string(events[i].step)
                             : std::string("nothing");
  };
  for (std::size_t i = 0; i < std::max(found.events.size(), expected.events.size()); ++i) {
    kind(name(found.events, i), name(expected.events, i), [&] { return "event " + std::to_string(i); });
    if (i < found.events.size() && i < expected.events.size()) event(found.events[i], expected.events[i], i);
  }
}

void GoldenCompare::event(const GoldenEvent& found, const GoldenEvent& expected, std::size_t index) {
  const auto here = [&] { return "event " + std::to_string(index) + " (" + expected.name + ")"; };
  kind(std::to_string(found.int_value), std::to_string(expected.int_value), [&] { return here() + ", int"; });
  kind(quoted(found.string_value), quoted(expected.string_value), [&] { return here() + ", string"; });
  number(found.float_value, expected.float_value, [&] { return here() + ", float"; });
  kind(found.audio ? "there" : "not there", expected.audio ? "there" : "not there",
       [&] { return here() + ", volume and balance"; });
  if (found.audio && expected.audio) {
    number(found.audio->volume, expected.audio->volume, [&] { return here() + ", volume"; });
    number(found.audio->balance, expected.audio->balance, [&] { return here() + ", balance"; });
  }
}

}  // namespace sinew
