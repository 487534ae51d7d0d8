// The header, and which version and semantics a file is of.
#include <cmath>
#include <limits>

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
  EXPECT_EQ(version_of("4.2.22"), FormatVersion::v4_2);
  EXPECT_EQ(version_of("4.2"), FormatVersion::v4_2);
  EXPECT_EQ(version_of("4.3"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("4.3.75-beta"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("4.4.1"), FormatVersion::v4_3);
  EXPECT_EQ(version_of("5.0"), FormatVersion::v4_3);
}

TEST(SkeletonJsonHeader, WarnsOfNewerVersions) {
  EXPECT_TRUE(load(document("4.3.99", kRoot)).warnings.empty());
  for (const char* version : {"4.4.1", "4.10", "5.0.0"}) {
    const Loaded data = load(document(version, kRoot));
    ASSERT_EQ(data.warnings.size(), 1u) << version;
    EXPECT_EQ(data.warnings[0].code, ErrorCode::unsupported_version);
    EXPECT_EQ(data.warnings[0].where.pointer, "/skeleton/spine");
  }
}

TEST(SkeletonJsonHeader, RefusesOlderVersionsForNow) {
  for (const char* version : {"4.1.24", "4.0.64", "3.8.99", "3.6.07-beta", "2.1"}) {
    const Loaded data = load(document(version, kRoot));
    ASSERT_TRUE(data.error) << version;
    EXPECT_EQ(data.error->code, ErrorCode::unsupported_version);
    EXPECT_EQ(data.error->where.pointer, "/skeleton/spine");
    EXPECT_NE(data.error->message.find(version), std::string::npos);
  }
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
      {R"("animations": {"a": {"bones": {"r": {"rotate": [{"value": 3}]}}}})", FormatVersion::v4_2},
      {R"("animations": {})", FormatVersion::v4_2},
  };
  for (const Case& one : cases) {
    const Loaded data =
        load(R"({"bones": [{"name": "r"}], "slots": [{"name": "s", "bone": "r"}], )" + std::string(one.members) + "}");
    if (one.version >= FormatVersion::v4_2) {
      ASSERT_TRUE(data.data) << one.members << *data.error;
      EXPECT_EQ(data->version, one.version) << one.members;
      EXPECT_EQ(data.warnings.size(), 1u) << "a missing version is worth a warning";
    } else {
      ASSERT_TRUE(data.error) << one.members;
      EXPECT_EQ(data.error->code, ErrorCode::unsupported_version);
      const std::string name = one.version == FormatVersion::v4_1   ? "4.1"
                               : one.version == FormatVersion::v4_0 ? "4.0"
                                                                    : "3.8";
      EXPECT_NE(data.error->message.find(name), std::string::npos) << *data.error;
    }
  }
  const Loaded inherit =
      load(R"({"bones": [{"name": "r", "inherit": "noScale"}], "animations": {"a": {"attachments": {}}}})");
  EXPECT_EQ(inherit->version, FormatVersion::v4_2);
  const Loaded nonsense = load(R"({"skeleton": {"spine": "latest"}, "bones": [{"name": "r"}]})");
  EXPECT_EQ(nonsense->version, FormatVersion::v4_2);
  EXPECT_EQ(nonsense.warnings.size(), 1u);
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
