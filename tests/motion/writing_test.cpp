// Writing: what comes out says the same, and nothing is touched that was not changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "motion/yaml_text.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {
namespace {

constexpr std::string_view kClip = R"(# A swing of the gate.
format:
  version: 1.0.0   # the newest
  by: hand
model: gate
duration:   4.50 # seconds
loop: false
mood: [calm, {x: 1}]
tracks:
  # the wing
  - part: "left wing"
    color: "#ff0000"
    property: rotation
    interpolation: bezier
    keys:
      # closed
      - time: 0
        value: [0,   0, 0]  # shut
        label: start
      # open
      - time: 2.0
        label: end
        value: [0, 1.50, 0]
  - {part: bolt, property: position, interpolation: linear, keys: [{time: 1, value: [1, 2, 3], note: x}, {time: 2, value: [4, 5, 6]}]}
# the end
)";

Clip clip() {
  Result<Clip> read = parse_clip(kClip);
  EXPECT_TRUE(read) << read.error();
  return *read;
}

/// The text with pieces of it replaced, each of which must be there.
std::string edited(std::string text, std::initializer_list<std::pair<std::string_view, std::string_view>> edits) {
  for (const auto& [from, to] : edits) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return text;
}

void expect_text(const Clip& changed, const std::string& expected) {
  const Result<std::string> text = write_clip(changed);
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text, expected);
  EXPECT_TRUE(same_content(*parse_clip(*text), changed));
}

TEST(MotionWriting, ChangesNothingWhereNothingChanged) {
  expect_text(clip(), std::string(kClip));
}

TEST(MotionWriting, ChangesTheBytesOfTheValueAlone) {
  Clip changed = clip();
  changed.duration = 5;
  changed.loop = true;
  changed.model = "the gate";
  changed.tracks[0].keys[1].value.y = 1.25;
  changed.tracks[0].keys[1].time = 2.5;
  changed.tracks[1].keys[0].value.x = -1;
  changed.tracks[1].interpolation = Interpolation::step;
  expect_text(changed, edited(std::string(kClip), {{"4.50", "5"},
                                                   {"loop: false", "loop: true"},
                                                   {"model: gate", "model: the gate"},
                                                   {"1.50", "1.25"},
                                                   {"2.0\n", "2.5\n"},
                                                   {"[1, 2, 3]", "[-1, 2, 3]"},
                                                   {"linear", "step"}}));
}

TEST(MotionWriting, AddsAndRemovesKeysAndTheirComments) {
  Clip changed = clip();
  changed.tracks[0].keys.insert(changed.tracks[0].keys.begin() + 1, {1, {0, 0.5, 0}});
  changed.tracks[1].keys.push_back({3, {7, 8, 9}});
  expect_text(changed, edited(std::string(kClip),
                              {{"      # open\n", "      - time: 1\n        value: [0, 0.5, 0]\n      # open\n"},
                               {"[4, 5, 6]}", "[4, 5, 6]}, {time: 3, value: [7, 8, 9]}"}}));
  changed = clip();
  changed.tracks[0].keys.erase(changed.tracks[0].keys.begin());
  changed.tracks[1].keys.pop_back();
  expect_text(
      changed,
      edited(std::string(kClip),
             {{"      # closed\n      - time: 0\n        value: [0,   0, 0]  # shut\n        label: start\n", ""},
              {", {time: 2, value: [4, 5, 6]}", ""}}));
}

TEST(MotionWriting, AddsRemovesAndMovesTracks) {
  Clip changed = clip();
  changed.tracks.push_back({"bolt", Property::scale, Interpolation::bezier, {0, 0, 1, 1}, {{0, {1, 1, 1}}}});
  changed.tracks.erase(changed.tracks.begin());
  const std::size_t first = kClip.find("  # the wing"), second = kClip.find("  - {part: bolt"),
                    end = kClip.find("# the end");
  const std::string added =
      "  - part: bolt\n    property: scale\n    interpolation: bezier\n    curve: [0, 0, 1, 1]\n    keys:\n"
      "      - time: 0\n        value: [1, 1, 1]\n";
  expect_text(changed, std::string(kClip.substr(0, first)) + std::string(kClip.substr(second, end - second)) + added +
                           "# the end\n");

  changed = clip();
  std::swap(changed.tracks[0], changed.tracks[1]);
  changed.tracks[0].keys[0].value.z = 4;
  expect_text(changed, edited(std::string(kClip.substr(0, first)) + std::string(kClip.substr(second, end - second)) +
                                  std::string(kClip.substr(first, second - first)) + "# the end\n",
                              {{"[1, 2, 3]", "[1, 2, 4]"}}));
}

TEST(MotionWriting, AddsFieldsThatAreNotThere) {
  Clip changed = clip();
  changed.tracks[0].curve = {0, 0.5, 1, 1};
  changed.tracks[1].curve = {0, 0, 0, 0};
  changed.tracks[0].part = "null";
  expect_text(changed, edited(std::string(kClip), {{"\"left wing\"", "\"null\""},
                                                   {"bezier\n", "bezier\n    curve: [0, 0.5, 1, 1]\n"},
                                                   {"linear,", "linear, curve: [0, 0, 0, 0],"}}));
  // In a file without a line end at its end, and with others.
  const std::string bare =
      "binding: a.rig\r\nmodel: A\r\nduration: 1\r\ntracks:\r\n- part: b\r\n  property: scale\r\n"
      "  interpolation: step\r\n  keys:\r\n  - time: 0\r\n    value: [1, 1, 1]";
  Clip old = *parse_clip(bare);
  old.loop = true;
  old.tracks[0].keys.push_back({0.5, {2, 2, 2}});
  expect_text(old, edited(bare, {{"duration: 1\r\n", "duration: 1\r\nloop: true\r\n"}}) +
                       "\r\n  - time: 0.5\r\n    value: [2, 2, 2]");
}

TEST(MotionWriting, RefusesWhatIsNoClip) {
  Clip changed = clip();
  changed.tracks[0].keys[1].time = 0;
  EXPECT_EQ(write_clip(changed).error().message, "Key times must increase strictly within the clip duration");
  changed = clip();
  changed.kind = ClipKind::rig;
  changed.binding = "a.rig";
  EXPECT_EQ(write_clip(changed).error().code, ErrorCode::not_supported);
  changed.source.reset();
  const auto afresh = write_clip(changed);
  ASSERT_TRUE(afresh) << afresh.error();
  EXPECT_TRUE(same_content(*parse_clip(*afresh), changed));
  // No YAML text can hold this name.
  changed.model = "bad \xFF byte";
  EXPECT_FALSE(write_clip(changed));
}

TEST(MotionWriting, WritesAfreshAsThePageDoes) {
  Clip fresh = clip();
  fresh.source.reset();
  fresh.tracks.pop_back();
  fresh.tracks[0].curve = {0.5, 0, 0.5, 1};
  expect_text(fresh,
              "format:\n  version: 1.0.0\nmodel: gate\nduration: 4.5\nloop: false\ntracks:\n  - part: left wing\n"
              "    property: rotation\n    interpolation: bezier\n    curve: [0.5, 0, 0.5, 1]\n    keys:\n"
              "      - time: 0\n        value: [0, 0, 0]\n      - time: 2\n        value: [0, 1.5, 0]\n");
}

TEST(MotionWriting, EveryNameReadsBack) {
  for (const std::string name : {"a b",
                                 " a",
                                 "a ",
                                 "a: b",
                                 "a:",
                                 "a #b",
                                 "a#b",
                                 "#a",
                                 "-",
                                 "- a",
                                 "-a",
                                 "null",
                                 "Null",
                                 "~",
                                 "true",
                                 "No",
                                 "12",
                                 "1.5e3",
                                 ".5",
                                 "+1",
                                 "a\nb",
                                 "a\tb",
                                 "\"",
                                 "'",
                                 "a'b",
                                 "a\"b",
                                 "\\",
                                 "[a]",
                                 "{a}",
                                 "a, b",
                                 "&a",
                                 "*a",
                                 "!a",
                                 "|",
                                 ">",
                                 "%a",
                                 "@a",
                                 "`a",
                                 "---",
                                 "...",
                                 "<<",
                                 "=",
                                 "?",
                                 "? a",
                                 "\x01",
                                 "\x7f",
                                 "R\xC3\xB6hre",
                                 "\xE9\xA0\xAD",
                                 "\xC2\x85",
                                 "\xE2\x80\xA8x",
                                 "\xEF\xBB\xBFz",
                                 "\xF0\x9F\x98\x80",
                                 "a\r\nb",
                                 "a\\nb"}) {
    Clip named = clip();
    named.source.reset();
    named.model = named.tracks[0].part = name;
    auto text = write_clip(named);
    ASSERT_TRUE(text) << name << ": " << text.error();
    EXPECT_EQ(parse_clip(*text)->model, name);
    // In braces other characters have a meaning.
    named = clip();
    named.tracks[1].part = name;
    text = write_clip(named);
    ASSERT_TRUE(text) << name << ": " << text.error();
    EXPECT_EQ(parse_clip(*text)->tracks[1].part, name);
  }
}

constexpr std::string_view kRig = R"(name: Gate
weather: fine
nodes:
  - id: post   # left
    kind: joint
    position: [0, 1, 0]
  - kind: attachment
    id: wing
    parent: post
    model: plank
    tint: red
)";

void expect_text(const Binding& changed, const std::string& expected) {
  const Result<std::string> text = write_binding(changed);
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text, expected);
  EXPECT_TRUE(same_content(*parse_binding(*text), changed));
}

TEST(MotionWriting, KeepsWhatItDoesNotKnowOfARig) {
  const Binding rig = *parse_binding(kRig);
  expect_text(rig, std::string(kRig));
  Binding changed = rig;
  changed.name = "Big gate";
  changed.nodes[0].rest.position.y = 1.5;
  changed.nodes[0].rest.scale = {2, 2, 2};
  changed.nodes[1].model.clear();
  changed.nodes[1].name = "Wing";
  changed.nodes.push_back({"bolt", NodeKind::entity, "bolt", "wing", "", {{}, {0, 0, 1}, {1, 1, 1}}});
  expect_text(changed, edited(std::string(kRig), {{"name: Gate", "name: Big gate"},
                                                  {"[0, 1, 0]\n", "[0, 1.5, 0]\n    scale: [2, 2, 2]\n"},
                                                  {"id: wing\n", "id: wing\n    name: Wing\n"},
                                                  {"    model: plank\n", ""}}) +
                           "  - id: bolt\n    kind: entity\n    parent: wing\n    rotation: [0, 0, 1]\n");
  changed = rig;
  changed.nodes[0].id = "pole";
  changed.nodes[1].parent = "pole";
  changed.nodes[0].name = "pole";
  expect_text(changed, edited(std::string(kRig), {{"id: post", "id: pole"}, {"parent: post", "parent: pole"}}));
  changed = rig;
  changed.nodes[1].parent.clear();
  expect_text(changed, edited(std::string(kRig), {{"    parent: post\n", ""}}));
}

TEST(MotionWriting, KeepsTheRestOfAScene) {
  const std::string scene =
      "title: Yard\nentities:\n  - id: sun\n    kind: light\n  - id: door\n    kind: entity\n  - id: rain\n    kind: "
      "weather\n  - id: cat\n    kind: entity\n";
  Binding changed = *parse_binding(scene);
  ASSERT_EQ(changed.nodes.size(), 2u);
  changed.nodes[1].rest.position = {1, 2, 3};
  changed.nodes.erase(changed.nodes.begin());
  expect_text(changed, edited(scene, {{"  - id: door\n    kind: entity\n", ""}}) + "    position: [1, 2, 3]\n");
  changed.source.reset();
  EXPECT_EQ(write_binding(changed).error().code, ErrorCode::not_supported);
}

/// Any change to a clip that leaves it one.
void change(Clip& clip, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  Track& track = clip.tracks[below(clip.tracks.size())];
  switch (below(9)) {
    case 0:
      track.keys[below(track.keys.size())].value.x = static_cast<double>(1 + below(100)) / 8;
      break;
    case 1:
      track.keys.push_back({track.keys.back().time + 0.25, {1, 2, 3}});
      break;
    case 2:
      if (track.keys.size() > 1)
        track.keys.erase(track.keys.begin() + static_cast<std::ptrdiff_t>(below(track.keys.size())));
      break;
    case 3:
      track.part = "part " + std::to_string(below(1000));
      break;
    case 4:
      track.interpolation = static_cast<Interpolation>(below(4));
      break;
    case 5:
      track.curve.y1 = static_cast<double>(below(5)) / 4;
      break;
    case 6:
      std::shuffle(clip.tracks.begin(), clip.tracks.end(), random);
      break;
    case 7:
      clip.tracks.push_back({"new " + std::to_string(below(100000)),
                             Property::scale,
                             Interpolation::smooth,
                             {},
                             {{0, {1, 1, 1}}, {1, {2, 2, 2}}}});
      break;
    default:
      if (clip.tracks.size() > 1)
        clip.tracks.erase(clip.tracks.begin() + static_cast<std::ptrdiff_t>(below(clip.tracks.size())));
      break;
  }
  clip.duration = 100;
}

TEST(MotionWriting, AnyChangeReadsBack) {
  std::mt19937 random(9);
  for (int run = 0; run < 60; ++run) {
    Clip changing = clip();
    for (int step = 0; step < 20; ++step) {
      for (int i = 0; i <= step % 4; ++i) change(changing, random);
      if (!check_clip(changing)) {  // two tracks of one name, by chance
        changing = clip();
        continue;
      }
      const Result<std::string> text = write_clip(changing);
      ASSERT_TRUE(text) << text.error() << "\n" << *changing.source;
      Clip again = *parse_clip(*text);
      ASSERT_TRUE(same_content(again, changing));
      EXPECT_NE(text->find("mood: [calm, {x: 1}]"), std::string::npos);
      changing = again;
    }
  }
}

}  // namespace
}  // namespace sinew::motion
