// References by name in what is written: they lead readers to the same thing, or are an error.
#include "model/builder.hpp"
#include "sinew/write.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

/// Two skins of one name, and a linked mesh in the second, whose source is there too.
std::string two_blue_skins(std::string_view first_has) {
  constexpr std::string_view mesh =
      R"({"type":"mesh","uvs":[0,0,1,0,1,1],"triangles":[0,1,2],"vertices":[0,0,9,0,9,9]})";
  return R"("bones":[{"name":"r"}],"slots":[{"name":"s","bone":"r"}],"skins":[
    {"name":"blue","attachments":{"s":{)" +
         std::string(first_has) + (first_has.empty() ? "" : ":") + (first_has.empty() ? "" : std::string(mesh)) +
         R"(}}},{"name":"blue","attachments":{"s":{"m":)" + std::string(mesh) +
         R"(,"l":{"type":"linkedmesh","parent":"m","source":"m"}}}}],
    "animations":{"a":{}})";
}

TEST(WriterNames, SkinsOfOneNameAreToldApartFrom42OnInBinary) {
  for (const std::string_view first_has : {R"("m")", R"("x")", ""}) {
    for (const std::string_view version : {"3.8.99", "4.0.64", "4.1.24", "4.2.43", "4.3.13"}) {
      const Loaded loaded = load_good(version, two_blue_skins(first_has));
      const Result<std::string> bytes = write_skeleton_binary(*loaded.data);
      if (version < "4.2") {
        ASSERT_FALSE(bytes) << version;
        EXPECT_EQ(bytes.error().to_string(),
                  "/skins/1/attachments/s/l: Up to 4.1 a binary file refers to skins by their names, and 'blue' means "
                  "another one; rename one of the skins.");
        continue;
      }
      ASSERT_TRUE(bytes) << version << ": " << bytes.error();
      const Result<SkeletonDataPtr> again = parse_skeleton(*bytes);
      ASSERT_TRUE(again) << again.error();
      const auto& attachments = (*again)->attachments;
      EXPECT_EQ(attachments.back().link->source, AttachmentIndex(attachments.size() - 2));
      // The file has a number for the skin; JSON would have its name.
      const Result<std::string> text = write_skeleton_json(**again);
      ASSERT_FALSE(text) << *text;
      EXPECT_EQ(text.error().code, ErrorCode::duplicate);
      EXPECT_NE(text.error().message.find("with 'blue' the source of this linked mesh is none or another one"),
                std::string::npos)
          << text.error();
    }
  }
}

TEST(WriterNames, OtherSkinsOfOneNameAreFine) {
  for (const std::string_view version : {"3.8.99", "4.0.64", "4.1.24", "4.2.43", "4.3.13"}) {
    std::string members = two_blue_skins(R"("x")");
    members.replace(members.rfind("\"blue\""), 6, "\"green\"");
    members.replace(members.find("],\n    \"animations\""), 1, R"(,{"name":"blue"}])");
    const Loaded loaded = load_good(version, members);
    const Result<std::string> bytes = write_skeleton_binary(*loaded.data);
    ASSERT_TRUE(bytes) << version << ": " << bytes.error();
    const Result<SkeletonDataPtr> again = parse_skeleton(*bytes);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ((*again)->attachments.back().link->source, AttachmentIndex(1));
    EXPECT_TRUE(write_skeleton_json(**again));
  }
}

TEST(WriterNames, AnEmptyDefaultSkinBeforeAnotherOfItsName) {
  for (const std::string_view version : {"3.8.99", "4.2.43", "4.3.13"}) {
    const Loaded loaded = load_good(version, R"("bones":[{"name":"r"}],"slots":[{"name":"s","bone":"r"}],
        "skins":[{"name":"default"},{"name":"default","attachments":{"s":{"x":{"width":1,"height":1}}}}])");
    const Result<std::string> bytes = write_skeleton_binary(*loaded.data);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::duplicate);
    EXPECT_EQ(bytes.error().where.pointer, "/skins/1");
  }
}

/// The same skeleton with other attachments.
void set_attachments(SkeletonData& data, const SkeletonData& from, std::span<const Attachment> attachments) {
  data.version = from.version;
  data.version_text = from.version_text;
  data.bones = from.bones;
  data.bone_names = from.bone_names;
  data.slots = from.slots;
  data.slot_names = from.slot_names;
  data.animations = from.animations;
  data.animation_names = from.animation_names;
  data.attachments = data.arena().copy(attachments);
  const auto skins = data.arena().copy(from.skins);
  number_placeholders(data, skins, data.attachments);
  data.skins = skins;
  index_skins(data);
}

TEST(WriterNames, AttachmentsOfOneKey) {
  const Loaded loaded = load_good("4.2.43", R"("bones":[{"name":"r"}],"slots":[{"name":"s","bone":"r"}],
      "skins":[{"name":"default","attachments":{"s":{
        "x":{"type":"boundingbox","vertexCount":3,"vertices":[0,0,1,0,1,1]},
        "y":{"type":"boundingbox","vertexCount":3,"vertices":[0,0,1,0,1,1]}}}}],
      "animations":{"a":{"attachments":{"default":{"s":{"y":{"deform":[{"vertices":[1]}]}}}}}})");
  std::vector<Attachment> attachments(loaded->attachments.begin(), loaded->attachments.end());
  SkeletonData good, bad;
  set_attachments(good, *loaded.data, attachments);
  EXPECT_TRUE(write_skeleton_binary(good));
  attachments[1].key = "x";
  set_attachments(bad, *loaded.data, attachments);
  const Result<std::string> bytes = write_skeleton_binary(bad);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().to_string(),
            "/skins/0/attachments/s/x: A binary file tells the attachments of a slot in a skin apart by their names, "
            "and 'x' means another one; rename one of them.");
}

TEST(WriterNames, ConstraintsOfOneNameInSkins) {
  const Loaded loaded = load_good("4.2.43", R"("bones":[{"name":"r"},{"name":"b","parent":"r"}],
      "ik":[{"name":"k","bones":["b"],"target":"r","skin":true},
            {"name":"k","order":1,"bones":["b"],"target":"r","skin":true}],
      "skins":[{"name":"one","ik":["k"]}])");
  EXPECT_TRUE(write_skeleton_json(*loaded.data));
  SkeletonData data;
  set_attachments(data, *loaded.data, {});
  data.constraints = loaded->constraints;
  data.constraint_names = loaded->constraint_names;
  const auto skins = data.arena().copy(data.skins);
  const auto second = data.arena().array<ConstraintIndex>(1);
  second[0] = ConstraintIndex(1);
  skins[0].constraints = second;
  data.skins = skins;
  const Result<std::string> text = write_skeleton_json(data);
  ASSERT_FALSE(text) << *text;
  EXPECT_EQ(text.error().code, ErrorCode::duplicate);
  EXPECT_EQ(text.error().message,
            "JSON refers to constraints by their names, and two of one type are called 'k'; rename one.");
  EXPECT_TRUE(write_skeleton_binary(data)) << "which has numbers for them";
}

}  // namespace
}  // namespace sinew::test
