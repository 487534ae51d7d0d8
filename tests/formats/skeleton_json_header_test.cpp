// The header, and which version and semantics a file is of.
#include <cmath>
#include <limits>

#include "model/names.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

constexpr const char* kRoot = R"("bones": [{"name": "root"}])";

TEST(SkeletonJsonHeader, ReadsEveryMember) {
  const Loaded data = load(R"({"skeleton": {"hash": "h", "spine": "4.2.22", "x": -1, "y": 2, "width": 3, "height": 4,
    "referenceScale": 50, "fps": 24, "images": "./i/", "audio": "./a/"}, "bones": [{"name": "r"}]})",
                           with_scale(2));
  ASSERT_FALSE(data.error) << *data.error;
  EXPECT_EQ(data->hash, "h");
  EXPECT_EQ(data->version_text, "4.2.22");
  EXPECT_EQ(data->version, FormatVersion::v4_2);
  EXPECT_EQ(data->x, -1) << "the bounds are not scaled";
  EXPECT_EQ(data->y, 2);
  EXPECT_EQ(data->width, 3);
  EXPECT_EQ(data->height, 4);
  EXPECT_EQ(data->reference_scale, 100) << "scaled";
  EXPECT_EQ(data->fps, 24);
  EXPECT_EQ(data->images, "./i/");
  EXPECT_EQ(data->audio, "./a/");
}

TEST(SkeletonJsonHeader, HasDefaults) {
  const Loaded data = load(R"({"skeleton": {"spine": "4.2"}, "bones": [{"name": "r"}]})");
  EXPECT_EQ(data->hash, "");
  EXPECT_EQ(data->x, 0);
  EXPECT_EQ(data->width, 0);
  EXPECT_EQ(data->reference_scale, 100);
  EXPECT_EQ(data->fps, 30);
  EXPECT_EQ(data->images, "");
}

TEST(SkeletonJsonHeader, DecidesVersionBySpine) {
  const auto version_of = [](const char* text) {
    const Loaded data = load(document(text, kRoot));
    EXPECT_TRUE(data.data) << text;
    return data.data ? data->version : FormatVersion::v3_8;
  };
  EXPECT_EQ(version_of("3.8.99"), FormatVersion::v3_8);
  EXPECT_EQ(version_of("3.8"), FormatVersion::v3_8);
  EXPECT_EQ(version_of("4.0.64"), FormatVersion::v4_0);
  EXPECT_EQ(version_of("4.1.24"), FormatVersion::v4_1);
  EXPECT_EQ(version_of("4.2.22"), FormatVersion::v4_2);
  EXPECT_EQ(version_of("4.2"), FormatVersion::v4_2);
  EXPECT_EQ(version_of("4.3"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("4.3.75-beta"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("4.4.1"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("5.0"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("3.6.07-beta"), FormatVersion::v3_8);
  EXPECT_EQ(version_of("2.1"), FormatVersion::v3_8);
}

TEST(SkeletonJsonHeader, DoesNotWarnOfReleases) {
  for (const char* version : {"3.8", "3.8.55", "3.8.99", "4.0.31", "4.1.24", "4.2.0", "4.2.43", "4.3", "4.3.99"}) {
    EXPECT_TRUE(load(document(version, kRoot)).warnings.empty()) << version;
  }
}

TEST(SkeletonJsonHeader, WarnsOfVersionsBetweenAndBeyond) {
  struct Case {
    const char* version;
    const char* message;
  };
  constexpr Case cases[] = {
      {"4.4.1", "Version '4.4.1' is newer than 4.3; the file is read as 4.3."},
      {"4.9.0", "Version '4.9.0' is newer than 4.3; the file is read as 4.3."},
      {"4.10", "Version '4.10' is newer than 4.3; the file is read as 4.3."},
      {"99999999999.1", "Version '99999999999.1' is newer than 4.3; the file is read as 4.3."},
      {"4.3.75-beta", "Version '4.3.75-beta' is no release; the file is read as 4.3."},
      {"4.2-from-4.3.39", "Version '4.2-from-4.3.39' is no release; the file is read as 4.2."},
      {"4.1.24.1", "Version '4.1.24.1' is no release; the file is read as 4.1."},
      {"3.9.2", "Version '3.9.2' lies between 3.8 and 4.0; the file is read as 4.0."},
      {"3.8.75", "Version '3.8.75' was a beta with a layout of its own; the file is read as 3.8."},
      {"3.7.94", "Version '3.7.94' is older than 3.8; the file is read as 3.8."},
      {"3.6.07-beta", "Version '3.6.07-beta' is older than 3.8; the file is read as 3.8."},
      {"0.0", "Version '0.0' is older than 3.8; the file is read as 3.8."},
  };
  for (const Case& one : cases) {
    const Loaded data = load(document(one.version, kRoot));
    ASSERT_TRUE(data.data) << one.version << *data.error;
    ASSERT_EQ(data.warnings.size(), 1u) << one.version;
    EXPECT_EQ(data.warnings[0].code, ErrorCode::unsupported_version);
    EXPECT_EQ(data.warnings[0].where.pointer, "/skeleton/spine");
    EXPECT_EQ(data.warnings[0].message, one.message);
    EXPECT_EQ(data->version_text, one.version) << "stays that of the file";
  }
  const Loaded angles = load(document("3.9.2", std::string(kRoot) + R"(,
    "animations": {"a": {"bones": {"root": {"rotate": [{"angle": 5}]}}}})"));
  EXPECT_EQ(angles->version, FormatVersion::v3_8) << "its content decides between 3.8 and 4.0";
}

TEST(SkeletonJsonHeader, ErrorsSayWhatVersionWasFoundAndWhatIsSupported) {
  const Loaded newer = load(document("4.9.0", R"("bones": [{"name": "r"}], "slots": [{"name": "s"}])"));
  ASSERT_TRUE(newer.error);
  EXPECT_EQ(newer.error->message,
            "The member 'bone' is missing. Version '4.9.0' is newer than 4.3; supported are 3.8 to 4.3.");
  const Loaded nonsense = load(R"({"skeleton": {"spine": "x"}, "bones": [{"name": "r"}], "slots": [{"name": "s"}]})");
  ASSERT_TRUE(nonsense.error);
  EXPECT_EQ(nonsense.error->message,
            "The member 'bone' is missing. The header's version 'x' is none, and the file was read as 4.2; supported "
            "are 3.8 to 4.3.");
  const Loaded known = load(document("4.2.9", R"("bones": [{"name": "r"}], "slots": [{"name": "s"}])"));
  ASSERT_TRUE(known.error);
  EXPECT_EQ(known.error->message, "The member 'bone' is missing.");
}

TEST(SkeletonJsonHeader, DecidesVersionByContentWithoutSpine) {
  struct Case {
    const char* members;
    FormatVersion version;
  };
  constexpr Case cases[] = {
      {R"("constraints": [], "physics": [])", FormatVersion::v4_3},
      {R"("physics": [])", FormatVersion::v4_2},
      {R"("animations": {"a": {"physics": {}, "attachments": {}}})", FormatVersion::v4_2},
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"angle": 3}]}}}, "b": {"attachments": {}}})",
       FormatVersion::v4_1},
      {R"("animations": {"a": {"bones": {"r": {"translate": [{"curve": [0, 0, 1, 1, 0, 0, 1, 1]}, {"time": 1}]}}}})",
       FormatVersion::v4_0},
      {R"("animations": {"a": {"slots": {"s": {"rgba": []}}}})", FormatVersion::v4_0},
      {R"("animations": {"a": {"slots": {"s": {"alpha": []}}}})", FormatVersion::v4_0},
      {R"("animations": {"a": {"slots": {"s": {"color": []}}}})", FormatVersion::v3_8},
      {R"("animations": {"a": {"slots": {"s": {"twoColor": []}}}})", FormatVersion::v3_8},
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"angle": 3}]}}}})", FormatVersion::v3_8},
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"curve": 0.2, "c3": 0.7}]}}}})", FormatVersion::v3_8},
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"curve": 0.2}, {}]}}}})", FormatVersion::v3_8},
      {R"("skins": {"default": {}})", FormatVersion::v3_8},
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"value": 3}]}}}})", FormatVersion::v4_2},
      {R"("animations": {})", FormatVersion::v4_2},
  };
  for (const Case& one : cases) {
    const Loaded data =
        load(R"({"bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}], )" + std::string(one.members) + "}");
    ASSERT_TRUE(data.data) << one.members << *data.error;
    EXPECT_EQ(data->version, one.version) << one.members;
    ASSERT_GE(data.warnings.size(), 1u) << "a missing version is worth a warning";
    EXPECT_EQ(data.warnings[0].message, "The header gives no version ('spine'); by its content the file is read as " +
                                            std::string(name_of(one.version)) + ".");
  }
  const Loaded inherit =
      load(R"({"bones": [{"name": "r", "inherit": "noScale"}], "animations": {"a": {"attachments": {}}}})");
  EXPECT_EQ(inherit->version, FormatVersion::v4_2);
  const Loaded nonsense = load(R"({"skeleton": {"spine": "latest"}, "bones": [{"name": "r"}]})");
  EXPECT_EQ(nonsense->version, FormatVersion::v4_2);
  ASSERT_EQ(nonsense.warnings.size(), 1u);
  EXPECT_EQ(nonsense.warnings[0].message,
            "The header's version ('spine') is 'latest', which is none; by its content the file is read as 4.2.");
  const Loaded empty = load(R"({"skeleton": {"spine": ""}, "bones": [{"name": "r"}]})");
  EXPECT_EQ(empty->version, FormatVersion::v4_2);
  ASSERT_EQ(empty.warnings.size(), 1u);
  EXPECT_EQ(empty.warnings[0].where.pointer, "/skeleton/spine");
}

TEST(SkeletonJsonHeader, DecidesSemantics) {
  const auto semantics_of = [](const char* hash, const char* version, Semantics wanted) {
    const Loaded data = load(std::string(R"({"skeleton": {"hash": ")") + hash + R"(", "spine": ")" + version +
                                 R"("}, "bones": [{"name": "r"}]})",
                             with_semantics(wanted));
    return data.data ? data->semantics : Semantics::automatic;
  };
  EXPECT_EQ(semantics_of("x", "4.2.22", Semantics::automatic), Semantics::spine);
  EXPECT_EQ(semantics_of("", "4.2.22", Semantics::automatic), Semantics::rigby);
  EXPECT_EQ(semantics_of("x", "4.2.0", Semantics::automatic), Semantics::rigby);
  EXPECT_EQ(semantics_of("x", "4.2", Semantics::automatic), Semantics::rigby);
  EXPECT_EQ(semantics_of("", "4.2.0", Semantics::spine), Semantics::spine);
  EXPECT_EQ(semantics_of("x", "4.2.22", Semantics::rigby), Semantics::rigby);
}

TEST(SkeletonJsonHeader, RefusesAnImpossibleScale) {
  for (const double scale : {0.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    const Loaded data = load(document("4.2.1", kRoot), with_scale(scale));
    ASSERT_TRUE(data.error);
    EXPECT_EQ(data.error->code, ErrorCode::bad_value);
  }
}

}  // namespace
}  // namespace sinew::test
