// What a conversion may make of a small file: just enough, one less, and what small hostile files come to.
#include <gtest/gtest.h>

#include <random>

#include "sinew/convert.hpp"
#include "sinew/diff.hpp"
#include "support/skeletons.hpp"

namespace {

using namespace sinew;
using test::Rules;

constexpr FormatVersion v3_8 = FormatVersion::v3_8, v4_2 = FormatVersion::v4_2;

void expect_limit(const SkeletonDataPtr& data, FormatVersion target, const ConvertOptions& options,
                  const std::string& found, std::size_t limit, const std::string& option, const std::string& place) {
  const Result<SkeletonDataPtr> result = convert_skeleton(data, target, options);
  ASSERT_FALSE(result) << option << ' ' << limit;
  const Error& error = result.error();
  EXPECT_EQ(error.code, ErrorCode::limit);
  EXPECT_NE(error.message.find(' ' + found + "; the limit is " + std::to_string(limit) + ". "), std::string::npos)
      << error.message;
  EXPECT_NE(error.message.find("A program that trusts the file can raise ConvertOptions::" + option + '.'),
            std::string::npos)
      << error.message;
  EXPECT_EQ(error.where.pointer, place);
}

SkeletonDataPtr converted(const SkeletonDataPtr& data, FormatVersion target, const ConvertOptions& options = {}) {
  const Result<SkeletonDataPtr> result = convert_skeleton(data, target, options);
  EXPECT_TRUE(result) << result.error();
  return result ? *result : nullptr;
}

// -- Keys that 3.8 needs ----------------------------------------------------------------------------------------------

TEST(ConvertLimits, StepsOfRotations) {
  const auto data = test::with_bone_timelines(Rules::spine_4_2, "", R"("rotate": [{}, {"time": 1, "value": 1800000}])");
  ConvertOptions options;
  options.max_new_keys = 10'005;  // one for each 179.9 degrees
  EXPECT_EQ(converted(data, v3_8, options)->animations[0].timelines[0].times.size(), 10'007u);
  options.max_new_keys = 10'004;
  expect_limit(data, v3_8, options, "10005 new keys", 10'004, "max_new_keys", "/animations/a/bones/bone/rotate");
}

TEST(ConvertLimits, StepsOfRotationsAddUpOverTimelines) {
  const auto data = test::make_data(Rules::spine_4_2, R"(
    "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
    "animations": {"a": {"bones": {"root": {"rotate": [{}, {"time": 1, "value": 900000}]}}},
                   "z": {"bones": {"b": {"rotate": [{}, {"time": 1, "value": 900000}]}}}})");
  ConvertOptions options;
  options.max_new_keys = 10'004;
  EXPECT_TRUE(converted(data, v3_8, options));
  options.max_new_keys = 10'003;
  expect_limit(data, v3_8, options, "10004 new keys", 10'003, "max_new_keys", "/animations/z/bones/b/rotate");
}

TEST(ConvertLimits, RotationsToAndFroByMillionsOfDegrees) {
  for (const char* const far : {"1e7", "1e14", "1e300"}) {
    std::string keys;
    for (int i = 0; i < 400; ++i) {
      keys +=
          (i == 0 ? "" : ", ") + (R"({"time": )" + std::to_string(i)) + R"(, "value": )" + (i % 2 ? far : "0") + '}';
    }
    const auto data = test::with_bone_timelines(Rules::spine_4_2, "", "\"rotate\": [" + keys + ']');
    const Result<SkeletonDataPtr> result = convert_skeleton(data, v3_8);
    ASSERT_FALSE(result) << far;
    EXPECT_EQ(result.error().code, ErrorCode::limit);
    EXPECT_NE(result.error().message.find("; the limit is 100000. "), std::string::npos) << result.error();
  }
}

TEST(ConvertLimits, OneTurnAfterAnotherIsFine) {
  std::string keys = "{}";
  for (int i = 1; i < 3000; ++i) {
    keys += R"(, {"time": )" + std::to_string(i) + R"(, "value": )" + std::to_string(i * 3600) + '}';
  }
  ConvertOptions options;
  options.max_new_keys = 0;  // in proportion to the keys it is never an error
  const auto data = test::with_bone_timelines(Rules::spine_4_2, "", "\"rotate\": [" + keys + ']');
  EXPECT_EQ(converted(data, v3_8, options)->animations[0].timelines[0].times.size(), 1u + 2999 * 21);
}

TEST(ConvertLimits, StraightPiecesOfCurves) {
  const std::pair<const char*, const char*> timelines[] = {
      {R"("translate": [{"curve": [0.25, 0, 0.75, 200,  0.5, 50, 0.6, -100]}, {"time": 1, "x": 200, "y": -100}])",
       "/animations/a/bones/bone/translate"},
      {R"("translatex": [{"curve": [0.25, 0, 0.75, 200]}, {"time": 1, "value": 200}],
          "translatey": [{"curve": [0.3, 0, 0.5, 20]}, {"time": 0.9, "value": 50}])",
       "/animations/a/bones/bone/translatex"}};
  for (const auto& [text, place] : timelines) {
    const auto data = test::with_bone_timelines(Rules::rigby, "", text);
    ConvertOptions options;
    options.bake_error = 0;  // as many as there can be
    const std::size_t all = converted(data, v3_8, options)->animations[0].timelines[0].times.size();
    ASSERT_GT(all, 600u);
    options.max_new_keys = all;
    EXPECT_TRUE(converted(data, v3_8, options));
    options.max_new_keys = 0;
    const Result<SkeletonDataPtr> beyond = convert_skeleton(data, v3_8, options);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, ErrorCode::limit);
    EXPECT_EQ(beyond.error().where.pointer, place);
  }
}

// -- Linked meshes across slots ---------------------------------------------------------------------------------------

/// A mesh of 15 numbers, `links` linked meshes in other slots that follow it, `animations` with one key of one number.
SkeletonDataPtr links_across_slots(std::size_t links, std::size_t animations) {
  std::string slots = R"({"name": "s", "bone": "root"})", attachments, list;
  for (std::size_t i = 0; i < links; ++i) {
    const std::string slot = "t" + std::to_string(i);
    slots += R"(, {"name": ")" + slot + R"(", "bone": "root"})";
    attachments += ", \"" + slot + R"(": {"l": {"type": "linkedmesh", "source": "m", "slot": "s", "skin": "default"}})";
  }
  for (std::size_t i = 0; i < animations; ++i) {
    list += (i == 0 ? "\"a" : ", \"a") + std::to_string(i) +
            R"(": {"attachments": {"default": {"s": {"m": {"deform": [{"vertices": [1]}]}}}}})";
  }
  return test::make_data(Rules::spine_4_3, R"("bones": [{"name": "root"}], "slots": [)" + slots + R"(],
    "skins": [{"name": "default", "attachments": {
      "s": {"m": {"type": "mesh", "uvs": [0,0,1,0,1,1], "triangles": [0,1,2], "vertices": [0,0,9,0,9,9]}})" +
                                               attachments + "}}], \"animations\": {" + list + "}");
}

TEST(ConvertLimits, KeysOfCopiedTimelines) {
  const SkeletonDataPtr data = links_across_slots(40, 20);
  ConvertOptions options;
  options.max_copied_keys = 800;
  EXPECT_TRUE(converted(data, v4_2, options));
  options.max_copied_keys = 799;
  expect_limit(data, v4_2, options, "800 keys", 799, "max_copied_keys",
               "/animations/a19/attachments/default/t39/l/deform");
  options.max_copied_keys = 0;  // then 16 for each of the 20 keys
  expect_limit(data, v4_2, options, "321 keys", 320, "max_copied_keys",
               "/animations/a8/attachments/default/t0/l/deform");
}

TEST(ConvertLimits, NumbersOfMeshesAndDeforms) {
  const SkeletonDataPtr data = links_across_slots(40, 20);
  ConvertOptions options;
  options.max_copied_numbers = 40 * 15 + 800;
  EXPECT_TRUE(converted(data, v4_2, options));
  --options.max_copied_numbers;
  expect_limit(data, v4_2, options, "1400 numbers", 1399, "max_copied_numbers", "/skins/default/attachments/t39/l");
  options.max_copied_numbers = 599;
  expect_limit(data, v4_2, options, "600 numbers", 599, "max_copied_numbers", "/skins/default/attachments/t39/l");
}

TEST(ConvertLimits, CopiesShareTheArraysOfTheirSource) {
  const SkeletonDataPtr data = converted(links_across_slots(3, 2), v4_2);
  ASSERT_EQ(data->attachments.size(), 4u);
  for (const Attachment& attachment : data->attachments) {
    EXPECT_EQ(attachment.type, AttachmentType::mesh);
    EXPECT_EQ(attachment.mesh, data->attachments[0].mesh);
  }
  for (const Animation& animation : data->animations) {
    ASSERT_EQ(animation.timelines.size(), 4u);
    for (const Timeline& timeline : animation.timelines) {
      EXPECT_EQ(timeline.deforms.data(), animation.timelines[0].deforms.data());
      EXPECT_EQ(timeline.times.data(), animation.timelines[0].times.data());
    }
  }
}

TEST(ConvertLimits, LinksTimesAnimations) {
  const SkeletonDataPtr data = links_across_slots(1000, 1000);
  expect_limit(data, v4_2, {}, "100001 keys", 100'000, "max_copied_keys",
               "/animations/a100/attachments/default/t0/l/deform");
}

// -- Draw order folders -----------------------------------------------------------------------------------------------

TEST(ConvertLimits, PlacesOfDrawOrders) {
  const auto data = test::make_data(Rules::spine_4_3, R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "A", "bone": "root"}, {"name": "B", "bone": "root"}, {"name": "C", "bone": "root"}],
    "animations": {"a": {"drawOrderFolder": [{"slots": ["B", "C"], "keys": [{"time": 0.2}, {"time": 0.7}]}]}})");
  ConvertOptions options;
  options.max_draw_order_places = 2 * (3 + 2);
  EXPECT_TRUE(converted(data, v4_2, options));
  --options.max_draw_order_places;
  expect_limit(data, v4_2, options, "10 places", 9, "max_draw_order_places", "/animations/a/drawOrderFolder");
}

TEST(ConvertLimits, MergedDrawOrdersListAsFewSlotsAsCanBe) {
  constexpr std::size_t slots = 8;
  std::string list, names, keys;
  for (std::size_t i = 0; i < slots; ++i) {
    const std::string name(1, static_cast<char>('A' + i));
    list += (i == 0 ? "" : ", ") + (R"({"name": ")" + name) + R"(", "bone": "root"})";
    names += (i == 0 ? "\"" : ", \"") + name + '"';
  }
  std::mt19937 random(7);
  std::vector<std::string> orders;
  std::vector<std::size_t> slot_at(slots);
  for (std::size_t i = 0; i < slots; ++i) slot_at[i] = i;
  for (int key = 0; key < 60; ++key) {
    // First one slot to the other end, later anything.
    if (key == 0) {
      std::rotate(slot_at.begin(), slot_at.begin() + 1, slot_at.end());
    } else {
      for (std::size_t i = slots - 1; i > 0; --i) std::swap(slot_at[i], slot_at[random() % (i + 1)]);
    }
    std::string order, offsets;
    for (const std::size_t slot : slot_at) order += static_cast<char>('A' + slot);
    for (std::size_t slot = 0; slot < slots; ++slot) {
      const auto place = static_cast<int>(order.find(static_cast<char>('A' + slot)));
      offsets += (slot == 0 ? "" : ", ") + (R"({"slot": ")" + std::string(1, static_cast<char>('A' + slot))) +
                 R"(", "offset": )" + std::to_string(place - static_cast<int>(slot)) + '}';
    }
    orders.push_back(order);
    keys += (key == 0 ? "" : ", ") + (R"({"time": )" + std::to_string(key)) + R"(, "offsets": [)" + offsets + "]}";
  }
  const auto data = test::make_data(Rules::spine_4_3, R"("bones": [{"name": "root"}], "slots": [)" + list +
                                                          R"(], "animations": {"a": {"drawOrderFolder": [{"slots": [)" +
                                                          names + R"(], "keys": [)" + keys + "]}]}}");
  const SkeletonDataPtr there = converted(data, v4_2);
  const Timeline& merged = there->animations[0].timelines[0];
  ASSERT_EQ(merged.draw_orders.size(), orders.size());
  EXPECT_EQ(merged.draw_orders[0].offsets.size(), 1u);
  Skeleton skeleton(there);
  for (std::size_t key = 0; key < orders.size(); ++key) {
    apply(skeleton, there->animations[0], static_cast<double>(key) + 0.5);
    EXPECT_EQ(test::order_of(skeleton), orders[key]);
    // The longest run that needs no offset, by trying all.
    std::size_t longest = 0;
    for (unsigned chosen = 0; chosen < 1u << slots; ++chosen) {
      std::string rest;
      for (const char slot : orders[key]) {
        if (chosen >> (slot - 'A') & 1) rest += slot;
      }
      if (std::is_sorted(rest.begin(), rest.end())) longest = std::max(longest, rest.size());
    }
    EXPECT_EQ(merged.draw_orders[key].offsets.size(), slots - longest) << orders[key];
  }
}

// -- Memory -----------------------------------------------------------------------------------------------------------

TEST(ConvertLimits, MemoryOfTheResult) {
  const SkeletonDataPtr data = links_across_slots(20, 20);
  bool enough = false;
  std::size_t refused = 0;
  for (std::size_t limit = 0; limit < 2'000'000; limit += 20'000) {
    ConvertOptions options;
    options.max_memory = limit;
    const Result<SkeletonDataPtr> result = convert_skeleton(data, v4_2, options);
    ASSERT_TRUE(result || !enough) << limit;
    enough = enough || result;
    if (result) continue;
    ++refused;
    EXPECT_EQ(result.error().code, ErrorCode::limit);
    EXPECT_NE(result.error().message.find("; the limit is " + std::to_string(limit) +
                                          ". A program that trusts the file can raise ConvertOptions::max_memory."),
              std::string::npos)
        << result.error();
  }
  EXPECT_TRUE(enough);
  EXPECT_GT(refused, 1u);
}

}  // namespace
