// What the cases cannot say: places, warnings, limits, damaged and hostile texts.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "motion/yaml_document.hpp"
#include "sinew/motion.hpp"

namespace sinew::motion {
namespace {

constexpr std::string_view kClip = R"(format:
  version: 1.0.0
model: crane
duration: 4
loop: true
tracks:
  - part: hook
    property: position
    interpolation: linear
    keys:
      - time: 1
        value: [0, 2, 0]
      - time: 2
        value: [0, 3, 0]
)";

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string out(text);
  const std::size_t at = out.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return out.replace(at, what.size(), with);
}

void expect_place(std::string_view text, std::uint32_t line, std::uint32_t column, std::string_view pointer) {
  const auto clip = parse_clip(text, "crane.motion");
  ASSERT_FALSE(clip);
  EXPECT_EQ(clip.error().where.file, "crane.motion");
  EXPECT_EQ(clip.error().where.line, line) << clip.error();
  EXPECT_EQ(clip.error().where.column, column) << clip.error();
  EXPECT_EQ(clip.error().where.pointer, pointer) << clip.error();
}

TEST(MotionReading, SaysWhereAProblemIs) {
  expect_place(replaced(kClip, "duration: 4", "duration: 4000"), 4, 11, "/duration");
  expect_place(replaced(kClip, "linear", "cubic"), 9, 20, "/tracks/0/interpolation");
  expect_place(replaced(kClip, "[0, 3, 0]", "[0, 3]"), 14, 16, "/tracks/0/keys/1/value");
  expect_place(replaced(kClip, "time: 2", "time: 1"), 13, 15, "/tracks/0/keys/1/time");
  // What is missing is missed where it belongs.
  expect_place(replaced(kClip, "    property: position\n", ""), 7, 5, "/tracks/0/property");
  expect_place("", 1, 1, "/binding");
}

TEST(MotionReading, SaysWhereAClipDoesNotFit) {
  const std::string text = replaced(kClip, "format:\n  version: 1.0.0", "binding: crane.rig");
  Clip clip = *parse_clip(text);
  Binding rig = *parse_binding("name: crane\nnodes:\n  - {id: mast, kind: joint}\n");
  const Error missing = bind(rig, clip).error();
  EXPECT_EQ(missing.message, "Animation part is missing: hook");
  EXPECT_EQ(missing.where.line, 6u);
  EXPECT_EQ(missing.where.column, 11u);
  EXPECT_EQ(missing.where.pointer, "/tracks/0/part");
  rig.name = "Crane";
  EXPECT_EQ(bind(rig, clip).error().where.line, 2u);
  clip.source.reset();
  EXPECT_EQ(bind(rig, clip).error().where.line, 0u);
  EXPECT_EQ(bind(rig, clip).error().where.pointer, "/model");
}

TEST(MotionReading, CountsColumnsInBytesAndLinesAsEditorsDo) {
  const std::string marked = "\xEF\xBB\xBF" + std::string("model: Kr\xC3\xA4ne\r\nbinding: {}\r\n");
  expect_place(marked, 2, 10, "/binding");
  expect_place(
      "\xEF\xBB\xBF"
      "binding: []",
      1, 10, "/binding");
}

TEST(MotionReading, TellsWhatYamlItCannotRead) {
  const auto broken = parse_clip("model: a\n  duration: 4\n");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::syntax);
  EXPECT_EQ(broken.error().where.line, 2u);
  EXPECT_EQ(broken.error().message.back(), '.');
  EXPECT_EQ(parse_clip("model: \xFF\xFE").error().code, ErrorCode::encoding);
  EXPECT_EQ(parse_clip("model: a\xC3\x28").error().code, ErrorCode::encoding);
  EXPECT_EQ(parse_clip("just text").error().code, ErrorCode::wrong_type);
  EXPECT_EQ(parse_clip("- a\n- b\n").error().code, ErrorCode::wrong_type);
  EXPECT_EQ(parse_binding("[1, 2]").error().code, ErrorCode::wrong_type);
  EXPECT_EQ(parse_clip(std::string(kClip) + "---\nmodel: b\n").error().code, ErrorCode::syntax);
}

TEST(MotionReading, RefusesAliasesAndWhatIsTooDeepOrTooLarge) {
  const auto alias = parse_clip("a: &a [x, x]\nb: [*a, *a, *a]\n");
  ASSERT_FALSE(alias);
  EXPECT_EQ(alias.error().code, ErrorCode::not_supported);
  EXPECT_EQ(alias.error().where.column, 5u);

  const auto start = std::chrono::steady_clock::now();
  for (const std::string& nested : {std::string(200'000, '['), std::string(200'000, '{'), [] {
                                      std::string text;
                                      for (int i = 0; i < 100'000; ++i) text += "- ";
                                      return text;
                                    }()}) {
    const auto deep = parse_clip(nested);
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error().code, ErrorCode::limit) << deep.error();
  }
  EXPECT_EQ(parse_clip(std::string((16u << 20) + 1, ' ')).error().code, ErrorCode::limit);
  std::string many = "extra: [";
  for (int i = 0; i < 2'000'000; ++i) many += "1,";
  EXPECT_EQ(parse_clip(many + "1]").error().code, ErrorCode::limit);
  // Linear time: generous, as the machine may be busy. The quadratic way takes minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(MotionReading, WarnsOfFieldsGivenTwice) {
  const std::string twice = replaced(kClip, "duration: 4", "duration: 3\nduration: 4");
  std::vector<Warning> warnings;
  ReadOptions options;
  options.warnings = &warnings;
  EXPECT_EQ(parse_clip(twice, {}, options)->duration, 4);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].message, "The field 'duration' is given twice; the last one counts.");
  EXPECT_EQ(warnings[0].where.line, 5u);
  options.duplicates = DuplicateFields::first;
  EXPECT_EQ(parse_clip(twice, {}, options)->duration, 3);
}

TEST(MotionReading, KnowsFilesByTheirFields) {
  EXPECT_EQ(kind_of_text(kClip), FileKind::clip);
  EXPECT_EQ(kind_of_text("name: a\nnodes: []\n"), FileKind::rig);
  EXPECT_EQ(kind_of_text("entities:\n  - id: a\n"), FileKind::scene);
  EXPECT_EQ(kind_of_text("title: a\n"), std::nullopt);
  EXPECT_EQ(kind_of_text("]"), std::nullopt);
}

TEST(MotionReading, ReadsFilesAndSaysWhenThereIsNone) {
  const auto missing = load_clip("no/such/file.motion");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::file_not_found);
  EXPECT_EQ(load_binding("no/such/file.rig").error().code, ErrorCode::file_not_found);
}

TEST(MotionReading, SaysTheSameOfDataInMemory) {
  Clip clip = *parse_clip(kClip);
  EXPECT_TRUE(check_clip(clip));
  const auto message_after = [&](auto change) {
    Clip changed = clip;
    change(changed);
    const Status checked = check_clip(changed);
    return checked ? std::string() : checked.error().message;
  };
  EXPECT_EQ(message_after([](Clip& c) { c.kind = ClipKind::rig; }), "Animation requires a binding asset");
  EXPECT_EQ(message_after([](Clip& c) { c.duration = 0; }),
            "Animation needs a model and a duration in (0, 3600] seconds");
  EXPECT_EQ(message_after([](Clip& c) { c.model = ""; }),
            "Animation needs a model and a duration in (0, 3600] seconds");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks.clear(); }), "Animation needs 1 to 128 tracks");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].part = ""; }),
            "Track needs a part and position, rotation or scale property");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks.push_back(c.tracks[0]); }), "Duplicate part/property animation track");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].curve.x1 = 2; }),
            "Curve coordinates must be finite and between 0 and 1");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].keys.clear(); }), "Track needs 1 to 512 keyframes");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].keys[1].time = 1; }),
            "Key times must increase strictly within the clip duration");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].property = Property::scale; }),
            "Animated scale must stay positive");
  EXPECT_EQ(message_after([](Clip& c) { c.tracks[0].keys[1].value.z = 2e6; }),
            "Animation values must be finite and within +/-1000000");

  Binding binding;
  binding.name = "Crane";
  EXPECT_EQ(check_binding(binding).error().message, "Binding needs 1 to 512 nodes");
  binding.nodes = {{"mast", NodeKind::joint, "mast", "", "", {}}, {"jib", NodeKind::joint, "jib", "mast", "", {}}};
  EXPECT_TRUE(check_binding(binding));
  binding.nodes[0].parent = "jib";
  EXPECT_EQ(check_binding(binding).error().message, "Part hierarchy contains a cycle");
  binding.nodes[0].parent = "rope";
  EXPECT_EQ(check_binding(binding).error().message, "Missing parent part: rope");
  binding.nodes[0] = {"jib", NodeKind::joint, "", "", "", {}};
  EXPECT_EQ(check_binding(binding).error().message, "Duplicate part name: jib");
  binding.nodes[0].id = "a:b";
  EXPECT_EQ(check_binding(binding).error().message, "Node IDs must be nonempty and contain no slash or colon");
}

TEST(MotionReading, SurvivesEveryCutAndEveryByteChanged) {
  const std::string text(kClip);
  std::size_t loaded = 0, refused = 0;
  const auto try_it = [&](const std::string& damaged) {
    const auto clip = parse_clip(damaged);
    if (clip) {
      ++loaded;
      EXPECT_TRUE(check_clip(*clip)) << damaged;
    } else {
      ++refused;
      EXPECT_FALSE(clip.error().message.empty());
    }
    const auto binding = parse_binding(damaged);
    EXPECT_TRUE(!binding || check_binding(*binding)) << damaged;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    try_it(text.substr(0, i));
    for (const char c : {'\0', '\n', '\t', ' ', ':', '-', '[', '}', '"', '&', '*', '%', '\xC3', '9'}) {
      std::string damaged = text;
      damaged[i] = c;
      try_it(damaged);
    }
  }
  EXPECT_GT(loaded, 100u);
  EXPECT_GT(refused, 1000u);
}

TEST(MotionReading, FindsTheBytesOfEveryValue) {
  // Characters of one to four bytes before and inside the values, and both line ends.
  const std::string text =
      "\xEF\xBB\xBF\xC3\xA4: \xE9\xA0\xAD\r\nb: [1, \xF0\x9F\x98\x80 x, 'q''']\r\nc:\r\n  - |\r\n    \xC3\xA4\r\n  - "
      "d\r\n";
  const auto document = YamlDocument::parse(text, {}, {});
  ASSERT_TRUE(document) << document.error();
  std::vector<std::string> written;
  for (const auto* node = document->first(document->root()); node != nullptr; node = document->next(*node)) {
    written.emplace_back(document->written(*node));
    for (const auto* item = document->first(*node); item != nullptr; item = document->next(*item)) {
      written.emplace_back(document->written(*item));
    }
  }
  const std::vector<std::string> expected = {"\xC3\xA4",
                                             "\xE9\xA0\xAD",
                                             "b",
                                             "[1, \xF0\x9F\x98\x80 x, 'q''']",
                                             "1",
                                             "\xF0\x9F\x98\x80 x",
                                             "'q'''",
                                             "c",
                                             "- |\r\n    \xC3\xA4\r\n  - d",
                                             "|\r\n    \xC3\xA4\r\n",
                                             "d"};
  EXPECT_EQ(written, expected);
}

}  // namespace
}  // namespace sinew::motion
