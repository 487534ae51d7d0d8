#include "sinew/skeleton_data.hpp"

#include "support/skeletons.hpp"

namespace sinew {
namespace {

using test::make_data;
using test::Rules;

// Names in no particular order, so that sorting them for look-up shows.
constexpr std::string_view zoo = R"(
  "bones": [{"name": "root"}, {"name": "zebra", "parent": "root"}, {"name": "ape", "parent": "root"},
            {"name": "Ape", "parent": "root"}, {"name": "lion", "parent": "ape"}],
  "slots": [{"name": "s2", "bone": "ape", "attachment": "b"}, {"name": "s1", "bone": "lion"}, {"name": "s0", "bone": "root"}],
  "ik": [{"name": "same", "order": 0, "bones": ["ape"], "target": "zebra"}],
  "transform": [{"name": "same", "order": 1, "bones": ["lion"], "target": "zebra"}],
  "skins": [
    {"name": "winter", "attachments": {"s1": {"b": {"width": 1, "height": 1}}}},
    {"name": "default", "attachments": {"s2": {"b": {"width": 2, "height": 2}, "a": {"width": 3, "height": 3}},
                                        "s1": {"b": {"width": 4, "height": 4}, "c": {"width": 5, "height": 5}}}},
    {"name": "autumn", "attachments": {"s2": {"d": {"width": 6, "height": 6}}}}],
  "events": {"step": {}, "hit": {}, "bark": {}},
  "animations": {"walk": {}, "run": {}, "jump": {}})";

TEST(SkeletonData, FindsEverythingByName) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->find_bone("root").value, 0u);
  EXPECT_EQ(data->find_bone("zebra").value, 1u);
  EXPECT_EQ(data->find_bone("ape").value, 2u);
  EXPECT_EQ(data->find_bone("Ape").value, 3u);
  EXPECT_EQ(data->find_bone("lion").value, 4u);
  EXPECT_EQ(data->find_slot("s2").value, 0u);
  EXPECT_EQ(data->find_slot("s1").value, 1u);
  EXPECT_EQ(data->find_slot("s0").value, 2u);
  EXPECT_EQ(data->find_skin("winter").value, 0u);
  EXPECT_EQ(data->find_skin("default").value, 1u);
  EXPECT_EQ(data->find_skin("autumn").value, 2u);
  EXPECT_EQ(data->default_skin.value, 1u);
  for (std::string_view name : {"step", "hit", "bark"}) {
    ASSERT_TRUE(data->find_event(name)) << name;
    EXPECT_EQ((*data)[data->find_event(name)].name, name);
  }
  for (std::string_view name : {"walk", "run", "jump"}) {
    ASSERT_TRUE(data->find_animation(name)) << name;
    EXPECT_EQ((*data)[data->find_animation(name)].name, name);
  }
}

TEST(SkeletonData, GivesNoneForNamesThatAreNotThere) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  for (std::string_view name : {"", "a", "zzz", "APE", "root ", "lions"}) {
    EXPECT_FALSE(data->find_bone(name)) << name;
    EXPECT_FALSE(data->find_slot(name)) << name;
    EXPECT_FALSE(data->find_skin(name)) << name;
    EXPECT_FALSE(data->find_event(name)) << name;
    EXPECT_FALSE(data->find_animation(name)) << name;
    EXPECT_FALSE(data->find_constraint(ConstraintType::ik, name)) << name;
  }
}

TEST(SkeletonData, TellsConstraintsOfOneNameApartByType) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  const ConstraintIndex ik = data->find_constraint(ConstraintType::ik, "same");
  const ConstraintIndex transform = data->find_constraint(ConstraintType::transform, "same");
  ASSERT_TRUE(ik);
  ASSERT_TRUE(transform);
  EXPECT_EQ((*data)[ik].type, ConstraintType::ik);
  EXPECT_EQ((*data)[transform].type, ConstraintType::transform);
  EXPECT_FALSE(data->find_constraint(ConstraintType::path, "same"));
}

TEST(SkeletonData, LooksAttachmentsUpInTheSkinAndThenInTheDefaultSkin) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  const SkinIndex winter = data->find_skin("winter"), autumn = data->find_skin("autumn");
  const SlotIndex s1 = data->find_slot("s1"), s2 = data->find_slot("s2");
  const auto width = [&](SkinIndex skin, SlotIndex slot, std::string_view key) {
    const AttachmentIndex found = data->find_attachment(skin, slot, key);
    return found ? (*data)[found].region->width : 0;
  };
  EXPECT_EQ(width(winter, s1, "b"), 1);  // its own
  EXPECT_EQ(width(winter, s2, "b"), 2);  // the default skin's
  EXPECT_EQ(width(winter, s1, "c"), 5);
  EXPECT_EQ(width(SkinIndex(), s1, "b"), 4);  // no skin: the default skin's
  EXPECT_EQ(width(data->default_skin, s1, "b"), 4);
  EXPECT_EQ(width(autumn, s2, "d"), 6);
  EXPECT_EQ(width(winter, s2, "d"), 0);  // another skin's does not count
  EXPECT_EQ(width(winter, s1, "a"), 0);  // nor does another slot's
  EXPECT_EQ(width(winter, data->find_slot("s0"), "b"), 0);
}

TEST(SkeletonData, PlaceholdersBelongToASlot) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  const SlotIndex s1 = data->find_slot("s1"), s2 = data->find_slot("s2");
  const PlaceholderIndex in_s1 = data->find_placeholder(s1, "b"), in_s2 = data->find_placeholder(s2, "b");
  ASSERT_TRUE(in_s1);
  ASSERT_TRUE(in_s2);
  EXPECT_NE(in_s1, in_s2);
  EXPECT_EQ((*data)[in_s1].slot, s1);
  EXPECT_EQ((*data)[in_s1].key, "b");
  EXPECT_FALSE(data->find_placeholder(s1, "a"));
  EXPECT_EQ((*data)[s2].placeholder, in_s2) << "the slot's setup attachment is resolved";
}

TEST(SkeletonData, SkinsFindTheirOwnAttachmentsOnly) {
  const SkeletonDataPtr data = make_data(Rules::rigby, zoo);
  ASSERT_TRUE(data);
  const SkinData& winter = (*data)[data->find_skin("winter")];
  EXPECT_TRUE(winter.find(data->find_placeholder(data->find_slot("s1"), "b")));
  EXPECT_FALSE(winter.find(data->find_placeholder(data->find_slot("s2"), "b")));
  EXPECT_FALSE(winter.find(PlaceholderIndex()));
}

TEST(Animation, LastsUntilTheLastKeyOfAnyTimeline) {
  const auto duration = [](std::string_view timelines) {
    std::string members =
        R"("bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root"}, {"name": "t", "bone": "root"}],
      "events": {"hit": {}}, "animations": {"a": {)";
    members += timelines;
    members += "}}";
    const SkeletonDataPtr data = make_data(Rules::rigby, members);
    return data ? test::animation(data, "a").duration : -1;
  };
  EXPECT_EQ(duration(""), 0);
  EXPECT_EQ(duration(R"("bones": {"root": {"rotate": [{"value": 3}]}})"), 0);
  EXPECT_EQ(duration(R"("bones": {"root": {"rotate": [{}, {"time": 1.25}], "shear": [{"time": 0.5}]}})"), 1.25);
  EXPECT_EQ(duration(R"("bones": {"root": {"rotate": [{}, {"time": 1}]}}, "events": [{"time": 2, "name": "hit"}])"), 2);
  EXPECT_EQ(duration(R"("drawOrder": [{"time": 3}])"), 3);
  EXPECT_EQ(duration(R"("slots": {"s": {"attachment": [{"time": 4}]}})"), 4);
  EXPECT_EQ(duration(R"("bones": {"root": {"inherit": [{"time": 5}]}})"), 5);
  EXPECT_EQ(duration(R"("bones": {"root": {"rotate": [{"time": -2}]}})"), 0) << "never below 0";
}

}  // namespace
}  // namespace sinew
