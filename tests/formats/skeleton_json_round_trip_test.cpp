// What a reader read, the writer writes again: the same model, and from then on the same bytes.
#include <filesystem>
#include <iostream>

#include "formats/json_document.hpp"
#include "model/names.hpp"
#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "sinew/write.hpp"
#include "skeleton_json_example.hpp"
#include "skeleton_json_fixture.hpp"
#include "support/corpus.hpp"
#include "support/equal_models.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr FormatVersion kVersions[] = {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1,
                                       FormatVersion::v4_2, FormatVersion::v4_3};

/// The folders whose skeletons go through the writer: the project's own, and the corpus and its cases where there are
/// any.
std::vector<fs::path> folders() {
  const fs::path data(SINEW_TEST_DATA);
  std::vector<fs::path> list = {data / "cases", data / "golden", data / "versions"};
  if (const auto folder = corpus()) {
    for (const char* name : {"3.8", "4.0", "4.1", "4.2", "4.3", "rigby", "../spec/cases"}) {
      if (fs::is_directory(*folder / name)) list.push_back(*folder / name);
    }
  }
  return list;
}

template <class Visit>
void for_each_file(std::string_view ending, Visit visit) {
  for (const fs::path& folder : folders()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().string().ends_with(ending)) visit(entry.path());
    }
  }
}

bool is_skeleton(const fs::path& path) {
  const std::string name = path.filename().string();
  return !name.ends_with(".golden.json") && !name.ends_with(".runs.json");
}

/// Loads, writes, loads, writes.
void expect_round_trip(std::string_view bytes, const std::string& name, const WriteOptions& options) {
  LoadOptions load_options;
  load_options.keep_unknown = true;
  const Result<SkeletonDataPtr> first = parse_skeleton(bytes, name, load_options);
  ASSERT_TRUE(first) << first.error();
  const Result<std::string> text = write_skeleton_json(**first, options);
  ASSERT_TRUE(text) << name << ": " << text.error();
  const Result<SkeletonDataPtr> second = parse_skeleton(*text, name, load_options);
  ASSERT_TRUE(second) << second.error();
  EXPECT_EQ(differences(**first, **second), "") << name;
  const Result<std::string> again = write_skeleton_json(**second, options);
  ASSERT_TRUE(again) << name << ": " << again.error();
  EXPECT_TRUE(*again == *text) << name << ": the second writing differs";
}

TEST(SkeletonJsonRoundTrip, GivesTheSameModelAndThenTheSameBytes) {
  std::size_t count = 0;
  for_each_file(".json", [&](const fs::path& path) {
    if (!is_skeleton(path)) return;
    const Result<std::string> bytes = read_file(path.string());
    ASSERT_TRUE(bytes) << bytes.error();
    for (const JsonLayout layout : {JsonLayout::pretty, JsonLayout::compact}) {
      expect_round_trip(*bytes, path.string(), {layout});
    }
    ++count;
  });
  EXPECT_GT(count, 100u);
  std::cout << count << " skeletons\n";
}

TEST(SkeletonJsonRoundTrip, GivesTheWorkedExampleAgain) {
  for (const FormatVersion version : kVersions) expect_round_trip(worked_example(version), "example.json", {});
}

TEST(SkeletonJsonRoundTrip, PosesAsBefore) {
  std::size_t frames = 0;
  for_each_file(".golden.json", [&](const fs::path& path) {
    if (path.string().ends_with(".skel.golden.json")) return;
    const Result<std::string> golden = read_file(path.string());
    ASSERT_TRUE(golden) << golden.error();
    const Result<std::string> name = golden_skeleton(*golden, path.string());
    ASSERT_TRUE(name) << name.error();
    // The name counts from the folder of the golden file, or from the corpus.
    fs::path skeleton = path.parent_path() / *name;
    if (!fs::exists(skeleton)) skeleton = *corpus() / *name;
    const Result<std::string> bytes = read_file(skeleton.string());
    ASSERT_TRUE(bytes) << bytes.error();
    const Result<SkeletonDataPtr> data = parse_skeleton(*bytes, *name);
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> text = write_skeleton_json(**data);
    ASSERT_TRUE(text) << text.error();
    const Result<GoldenReport> report = check_golden(*golden, path.string(), *text, *name);
    ASSERT_TRUE(report) << report.error();
    EXPECT_TRUE(report->passed()) << path << ": " << report->where;
    frames += report->frames;
  });
  EXPECT_GT(frames, 3000u);
  std::cout << frames << " frames\n";
}

/// Numbers of binary files are floats and are written with the digits of floats, which read as other doubles.
TEST(SkeletonJsonRoundTrip, WritesBinaryFilesWithinRounding) {
  if (!corpus()) GTEST_SKIP() << "There is no corpus; set SINEW_CORPUS.";
  std::size_t count = 0;
  for_each_file(".skel", [&](const fs::path& path) {
    const Result<SkeletonDataPtr> data = load_skeleton(path.string());
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> text = write_skeleton_json(**data);
    ASSERT_TRUE(text) << path << ": " << text.error();
    LoadOptions options;
    options.semantics = (*data)->semantics;
    const Result<SkeletonDataPtr> again = parse_skeleton(*text, path.string(), options);
    ASSERT_TRUE(again) << again.error();
    DiffOptions rounding;
    rounding.tolerance = 5e-5;  // fractions of 3.8 are floats, too, and times a way of hundreds of pixels
    rounding.relative_tolerance = 1e-6;
    for (const Difference& one : diff_skeletons(**data, **again, rounding)) {
      ADD_FAILURE() << path << one.path << ": " << one.a << " and " << one.b;
    }
    const Result<std::string> second = write_skeleton_json(**again);
    ASSERT_TRUE(second) << second.error();
    EXPECT_TRUE(*second == *text) << path << ": the second writing differs";
    ++count;
  });
  EXPECT_GE(count, 98u);
}

TEST(SkeletonJsonRoundTrip, WritesWhatIsConverted) {
  std::size_t count = 0;
  for_each_file(".json", [&](const fs::path& path) {
    if (!is_skeleton(path)) return;
    const Result<SkeletonDataPtr> data = load_skeleton(path.string());
    ASSERT_TRUE(data) << data.error();
    for (const FormatVersion version :
         {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1, FormatVersion::v4_2, FormatVersion::v4_3}) {
      const Result<SkeletonDataPtr> converted = convert_skeleton(*data, version);
      ASSERT_TRUE(converted) << converted.error();
      const Result<std::string> text = write_skeleton_json(**converted);
      ASSERT_TRUE(text) << path << " as " << name_of(version) << ": " << text.error();
      LoadOptions options;
      options.semantics = (*converted)->semantics;
      const Result<SkeletonDataPtr> again = parse_skeleton(*text, path.string(), options);
      ASSERT_TRUE(again) << again.error();
      // 3.8 has one curve for all values, also for those that stay as they are, and colours are bytes.
      if (version != FormatVersion::v3_8) {
        for (const Difference& one : diff_skeletons(**converted, **again)) {
          ADD_FAILURE() << path << " as " << name_of(version) << one.path << ": " << one.a << " and " << one.b;
        }
      }
      EXPECT_TRUE(write_skeleton_json(**again) && *write_skeleton_json(**again) == *text) << path;
      ++count;
    }
  });
  EXPECT_GT(count, 1000u);
}

/// Whether two documents have the same values under the same names in the same order.
bool same_json(const JsonDocument& a, const JsonDocument& b) {
  if (a.nodes().size() != b.nodes().size()) return false;
  for (std::size_t i = 0; i < a.nodes().size(); ++i) {
    const JsonNode &x = a.nodes()[i], &y = b.nodes()[i];
    if (x.type() != y.type() || x.key() != y.key()) return false;
    if (x.is(JsonType::number) && x.number() != y.number()) return false;
    if (x.is(JsonType::string) && x.text() != y.text()) return false;
    if (!x.is(JsonType::number) && !x.is(JsonType::string) && x.size() != y.size()) return false;
  }
  return true;
}

TEST(SkeletonJsonRoundTrip, WritesTheEditorsFilesAsTheEditorDoes) {
  const auto folder = corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus; set SINEW_CORPUS.";
  std::size_t files = 0, same_values = 0, same_bytes = 0;
  for (const char* version : {"3.8", "4.0", "4.1", "4.2"}) {
    for (const auto& entry : fs::recursive_directory_iterator(*folder / version)) {
      if (entry.path().extension() != ".json" || !is_skeleton(entry.path())) continue;
      const Result<std::string> bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes) << bytes.error();
      if (!bytes->starts_with("{\n\"skeleton\": {\n\t")) continue;  // not by the editor
      const Result<SkeletonDataPtr> data = parse_skeleton(*bytes);
      ASSERT_TRUE(data) << data.error();
      const Result<std::string> text = write_skeleton_json(**data);
      ASSERT_TRUE(text) << text.error();
      const Result<JsonDocument> before = JsonDocument::parse(*bytes, "", {});
      const Result<JsonDocument> after = JsonDocument::parse(*text, "", {});
      ASSERT_TRUE(before && after);
      ++files;
      if (same_json(*before, *after)) ++same_values;
      if (*bytes + '\n' == *text) ++same_bytes;
    }
  }
  // The others differ in what the specification asks for (values of physics that are the default), and in 3.8 in whole
  // turns of angles. Bytes differ in numbers with exponents, too.
  std::cout << files << " files, " << same_values << " with the same values, " << same_bytes
            << " with the same bytes\n";
  EXPECT_GE(same_values, files - 7);
  EXPECT_GE(same_bytes, 20u);
}

}  // namespace
}  // namespace sinew::test
