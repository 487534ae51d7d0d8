// Clips and rigs: limits of what is read, and memory that runs out at any moment.
#include <gtest/gtest.h>

#include "sinew/motion.hpp"
#include "support/failing_memory.hpp"

namespace sinew::motion {
namespace {

using test::code_of;
using test::fail_everywhere;

constexpr std::string_view rig_text = R"(format:
  version: 1.0.0
name: toy
nodes:
  - id: base
    kind: joint
  - id: arm
    kind: joint
    parent: base
    position: [1, 2, 3]
)";

Clip clip_of(const Binding& binding) {
  Clip clip;
  clip.model = binding.name;
  clip.binding = "toy.rig";
  clip.tracks.push_back({"arm", Property::position, Interpolation::smooth, {}, {}});
  clip.tracks.back().keys = {{0, {1, 2, 3}}, {0.5, {4, 5, 6}}};
  return clip;
}

void expect_error(const Error& error, const std::string& text) {
  EXPECT_EQ(error.code, ErrorCode::limit);
  EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
}

TEST(MotionLimits, SizeAndDepth) {
  const std::string text = "duration: 1\ntracks: [[[[1]]]]\n";
  ReadOptions options;
  options.limits.max_bytes = text.size() - 1;
  const std::string size = "bytes; the limit is " + std::to_string(text.size() - 1) +
                           ". A program that trusts the file "
                           "can raise LoadLimits::max_bytes.";
  const Result<Clip> clip = parse_clip(text, "c", options);
  ASSERT_FALSE(clip);
  expect_error(clip.error(), size);
  const Result<Binding> rig = parse_binding(text, "c", options);
  ASSERT_FALSE(rig);
  expect_error(rig.error(), size);
  options.limits = {};
  options.limits.max_depth = 3;
  const Result<Clip> deep = parse_clip(text, "c", options);
  ASSERT_FALSE(deep);
  expect_error(deep.error(), "deeper than 3 levels. A program that trusts the file can raise LoadLimits::max_depth.");
}

TEST(MotionOutOfMemory, ReadingAndWriting) {
  const Result<Binding> binding = parse_binding(rig_text, "toy.rig");
  ASSERT_TRUE(binding) << binding.error();
  fail_everywhere([&] { return code_of(parse_binding(rig_text, "toy.rig")); });
  fail_everywhere([&] { return code_of(write_binding(*binding)); });
  Binding changed = *binding;
  changed.nodes[1].rest.position = {3, 2, 1};
  fail_everywhere([&] { return code_of(write_binding(changed)); });
  changed.source = nullptr;
  fail_everywhere([&] { return code_of(write_binding(changed)); });

  const Result<std::string> text = write_clip(clip_of(*binding));
  ASSERT_TRUE(text) << text.error();
  const Result<Clip> clip = parse_clip(*text, "c");
  ASSERT_TRUE(clip) << clip.error();
  fail_everywhere([&] { return code_of(parse_clip(*text, "c")); });
  fail_everywhere([&] { return code_of(write_clip(*clip)); });
  Clip moved = *clip;
  moved.tracks[0].keys[1].value = {6, 5, 4};
  fail_everywhere([&] { return code_of(write_clip(moved)); });
}

TEST(MotionOutOfMemory, Binding) {
  const Result<motion::Binding> binding = parse_binding(rig_text, "toy.rig");
  ASSERT_TRUE(binding) << binding.error();
  const Clip clip = clip_of(*binding);
  fail_everywhere([&] { return code_of(bind(*binding, clip)); });
  const std::vector<Part> parts = parts_of(*binding);
  fail_everywhere([&] { return code_of(Rig::create(parts, clip)); });
  const Result<Rig> rig = Rig::create(parts, clip);
  ASSERT_TRUE(rig) << rig.error();
  fail_everywhere([&] { return code_of(rig->bind(clip)); });
}

}  // namespace
}  // namespace sinew::motion
