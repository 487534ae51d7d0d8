#include "motion_targets.hpp"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "sinew/motion.hpp"

namespace sinew::fuzz {

namespace {

void check(const Error& error) {
  if (error.message.size() < 10 || error.to_string().size() > 100'000) std::abort();
}

void sample(motion::Rig& rig) {
  for (const double time : {-1.0, 0.0, 0.01, 0.5, 1.0, 7.0, 3600.0, 0.3}) {
    rig.sample(time, time / 3);
    for (const motion::Matrix34& world : rig.worlds()) static_cast<void>(world);
  }
}

}  // namespace

void motion_clip(std::string_view bytes) {
  const Result<motion::Clip> clip = motion::parse_clip(bytes, "fuzz");
  if (!clip) return check(clip.error());
  std::vector<motion::Part> parts;
  std::set<std::string> names;
  for (const motion::Track& track : clip->tracks) {
    if (names.insert(track.part).second) parts.push_back({track.part, parts.empty() ? "" : parts.back().name, {}});
  }
  Result<motion::Rig> rig = motion::Rig::create(parts, *clip);
  if (rig) {
    sample(*rig);
  } else {
    check(rig.error());
  }
  const Result<std::string> written = motion::write_clip(*clip);
  if (!written) return check(written.error());
  const Result<motion::Clip> again = motion::parse_clip(*written, "again");
  if (!again || !motion::same_content(*clip, *again)) {
    std::cerr << (again ? std::string("not the same") : again.error().to_string()) << '\n' << *written << '\n';
    std::abort();
  }
}

void motion_rig(std::string_view bytes) {
  const Result<motion::Binding> binding = motion::parse_binding(bytes, "fuzz");
  if (!binding) return check(binding.error());
  const std::vector<motion::Part> parts = motion::parts_of(*binding);
  if (!parts.empty()) {
    motion::Clip clip;
    clip.model = binding->name;
    clip.binding = "x.rig";
    clip.tracks.push_back({parts.front().name, motion::Property::position, motion::Interpolation::smooth, {}, {}});
    clip.tracks.back().keys = {{0, {1, 2, 3}}, {0.5, {4, 5, 6}}};
    Result<motion::Rig> rig = motion::bind(*binding, clip);
    if (rig) {
      sample(*rig);
    } else {
      check(rig.error());
    }
  }
  const Result<std::string> written = motion::write_binding(*binding);
  if (!written) return check(written.error());
  const Result<motion::Binding> again = motion::parse_binding(*written, "again");
  const Result<std::string> second = again ? motion::write_binding(*again) : again.error();
  if (!second || again->nodes != binding->nodes || again->name != binding->name || *second != *written) {
    std::cerr << (second ? "not the same:\n" + *second : second.error().to_string()) << '\n' << *written << '\n';
    std::abort();
  }
}

}  // namespace sinew::fuzz
