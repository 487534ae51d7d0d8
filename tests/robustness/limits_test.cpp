// LoadLimits: each has an error that names it, what was found and how to raise it; just within it all is well.
#include <gtest/gtest.h>

#include <ctime>
#include <iostream>

#include "sinew/atlas.hpp"
#include "sinew/convert.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "sinew/load.hpp"
#include "sinew/scene.hpp"
#include "sinew/write.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

constexpr std::string_view skeleton = R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
  "bones": [{"name": "root"}, {"name": "a", "parent": "root"}, {"name": "b", "parent": "a"}],
  "slots": [{"name": "s", "bone": "root"}, {"name": "t", "bone": "b"}],
  "transform": [{"name": "c", "bones": ["a"], "target": "root"}, {"name": "d", "order": 1, "bones": ["root"], "target": "b"},
                {"name": "e", "order": 2, "bones": ["root"], "target": "b"}],
  "skins": [{"name": "default", "attachments": {"s": {"box": {"type": "boundingbox", "vertexCount": 3, "vertices": [0, 0, 5, 0, 5, 5]}},
             "t": {"picture": {"width": 5, "height": 5}, "other": {"width": 5, "height": 5}}}}],
  "animations": {"one": {"bones": {"a": {"rotate": [{}, {"time": 1, "value": 5}], "shear": [{}]}}}, "two": {}}})";

std::string as_binary() {
  const Result<SkeletonDataPtr> data = parse_skeleton(skeleton);
  const Result<std::string> bytes = data ? write_skeleton_binary(**data) : data.error();
  EXPECT_TRUE(bytes) << bytes.error();
  return bytes ? *bytes : std::string();
}

void expect_error(const Error& error, const std::string& member, std::size_t limit, const std::string& file) {
  EXPECT_EQ(error.code, ErrorCode::limit);
  EXPECT_EQ(error.where.file, file);
  EXPECT_NE(error.message.find("; the limit is " + std::to_string(limit) + '.'), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("raise LoadLimits::" + member + '.'), std::string::npos) << error.message;
}

template <class Limit>
void expect_limit(Limit LoadLimits::*member, const std::string& name, std::size_t found, const std::string& text) {
  const std::string binary = as_binary();
  for (const std::string_view bytes : {skeleton, std::string_view(binary)}) {
    LoadOptions options;
    options.limits.*member = static_cast<Limit>(found);
    const Result<SkeletonDataPtr> within = parse_skeleton(bytes, "hero", options);
    EXPECT_TRUE(within) << within.error();
    options.limits.*member = static_cast<Limit>(found - 1);
    const Result<SkeletonDataPtr> beyond = parse_skeleton(bytes, "hero", options);
    ASSERT_FALSE(beyond) << name;
    expect_error(beyond.error(), name, found - 1, "hero");
    EXPECT_NE(beyond.error().message.find(text), std::string::npos) << beyond.error().message;
  }
}

TEST(Limits, CountsOfSkeletons) {
  expect_limit(&LoadLimits::max_bones, "max_bones", 3, "The skeleton has 3 bones");
  expect_limit(&LoadLimits::max_slots, "max_slots", 2, "The skeleton has 2 slots");
  expect_limit(&LoadLimits::max_constraints, "max_constraints", 3, "The skeleton has 3 constraints");
  expect_limit(&LoadLimits::max_attachments, "max_attachments", 3, "The skeleton has 3 attachments");
  expect_limit(&LoadLimits::max_vertices, "max_vertices", 3, "The skeleton has 3 vertices");
  expect_limit(&LoadLimits::max_animations, "max_animations", 2, "The skeleton has 2 animations");
  expect_limit(&LoadLimits::max_keys, "max_keys", 3, "The skeleton has 3 keys");
}

/// A skeleton in which the text called `place` is `text`; every other text is a short one.
std::string with_text(std::string_view place, std::string_view text) {
  std::string json = R"({"skeleton": {"hash": "@hash", "spine": "4.2.43", "images": "@images", "audio": "@sounds"},
    "bones": [{"name": "@bone", "icon": "@icon"}], "slots": [{"name": "@slot", "bone": "@bone"},
    {"name": "s", "bone": "@bone", "attachment": "@setup"}],
    "transform": [{"name": "@constraint", "bones": ["@bone"], "target": "@bone"}],
    "skins": [{"name": "default", "attachments": {"@slot": {"@key": {"name": "@name", "path": "@path", "width": 5,
    "height": 5}}}}, {"name": "@skin", "attachments": {}}],
    "events": {"@event": {"string": "@value", "audio": "@audio"}},
    "animations": {"@animation": {"slots": {"@slot": {"attachment": [{"name": "@shown"}]}},
    "events": [{"name": "@event", "string": "@keyed"}]}}})";
  for (std::size_t at = 0; (at = json.find('@', at)) != std::string::npos;) {
    const std::size_t end = json.find('"', at);
    if (json.substr(at + 1, end - at - 1) == place) {
      json.replace(at, end - at, text);
    } else {
      json.erase(at, 1);
    }
  }
  return json;
}

TEST(Limits, TextsOfSkeletons) {
  const std::string text(50, 'n');
  for (const std::string_view place :
       {"bone", "slot", "constraint", "skin", "key", "name", "path", "setup", "event", "animation", "hash", "images",
        "sounds", "icon", "audio", "shown"}) {
    SCOPED_TRACE(place);
    const std::string json = with_text(place, text);
    const Result<SkeletonDataPtr> data = parse_skeleton(json);
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> binary = write_skeleton_binary(**data);
    ASSERT_TRUE(binary) << binary.error();
    for (const std::string_view bytes : {std::string_view(json), std::string_view(*binary)}) {
      // From 4.0 on a binary file has eight bytes for the hash, and what only editors show may not be there.
      const bool there = bytes.find(text) != std::string_view::npos;
      EXPECT_TRUE(there || place == "hash" || place == "images" || place == "sounds" || place == "icon");
      LoadOptions options;
      options.limits.max_name = text.size();
      const Result<SkeletonDataPtr> within = parse_skeleton(bytes, "hero", options);
      EXPECT_TRUE(within) << within.error();
      if (!there) continue;
      options.limits.max_name = text.size() - 1;
      const Result<SkeletonDataPtr> beyond = parse_skeleton(bytes, "hero", options);
      ASSERT_FALSE(beyond);
      expect_error(beyond.error(), "max_name", text.size() - 1, "hero");
      EXPECT_NE(beyond.error().message.find("has 50 bytes"), std::string::npos) << beyond.error().message;
      EXPECT_EQ(beyond.error().message.find(text), std::string::npos) << "the text is what is too long for a message";
    }
  }
}

TEST(Limits, StringsOfEventsAreNoNames) {
  const std::string text(50'000, 'n');
  for (const std::string_view place : {"value", "keyed"}) {
    const Result<SkeletonDataPtr> data = parse_skeleton(with_text(place, text));
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> binary = write_skeleton_binary(**data);
    ASSERT_TRUE(binary) << binary.error();
    EXPECT_NE(binary->find(text), std::string::npos);
    EXPECT_TRUE(parse_skeleton(*binary));
  }
}

TEST(Limits, SizeOfSkeletons) {
  const std::string binary = as_binary();
  for (const std::string_view bytes : {skeleton, std::string_view(binary)}) {
    LoadOptions options;
    options.limits.max_bytes = bytes.size();
    EXPECT_TRUE(parse_skeleton(bytes, "hero", options));
    options.limits.max_bytes = bytes.size() - 1;
    const Result<SkeletonDataPtr> beyond = parse_skeleton(bytes, "hero", options);
    ASSERT_FALSE(beyond);
    expect_error(beyond.error(), "max_bytes", bytes.size() - 1, "hero");
    EXPECT_NE(beyond.error().message.find("The file has " + std::to_string(bytes.size()) + " bytes"),
              std::string::npos);
  }
}

TEST(Limits, DepthOfJson) {
  LoadOptions options;
  options.limits.max_depth = 7;
  EXPECT_TRUE(parse_skeleton(skeleton, "hero", options));
  options.limits.max_depth = 6;
  const Result<SkeletonDataPtr> beyond = parse_skeleton(skeleton, "hero", options);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::limit);
  EXPECT_NE(beyond.error().message.find("more than 6 deep. A program that trusts the file can raise "
                                        "LoadLimits::max_depth."),
            std::string::npos)
      << beyond.error().message;
}

TEST(Limits, MemoryOfSkeletons) {
  // Every size up to what is needed: either the one error or the skeleton, and from some size on the skeleton.
  const std::string binary = as_binary();
  for (const std::string_view bytes : {skeleton, std::string_view(binary)}) {
    bool loaded = false;
    for (std::size_t limit = 0; limit < 100'000; limit += 500) {
      LoadOptions options;
      options.limits.max_memory = limit;
      const Result<SkeletonDataPtr> data = parse_skeleton(bytes, "hero", options);
      ASSERT_TRUE(data || !loaded) << limit;
      loaded = loaded || data;
      if (!data) expect_error(data.error(), "max_memory", limit, "hero");
    }
    EXPECT_TRUE(loaded);
  }
}

/// Parsed JSON and the skeleton's arena are each held to the limit.
TEST(Limits, MemoryOfJsonAndOfArenas) {
  std::string zeros = R"({"skeleton": {"hash": "x", "spine": "4.2.43"}, "bones": [{"name": "root"}], "unknown": [0)";
  for (int i = 1; i < 20'000; ++i) zeros += ", 0";
  zeros += "]}";
  std::string names = R"({"skeleton": {"hash": "x", "spine": "4.2.43"}, "bones": [)";
  for (int i = 0; i < 50; ++i)
    names += (i == 0 ? "{\"name\": \"" : ", {\"name\": \"") + std::string(4000, static_cast<char>('a' + i / 26)) +
             static_cast<char>('a' + i % 26) + "\"" +
             (i == 0 ? "" : ", \"parent\": \"" + std::string(4000, 'a') + "a\"") + "}";
  names += "]}";
  const Result<SkeletonDataPtr> named = parse_skeleton(names);
  ASSERT_TRUE(named) << named.error();
  const Result<std::string> binary = write_skeleton_binary(**named);
  ASSERT_TRUE(binary) << binary.error();
  LoadOptions options;
  options.limits.max_memory = 100'000;
  const Result<SkeletonDataPtr> json = parse_skeleton(zeros, "hero", options);
  ASSERT_FALSE(json);
  expect_error(json.error(), "max_memory", 100'000, "hero");
  for (const std::string_view bytes : {std::string_view(names), std::string_view(*binary)}) {
    const Result<SkeletonDataPtr> arena = parse_skeleton(bytes, "hero", options);
    ASSERT_FALSE(arena);
    expect_error(arena.error(), "max_memory", 100'000, "hero");
    EXPECT_NE(arena.error().message.find("What the file describes needs at least"), std::string::npos)
        << arena.error().message;
    EXPECT_NE(json.error().message.substr(0, 20), arena.error().message.substr(0, 20));
  }
  options.limits.max_memory = 2'000'000;
  for (const std::string_view bytes : {std::string_view(zeros), std::string_view(names), std::string_view(*binary)}) {
    EXPECT_TRUE(parse_skeleton(bytes, "hero", options));
  }
}

/// `count` constraints on the root of a chain of as many bones, each of which has all of them computed again.
std::string root_constraints(std::string_view version, std::size_t count) {
  const bool newer = version.starts_with("4.3");
  std::string text =
      R"({"skeleton": {"hash": "x", "spine": ")" + std::string(version) + R"("}, "bones": [{"name": "b0"})";
  for (std::size_t i = 1; i < count; ++i) {
    text += R"(, {"name": "b)" + std::to_string(i) + R"(", "parent": "b)" + std::to_string(i - 1) + R"("})";
  }
  text += newer ? R"(], "constraints": [)" : R"(], "transform": [)";
  for (std::size_t i = 0; i < count; ++i) {
    text += i == 0 ? "" : ", ";
    text += R"({"type": "transform", "name": "c)" + std::to_string(i) + R"(", "order": )" + std::to_string(i) +
            R"(, "bones": ["b0"], ")" + (newer ? "source" : "target") + R"(": "b)" + std::to_string(count - 1) +
            R"("})";
  }
  return text + "]}";
}

std::string sliders(std::string_view version, std::size_t count) {
  std::string text =
      R"({"skeleton": {"hash": "x", "spine": ")" + std::string(version) + R"("}, "bones": [{"name": "b0"})";
  std::string timelines = R"("b0": {"rotate": [{}]})", constraints;
  for (std::size_t i = 1; i < count; ++i) {
    const std::string name = "b" + std::to_string(i);
    text += R"(, {"name": ")" + name + R"(", "parent": "b0"})";
    timelines += ", \"" + name + R"(": {"rotate": [{}]})";
  }
  for (std::size_t i = 0; i < count; ++i) {
    constraints += std::string(i == 0 ? "" : ", ") + R"({"type": "slider", "name": "c)" + std::to_string(i) +
                   R"(", "animation": "a"})";
  }
  return text + "], \"constraints\": [" + constraints + R"(], "animations": {"a": {"bones": {)" + timelines + "}}}}";
}

TEST(Limits, UpdatesOfOneFrame) {
  const std::string many[] = {root_constraints("4.2.43", 300),
                              root_constraints("4.2.0", 300),
                              root_constraints("4.3.13", 300),
                              root_constraints("4.3.0", 300),
                              root_constraints("3.8.99", 300),
                              sliders("4.3.13", 300),
                              sliders("4.3.0", 300)};
  for (const std::string& text : many) {
    EXPECT_TRUE(parse_skeleton(text));
    LoadOptions options;
    options.limits.max_updates = 80'000;  // of about 300 x 300
    const Result<SkeletonDataPtr> beyond = parse_skeleton(text, "hero", options);
    ASSERT_FALSE(beyond) << text.substr(0, 60);
    EXPECT_EQ(beyond.error().code, ErrorCode::limit);
    EXPECT_NE(beyond.error().message.find("the limit is 80000. A program that trusts the file can raise "
                                          "LoadLimits::max_updates."),
              std::string::npos)
        << beyond.error().message;
    options.limits.max_updates = 190'000;
    const Result<SkeletonDataPtr> within = parse_skeleton(text, "hero", options);
    EXPECT_TRUE(within) << within.error();
  }
}

TEST(Limits, ProductsOfConstraintsAndBonesEndSoon) {
  const std::string many[] = {root_constraints("4.2.43", 20'000), root_constraints("4.2.0", 20'000),
                              root_constraints("4.3.13", 20'000), sliders("4.3.13", 20'000), sliders("4.3.0", 20'000)};
  for (const std::string& text : many) {
    const std::clock_t start = std::clock();
    const Result<SkeletonDataPtr> data = parse_skeleton(text);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ASSERT_FALSE(data) << text.substr(0, 60);
    EXPECT_EQ(data.error().code, ErrorCode::limit);
    EXPECT_LT(seconds, 5) << text.substr(0, 60);  // 400 million steps, each with an entry in a list, take longer
    std::cout << seconds << " s for " << text.size() << " bytes\n";
  }
}

TEST(Limits, UpdatesOfOneFrameCountUnderEverySkin) {
  // Without a skin nothing is constrained; with it all is.
  std::string text = root_constraints("4.2.43", 300), listed;
  for (std::size_t at = 0; (at = text.find("\"order\"", at)) != std::string::npos; at += 20) {
    text.insert(at, "\"skin\": true, ");
  }
  for (std::size_t i = 0; i < 300; ++i) listed += (i == 0 ? "\"c" : ", \"c") + std::to_string(i) + '"';
  text.insert(text.size() - 1, R"(, "skins": [{"name": "default"}, {"name": "k", "transform": [)" + listed + "]}]");
  EXPECT_TRUE(parse_skeleton(text));
  LoadOptions options;
  options.limits.max_updates = 80'000;
  EXPECT_FALSE(parse_skeleton(text, {}, options));
}

TEST(Limits, UpdatesOfConvertedSkeletons) {
  const Result<SkeletonDataPtr> data = parse_skeleton(root_constraints("4.2.43", 300));
  ASSERT_TRUE(data) << data.error();
  ConvertOptions options;
  options.max_updates = 1000;
  const Result<SkeletonDataPtr> converted = convert_skeleton(*data, FormatVersion::v4_3, options);
  ASSERT_FALSE(converted);
  EXPECT_EQ(converted.error().code, ErrorCode::limit);
  EXPECT_TRUE(convert_skeleton(*data, FormatVersion::v4_3));
}

TEST(Limits, Atlases) {
  constexpr std::string_view text = "page.png\nsize: 64, 64\na\nbounds: 1, 1, 2, 2\nb\nbounds: 1, 1, 2, 2\n";
  LoadLimits limits;
  limits.max_bytes = text.size();
  limits.max_regions = 2;
  EXPECT_TRUE(parse_atlas(text, "a", nullptr, limits));
  limits.max_regions = 1;
  const Result<Atlas> regions = parse_atlas(text, "a", nullptr, limits);
  ASSERT_FALSE(regions);
  expect_error(regions.error(), "max_regions", 1, "a");
  EXPECT_EQ(regions.error().where.line, 5u);
  limits = {};
  limits.max_bytes = text.size() - 1;
  const Result<Atlas> size = parse_atlas(text, "a", nullptr, limits);
  ASSERT_FALSE(size);
  expect_error(size.error(), "max_bytes", text.size() - 1, "a");
}

/// What else an atlas has many of: pages, and entries that mean nothing to the reader.
TEST(Limits, PagesAndUnknownEntriesOfAtlases) {
  const std::pair<std::string_view, std::string_view> atlases[] = {
      {"a.png\nsize: 4, 4\n\nb.png\nsize: 4, 4\n\nc.png\nsize: 4, 4\n", "pages"},
      {"a.png\nsize: 4, 4\none: 1\ntwo: 2\nthree: 3\n", "entries"},
      {"a.png\nsize: 4, 4\nr\nbounds: 1, 1, 2, 2\none: 1\ntwo: 2\nthree: 3\n", "entries"},
  };
  for (const auto& [text, what] : atlases) {
    SCOPED_TRACE(text);
    LoadLimits limits;
    limits.max_regions = 3;
    EXPECT_TRUE(parse_atlas(text, "a", nullptr, limits));
    limits.max_regions = 2;
    const Result<Atlas> beyond = parse_atlas(text, "a", nullptr, limits);
    ASSERT_FALSE(beyond);
    expect_error(beyond.error(), "max_regions", 2, "a");
    EXPECT_NE(beyond.error().message.find(what), std::string::npos) << beyond.error().message;
  }
}

TEST(Limits, GoldenFiles) {
  LoadLimits limits;
  limits.max_bytes = 10;
  const Result<GoldenReport> golden = check_golden("{\"bones\": []}", "g", skeleton, "s", GoldenMode::any, limits);
  ASSERT_FALSE(golden);
  expect_error(golden.error(), "max_bytes", 10, "g");
  const Result<std::string> name = golden_skeleton("{\"bones\": []}", "g", limits);
  ASSERT_FALSE(name);
  expect_error(name.error(), "max_bytes", 10, "g");
  GoldenRecordOptions options;
  options.limits.max_bones = 1;
  const Result<std::string> recorded = record_golden(skeleton, "s", options);
  ASSERT_FALSE(recorded);
  expect_error(recorded.error(), "max_bones", 1, "s");
}

TEST(Limits, Scenes) {
  constexpr std::string_view scene = R"({"shots": [{"name": "one", "duration": 1}], "actors": []})";
  SceneLoadOptions options;
  options.limits.max_bytes = 10;
  const auto size = parse_scene(scene, "s", {}, options);
  ASSERT_FALSE(size);
  expect_error(size.error(), "max_bytes", 10, "s");
  options.limits = {};
  options.limits.max_depth = 2;
  const auto depth = parse_scene(scene, "s", {}, options);
  ASSERT_FALSE(depth);
  EXPECT_EQ(depth.error().code, ErrorCode::limit);
}

TEST(Limits, FilesAreNotReadBeyond) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "large.json";
  folder.write("large.json", std::string(1000, ' '));
  EXPECT_TRUE(read_file(path, 1000));
  const Result<std::string> file = read_file(path, 999);
  ASSERT_FALSE(file);
  expect_error(file.error(), "max_bytes", 999, path);
  LoadOptions options;
  options.limits.max_bytes = 999;
  EXPECT_EQ(load_skeleton(path, options).error().code, ErrorCode::limit);
  EXPECT_EQ(load_atlas(path, nullptr, options.limits).error().code, ErrorCode::limit);
}

#ifndef _WIN32
TEST(Limits, DevicesThatNeverEndAreNotReadBeyond) {
  const Result<std::string> zeros = read_file("/dev/zero", 100'000);
  ASSERT_FALSE(zeros);
  expect_error(zeros.error(), "max_bytes", 100'000, "/dev/zero");
  EXPECT_NE(zeros.error().message.find("goes on behind"), std::string::npos) << zeros.error().message;
  const Result<std::string> folder = read_file("/");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::file_not_readable);
}
#endif

}  // namespace
}  // namespace sinew
