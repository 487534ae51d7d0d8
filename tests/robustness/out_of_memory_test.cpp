// Memory that runs out at any moment of what returns a Result: a clean error, nothing leaked.
#include <gtest/gtest.h>

#include <filesystem>

#include "sinew/atlas.hpp"
#include "sinew/check.hpp"
#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "sinew/scene.hpp"
#include "sinew/write.hpp"
#include "support/failing_memory.hpp"
#include "support/temporary_folder.hpp"
#ifdef SINEW_HAS_RENDER
#include "media/output_file.hpp"
#endif

namespace sinew {
namespace {

using test::code_of;
using test::fail_everywhere;
namespace fs = std::filesystem;

std::string bytes_of(std::string_view name) {
  const Result<std::string> bytes = read_file((fs::path(SINEW_TEST_DATA) / name).string());
  EXPECT_TRUE(bytes) << bytes.error();
  return bytes ? *bytes : std::string();
}

SkeletonDataPtr skeleton_of(std::string_view name) {
  LoadOptions options;
  options.keep_unknown = true;
  const Result<SkeletonDataPtr> data = parse_skeleton(bytes_of(name), name, options);
  EXPECT_TRUE(data) << data.error();
  return data ? *data : nullptr;
}

constexpr std::string_view samplers[] = {"versions/sampler-3.8.json", "versions/sampler-4.2.json",
                                         "versions/sampler-4.3.json"};

TEST(OutOfMemory, LoadingSkeletonJson) {
  for (const std::string_view name :
       {"golden/meshes.json", "golden/slots.json", "cases/constraints/slider-additive-props-43.json",
        "cases/constraints/mixing-physics-42.json", "cases/animation/apply-deform-4.2.json"}) {
    SCOPED_TRACE(name);
    const std::string bytes = bytes_of(name);
    fail_everywhere([&] { return code_of(parse_skeleton(bytes, "x")); });
  }
}

TEST(OutOfMemory, LoadingAtlas) {
  const std::string text = "page.png\nsize: 64, 64\none\nbounds: 1, 2, 3, 4\ntwo\nbounds: 5, 6, 7, 8\nrotate: 90\n";
  fail_everywhere([&] { return code_of(parse_atlas(text, "x")); });
}

TEST(OutOfMemory, CheckingGoldenFile) {
  const std::string skeleton = bytes_of("golden/version-4.3.json");
  const std::string golden = bytes_of("golden/version-4.3.rigby.golden.json");
  fail_everywhere([&] { return code_of(check_golden(golden, "g", skeleton, "s")); });
  fail_everywhere([&] { return code_of(golden_skeleton(golden, "g")); });
}

TEST(OutOfMemory, RecordingGoldenFile) {
  const std::string skeleton = bytes_of("golden/version-4.3.json");
  fail_everywhere([&] { return code_of(record_golden(skeleton, "s", {})); });
}

TEST(OutOfMemory, LoadingBinarySkeletons) {
  for (const std::string_view name :
       {"versions/sampler-3.8.skel", "versions/sampler-4.2.skel", "versions/sampler-4.3.skel"}) {
    SCOPED_TRACE(name);
    const std::string bytes = bytes_of(name);
    fail_everywhere([&] { return code_of(parse_skeleton(bytes, "x")); });
  }
}

TEST(OutOfMemory, LoadingDamagedSkeletons) {
  const std::string binary = bytes_of("versions/sampler-4.2.skel"), json = bytes_of("versions/sampler-4.2.json");
  for (const std::size_t part : {3u, 5u, 7u}) {
    const std::string start = binary.substr(0, binary.size() * part / 10);
    fail_everywhere([&] { return code_of(parse_skeleton(start, "x")); }, ErrorCode::syntax);
    const std::string text = json.substr(0, json.size() * part / 10);
    fail_everywhere([&] { return code_of(parse_skeleton(text, "x")); }, ErrorCode::syntax);
  }
  std::string changed = json;
  changed.replace(changed.find("\"rotate\": ["), 11, "\"rotate\": 1, \"x\": [");
  fail_everywhere([&] { return code_of(parse_skeleton(changed, "x")); }, ErrorCode::wrong_type);
}

TEST(OutOfMemory, LoadingFiles) {
  const std::string path = (fs::path(SINEW_TEST_DATA) / "versions/sampler-4.2.json").string();
  fail_everywhere([&] { return code_of(read_file(path)); });
  fail_everywhere([&] { return code_of(load_skeleton(path)); });
}

TEST(OutOfMemory, WritingSkeletons) {
  for (const std::string_view name : samplers) {
    SCOPED_TRACE(name);
    const SkeletonDataPtr data = skeleton_of(name);
    ASSERT_TRUE(data);
    fail_everywhere([&] { return code_of(write_skeleton_json(*data)); });
    fail_everywhere([&] { return code_of(write_skeleton_binary(*data)); });
  }
}

TEST(OutOfMemory, ConvertingSkeletons) {
  for (const std::string_view name : samplers) {
    SCOPED_TRACE(name);
    const SkeletonDataPtr data = skeleton_of(name);
    ASSERT_TRUE(data);
    for (const FormatVersion target : {FormatVersion::v3_8, FormatVersion::v4_2, FormatVersion::v4_3}) {
      if (target == data->version) continue;
      fail_everywhere([&] {
        std::vector<Loss> losses;
        return code_of(convert_skeleton(data, target, {}, &losses));
      });
    }
  }
}

TEST(OutOfMemory, WritingAtlas) {
  const Result<Atlas> atlas = parse_atlas(
      "page.png\nsize: 64, 64\nfilter: Linear, Linear\none\nbounds: 1, 2, 3, 4\nindex: 2\ntwo\nbounds: 5, 6, 7, 8\n");
  ASSERT_TRUE(atlas) << atlas.error();
  for (const AtlasLayout layout : {AtlasLayout::pretty, AtlasLayout::compact, AtlasLayout::old}) {
    fail_everywhere([&] {
      std::vector<Warning> warnings;
      return code_of(write_atlas(*atlas, layout, &warnings));
    });
  }
}

TEST(OutOfMemory, LoadingScene) {
  const std::string scene = bytes_of("fuzz/scene/walk.scene.json");
  const Result<SkeletonDataPtr> data = parse_skeleton(R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
    "bones": [{"name": "root"}, {"name": "camera", "parent": "root", "length": 20}],
    "slots": [{"name": "hill", "bone": "camera"}, {"name": "sky", "bone": "root"}],
    "skins": [{"name": "default"}, {"name": "summer"}],
    "animations": {"walk": {"bones": {"camera": {"translate": [{}, {"time": 1, "x": 30}]}}}, "wave": {}}})");
  ASSERT_TRUE(data) << data.error();
  const auto atlas = std::make_shared<const Atlas>();
  SceneAssets assets;
  assets.skeleton = [&](const std::string&) { return data; };
  assets.atlas = [&](const std::string&) { return Result<std::shared_ptr<const Atlas>>(atlas); };
  const auto read = parse_scene(scene, "s", assets);
  ASSERT_TRUE(read) << read.error();
  fail_everywhere([&] { return code_of(parse_scene(scene, "s", assets)); });
}

/// These return lists, not Results: they throw as a container does, and leak nothing.
TEST(OutOfMemory, CheckingAndComparing) {
  const SkeletonDataPtr a = skeleton_of(samplers[1]), b = skeleton_of(samplers[2]);
  ASSERT_TRUE(a && b);
  const auto thrown = [](auto&& function) -> std::optional<ErrorCode> {
    try {
      static_cast<void>(function());
      return std::nullopt;
    } catch (const std::bad_alloc&) {
      return ErrorCode::limit;
    }
  };
  fail_everywhere([&] { return thrown([&] { return check_skeleton(*a, nullptr); }); });
  fail_everywhere([&] { return thrown([&] { return diff_skeletons(*a, *b, {}); }); });
}

#ifdef SINEW_HAS_RENDER
TEST(OutOfMemory, FilesAreWholeOrNotThere) {
  const test::TemporaryFolder folder;
  for (std::size_t n = 1;; ++n) {
    bool failed = false, written = false;
    {
      test::FailingAllocations failing(n, true);
      try {
        Result<OutputFile> file = OutputFile::create(folder / "out.json");
        const std::uint8_t bytes[] = {1, 2, 3};
        written = file && file->write(bytes) && file->commit();
      } catch (const std::bad_alloc&) {
      }
      failed = failing.failed();
    }
    if (written) {
      EXPECT_EQ(folder.read("out.json").size(), 3u);
    } else {
      EXPECT_TRUE(folder.names().empty()) << "allocation " << n;
    }
    if (!failed) break;
    fs::remove(folder / "out.json");
    ASSERT_LT(n, 1000u);
  }
}
#endif

}  // namespace
}  // namespace sinew
