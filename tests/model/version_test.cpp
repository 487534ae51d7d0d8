#include <gtest/gtest.h>

#include "model/builder.hpp"
#include "model/names.hpp"

namespace sinew {
namespace {

TEST(ParseVersion, ReadsMajorMinorAndPatch) {
  struct Case {
    std::string_view text;
    int major, minor, patch;
    bool has_patch;
  };
  for (const Case& c :
       {Case{"4.2.43", 4, 2, 43, true}, Case{"4.3", 4, 3, 0, false}, Case{"3.8.99", 3, 8, 99, true},
        Case{"4.2.0", 4, 2, 0, true}, Case{"4.3.39-beta", 4, 3, 39, true}, Case{"4.1-from-4.2", 4, 1, 0, false},
        Case{"10.12.345", 10, 12, 345, true}, Case{"4.2.00", 4, 2, 0, true}}) {
    ParsedVersion version;
    ASSERT_TRUE(parse_version(c.text, version)) << c.text;
    EXPECT_EQ(version.major, c.major) << c.text;
    EXPECT_EQ(version.minor, c.minor) << c.text;
    EXPECT_EQ(version.patch, c.patch) << c.text;
    EXPECT_EQ(version.has_patch, c.has_patch) << c.text;
  }
}

TEST(ParseVersion, RefusesTextWithoutMajorAndMinor) {
  for (std::string_view text : {"", "4", "4.", ".2", "v4.2", "four", " 4.2", "-4.2", "4,2"}) {
    ParsedVersion version;
    EXPECT_FALSE(parse_version(text, version)) << '"' << text << '"';
  }
}

TEST(ParseVersion, SurvivesNumbersThatNoIntegerHolds) {
  ParsedVersion version;
  EXPECT_TRUE(parse_version("99999999999999999999.88888888888888888888.77777777777777777777", version));
  EXPECT_GT(version.major, 9999);
  EXPECT_GT(version.minor, 9999);
  EXPECT_GT(version.patch, 9999);
}

TEST(AutomaticSemantics, IsSpineForAHashAndAPatchNumber) {
  struct Case {
    std::string_view hash, version;
    Semantics expected;
  };
  for (const Case& c : {
           Case{"k3Wq", "4.2.43", Semantics::spine},
           Case{"k3Wq", "3.8.99", Semantics::spine},
           Case{"k3Wq", "4.3.13", Semantics::spine},
           Case{"k3Wq", "4.3.39-beta", Semantics::spine},
           Case{"k3Wq", "4.2.10", Semantics::spine},
           Case{"", "4.2.43", Semantics::rigby},
           Case{"k3Wq", "4.2.0", Semantics::rigby},
           Case{"k3Wq", "4.2.00", Semantics::rigby},
           Case{"k3Wq", "4.2", Semantics::rigby},
           Case{"k3Wq", "", Semantics::rigby},
           Case{"", "4.2.0", Semantics::rigby},
           Case{"", "", Semantics::rigby},
       }) {
    EXPECT_EQ(automatic_semantics(c.hash, c.version), c.expected) << c.hash << ' ' << c.version;
  }
}

template <class E>
void expect_names_round_trip(std::size_t count) {
  ASSERT_EQ(EnumNames<E>::values.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    const E value = static_cast<E>(i);
    EXPECT_FALSE(name_of(value).empty());
    EXPECT_EQ(parse_name<E>(name_of(value)), value);
  }
  EXPECT_FALSE(parse_name<E>("no such name").has_value());
  EXPECT_FALSE(parse_name<E>("").has_value());
}

TEST(Names, EveryEnumeratorIsFoundByItsName) {
  expect_names_round_trip<Inherit>(5);
  expect_names_round_trip<BlendMode>(4);
  expect_names_round_trip<AttachmentType>(7);
  expect_names_round_trip<SequenceMode>(7);
  expect_names_round_trip<ConstraintType>(5);
  expect_names_round_trip<ScaleYMode>(3);
  expect_names_round_trip<BoneProperty>(6);
  expect_names_round_trip<PositionMode>(2);
  expect_names_round_trip<SpacingMode>(4);
  expect_names_round_trip<RotateMode>(3);
  expect_names_round_trip<FormatVersion>(5);
}

TEST(Names, AreTheOnesOfTheFiles) {
  EXPECT_EQ(name_of(Inherit::no_rotation_or_reflection), "noRotationOrReflection");
  EXPECT_EQ(name_of(Inherit::only_translation), "onlyTranslation");
  EXPECT_EQ(name_of(Inherit::no_scale), "noScale");
  EXPECT_EQ(name_of(Inherit::no_scale_or_reflection), "noScaleOrReflection");
  EXPECT_EQ(name_of(BlendMode::screen), "screen");
  EXPECT_EQ(name_of(AttachmentType::linked_mesh), "linkedmesh");
  EXPECT_EQ(name_of(AttachmentType::bounding_box), "boundingbox");
  // Binary files number the modes in this order.
  EXPECT_EQ(static_cast<int>(*parse_name<SequenceMode>("onceReverse")), 4);
  EXPECT_EQ(static_cast<int>(*parse_name<SequenceMode>("pingpongReverse")), 6);
}

}  // namespace
}  // namespace sinew
