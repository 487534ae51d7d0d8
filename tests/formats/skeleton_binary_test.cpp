// The binary reader on the specification's test vectors, and on pieces of files written out here.
#include "skeleton_binary_fixture.hpp"

#include "skeleton_json_fixture.hpp"
#include "support/allocation_counter.hpp"

namespace sinew::test {
namespace {

constexpr std::string_view json_of_vector_a =
    R"({"skeleton":{"hash":"AAECAwQFBgc","spine":"4.3.0","x":-10,"y":0,"width":20,"height":40},
     "bones":[{"name":"root"},{"name":"arm","parent":"root","length":50,"x":10,"rotation":90}],
     "slots":[{"name":"s","bone":"arm","attachment":"img"}],
     "skins":[{"name":"default","attachments":{"s":{"img":{"width":32,"height":16}}}}],
     "events":{"hit":{}},
     "animations":{"a":{"bones":{"arm":{"rotate":[{"curve":[0.25,0,0.75,90]},{"time":1,"value":90}]}},
                        "events":[{"time":0.5,"name":"hit"}]}}})";

TEST(SkeletonBinary, ReadsTheFirstTestVector) {
  EXPECT_EQ(vector_a().size(), 240u);
  const BinaryLoaded loaded = load_binary(vector_a());
  ASSERT_TRUE(loaded.data) << *loaded.error;
  EXPECT_TRUE(loaded.warnings.empty());
  EXPECT_EQ(loaded->hash, "AAECAwQFBgc");
  EXPECT_EQ(loaded->version_text, "4.3.0");
  EXPECT_EQ(loaded->version, FormatVersion::v4_3);
  EXPECT_EQ(loaded->semantics, Semantics::rigby) << "the patch number is 0";
  EXPECT_TRUE(loaded->single_precision);
  EXPECT_FALSE(loaded->nonessential);
  EXPECT_EQ(loaded->x, -10);
  EXPECT_EQ(loaded->height, 40);
  EXPECT_EQ(loaded->reference_scale, 100);

  ASSERT_EQ(loaded->bones.size(), 2u);
  EXPECT_EQ(loaded->bones[1].name, "arm");
  EXPECT_EQ(loaded->bones[1].parent, BoneIndex(0));
  EXPECT_EQ(loaded->bones[1].setup.rotation, 90);
  EXPECT_EQ(loaded->bones[1].setup.x, 10);
  EXPECT_EQ(loaded->bones[1].length, 50);

  ASSERT_EQ(loaded->slots.size(), 1u);
  EXPECT_EQ(loaded->slots[0].attachment, "img");
  EXPECT_TRUE(loaded->slots[0].placeholder);
  EXPECT_FALSE(loaded->slots[0].has_dark);
  ASSERT_EQ(loaded->attachments.size(), 1u);
  EXPECT_EQ(loaded->attachments[0].path, "img");
  EXPECT_EQ(loaded->attachments[0].region->height, 16);
  EXPECT_TRUE(loaded->default_skin);

  ASSERT_EQ(loaded->animations.size(), 1u);
  const Animation& a = loaded->animations[0];
  EXPECT_EQ(a.duration, 1);
  ASSERT_EQ(a.timelines.size(), 2u);
  const Timeline& rotate = a.timelines[0];
  EXPECT_EQ(rotate.curve(0), Curve::bezier);
  EXPECT_EQ(rotate.beziers[0].cx1, 0.25);
  EXPECT_EQ(rotate.beziers[0].cy2, 90);
  EXPECT_EQ(rotate.values[1], 90);
  ASSERT_TRUE(a.events);
  EXPECT_EQ(a.events->times[0], 0.5);
}

TEST(SkeletonBinary, ReadsTheSecondTestVector) {
  EXPECT_EQ(vector_b().size(), 325u);
  const BinaryLoaded loaded = load_binary(vector_b());
  ASSERT_TRUE(loaded.data) << *loaded.error;
  EXPECT_TRUE(loaded.warnings.empty());
  EXPECT_EQ(loaded->hash, "");
  ASSERT_EQ(loaded->constraints.size(), 4u);
  const IkData& k = *loaded->constraints[0].ik;
  EXPECT_EQ(k.mix, 0.5);
  EXPECT_FALSE(k.bend_positive);
  EXPECT_EQ(k.scale_y, ScaleYMode::volume);
  EXPECT_EQ(k.target, BoneIndex(1));

  const TransformData& x = *loaded->constraints[1].transform;
  EXPECT_TRUE(x.local_source);
  EXPECT_FALSE(x.local_target);
  EXPECT_EQ(x.rotation, 45);
  EXPECT_EQ(x.mix_x, 0.5);
  EXPECT_EQ(x.mix_y, 0) << "the mixes of a binary file are final";
  ASSERT_EQ(x.properties.size(), 1u);
  EXPECT_EQ(x.properties[0].property, BoneProperty::rotate);
  ASSERT_EQ(x.properties[0].to.size(), 1u);
  EXPECT_EQ(x.properties[0].to[0].property, BoneProperty::x);
  EXPECT_EQ(x.properties[0].to[0].max, 100);

  const PhysicsData& p = *loaded->constraints[2].physics;
  EXPECT_EQ(p.scale_x, 0.25);
  EXPECT_EQ(p.scale_y, ScaleYMode::uniform);
  EXPECT_EQ(p.mass, 2);
  EXPECT_EQ(p.mix, 0);
  EXPECT_EQ(p.fps, 60);
  EXPECT_EQ(p.limit, 5000);

  const SliderData& d = *loaded->constraints[3].slider;
  EXPECT_TRUE(d.loop);
  EXPECT_TRUE(d.local);
  EXPECT_EQ(d.animation, AnimationIndex(0));
  EXPECT_EQ(d.property, BoneProperty::y);
  EXPECT_EQ(d.from, 8);
  EXPECT_EQ(d.scale, 0.5);

  EXPECT_FALSE(loaded->default_skin);
  const Animation& a = loaded->animations[0];
  ASSERT_EQ(a.timelines.size(), 4u);
  EXPECT_EQ(a.timelines[0].curve(0), Curve::stepped);
  EXPECT_EQ(to_vector(a.timelines[0].values), (Numbers{1, 0, 0, 2}));
  EXPECT_TRUE(a.timelines[0].ik_flags[1].bend_positive);
  EXPECT_FALSE(a.timelines[1].constraint) << "for all physics constraints";
  EXPECT_EQ(a.timelines[1].values[0], 3);
  const DrawOrderKey& order = a.timelines[2].draw_orders[0];
  EXPECT_FALSE(order.setup);
  EXPECT_EQ(order.offsets[0].slot, 1u);
  EXPECT_EQ(order.offsets[0].offset, -1);
  EXPECT_TRUE(a.timelines[2].draw_orders[1].setup);
  EXPECT_EQ(a.timelines[3].folder[0], SlotIndex(1));
}

TEST(SkeletonBinary, TellsTheFormatByTheBytes) {
  // A file named .json that is binary, and JSON in a file named .skel.
  EXPECT_TRUE(parse_skeleton(vector_a(), "hero.json"));
  EXPECT_TRUE(parse_skeleton(json_of_vector_a, "hero.skel"));
  // The hash of a binary file may look like the beginning of JSON.
  std::string disguised = vector_a();
  disguised.replace(0, 8, "{\"bones\"");
  const BinaryLoaded loaded = load_binary(disguised);
  ASSERT_TRUE(loaded.data) << *loaded.error;
  EXPECT_EQ(loaded->bones.size(), 2u);
  // Numbers in JSON may stand where a binary file has its version.
  const std::string numbers = "{\"x\":[1,\n4.2      ,\n3.8    ],\"bones\":[{\"name\":\"root\"}]}";
  EXPECT_TRUE(parse_skeleton(numbers));
}

std::string with_version(std::string version) {
  std::string bytes = vector_a();
  return bytes.replace(8, 6, static_cast<char>(version.size() + 1) + version);
}

TEST(SkeletonBinary, RefusesVersionsThatItDoesNotKnow) {
  for (const char* version : {"4.30.1", "4.4.0", "5.0", "3.7.94", "3.8.75"}) {
    BinaryLoaded loaded = load_binary(with_version(version));
    if (std::string_view(version).starts_with("3")) {
      loaded = load_binary(Bytes().str("hash").str(version).numbers({0, 0, 0, 0}).u8(0).text());
    }
    ASSERT_TRUE(loaded.error) << version;
    EXPECT_EQ(loaded.error->code, ErrorCode::unsupported_version) << version;
    EXPECT_NE(loaded.error->message.find(version), std::string::npos) << *loaded.error;
    EXPECT_TRUE(loaded.error->where.offset);
  }
  for (const char* version : {"4.3", "4.3.99"}) {
    const BinaryLoaded loaded = load_binary(with_version(version));
    EXPECT_TRUE(loaded.data) << version;
    EXPECT_TRUE(loaded.warnings.empty()) << version;
  }
  const BinaryLoaded beta = load_binary(with_version("4.3.75-beta"));
  ASSERT_TRUE(beta.data);
  ASSERT_EQ(beta.warnings.size(), 1u);
  EXPECT_EQ(beta.warnings[0].where.pointer, "/skeleton");
}

TEST(SkeletonBinary, SaysWhereAnErrorIs) {
  std::string bytes = vector_a();
  const std::size_t curve = bytes.find(from_hex("02 3e800000"));  // of the second rotate key
  bytes[curve] = 3;
  const BinaryLoaded loaded = load_binary(bytes);
  ASSERT_TRUE(loaded.error);
  EXPECT_EQ(loaded.error->where.file, "test.skel");
  EXPECT_EQ(loaded.error->where.offset, curve);
  EXPECT_EQ(loaded.error->where.pointer, "/animations/a/bones/arm/rotate/1");
  EXPECT_EQ(loaded.error->message, "The number 3 means no curve; the known ones are 0 to 2.");
  EXPECT_EQ(load_binary(bytes.substr(0, 60)).error->where.pointer, "/bones");
}

TEST(SkeletonBinary, ScalesLengths) {
  const BinaryLoaded a = load_binary(vector_a(), with_scale(2));
  EXPECT_EQ(a->bones[1].setup.x, 20);
  EXPECT_EQ(a->bones[1].length, 100);
  EXPECT_EQ(a->attachments[0].region->width, 64);
  EXPECT_EQ(a->x, -10);
  EXPECT_EQ(a->reference_scale, 200);
  EXPECT_EQ(a->animations[0].timelines[0].values[1], 90);
  const BinaryLoaded b = load_binary(vector_b(), with_scale(2));
  const PropertyTarget& target = b->constraints[1].transform->properties[0].to[0];
  EXPECT_EQ(target.offset, 2);
  EXPECT_EQ(target.max, 200);
  EXPECT_EQ(target.scale, 4);
  EXPECT_EQ(b->constraints[2].physics->limit, 10000);
  EXPECT_EQ(b->constraints[3].slider->from, 16);
  EXPECT_EQ(b->constraints[3].slider->scale, 0.25);
  EXPECT_EQ(b->animations[0].timelines[0].values[3], 4) << "softness";
}

TEST(SkeletonBinary, TakesAnyLengthOfANumber) {
  // The count of other skins, 0, as two bytes.
  std::string bytes = vector_b();
  const std::size_t at = bytes.find(from_hex("3f000000 00 00 00 01 02 61")) + 5;
  bytes.replace(at, 1, from_hex("80 00"));
  EXPECT_TRUE(load_binary(bytes).data);
  bytes.replace(at, 2, from_hex("80 80 80 80 80 00"));
  ASSERT_TRUE(load_binary(bytes).error);
  EXPECT_EQ(load_binary(bytes).error->where.offset, at);
}

TEST(SkeletonBinary, WarnsAboutBytesBehindTheEnd) {
  const BinaryLoaded loaded = load_binary(vector_b() + "xyz");
  ASSERT_TRUE(loaded.data);
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings[0].where.offset, 325u);
}

/// The name of bone 1 of vector A replaced by other text bytes.
BinaryLoaded with_name(std::string_view name) {
  std::string bytes = vector_a();
  bytes.replace(bytes.find(from_hex("04 61 72 6d")), 4, Bytes().str(name).text());
  return load_binary(bytes);
}

TEST(SkeletonBinary, ReadsTextOfAnyKind) {
  EXPECT_EQ(with_name("\xF0\x9F\xA6\xB4")->bones[1].name, "\xF0\x9F\xA6\xB4");
  EXPECT_EQ(with_name("a\xED\xA0\xBE\xED\xB6\xB4z")->bones[1].name, "a\xF0\x9F\xA6\xB4z") << "as two halves";
  for (const char* bad : {"\xED\xA0\xBE", "\xED\xB6\xB4", "\xED\xA0\xBE\xED\xA0\xBE", "\xC0\x80", "\xE0\x80\x80",
                          "\xF5\x80\x80\x80", "\xFF", "\xE2\x82"}) {
    const BinaryLoaded loaded = with_name(bad);
    ASSERT_TRUE(loaded.error);
    EXPECT_EQ(loaded.error->code, ErrorCode::encoding);
    EXPECT_EQ(loaded.error->where.pointer, "/bones/1");
  }
  EXPECT_TRUE(with_name(std::string_view("a\0b", 3)).error);
  EXPECT_TRUE(with_name("").error);
}

}  // namespace
}  // namespace sinew::test
