// Skins and attachments: every type, every member, every default; names, vertices, linked meshes.
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

const std::string kBody =
    R"("bones": [{"name": "root"}, {"name": "a", "parent": "root"}, {"name": "b", "parent": "a", "skin": true}],
  "slots": [{"name": "s", "bone": "root"}, {"name": "t", "bone": "a"}], )";

/// A document whose default skin has these attachments in slot s.
std::string in_slot(std::string_view attachments) {
  return kBody + R"("skins": [{"name": "default", "attachments": {"s": {)" + std::string(attachments) + "}}}]";
}

TEST(SkeletonJsonSkins, ReadsEveryMember) {
  const Loaded data = load_clean("4.3.1", kBody + R"("animations": {"go": {}}, "constraints": [
    {"type": "slider", "name": "x", "animation": "go"}, {"type": "ik", "name": "x", "bones": ["a"], "target": "root"}],
    "skins": [{"name": "other", "bones": ["b", "a"], "ik": ["x"], "slider": ["x"], "color": "102030",
      "attachments": {"t": {"k": {"width": 1, "height": 1}}, "s": {"z": {"width": 1, "height": 1},
    "k": {"width": 2, "height": 1}}}},
    {"name": "default", "attachments": {"s": {"k": {"width": 3, "height": 1}}}}, {"name": "bones only",
    "bones": ["b"]}])");
  ASSERT_EQ(data->skins.size(), 3u);
  EXPECT_EQ(data->default_skin, SkinIndex(1));
  const SkinData& other = data->skins[0];
  EXPECT_EQ(to_vector(other.bones), (std::vector{BoneIndex(2), BoneIndex(1)}));
  EXPECT_EQ(to_vector(other.constraints), (std::vector{ConstraintIndex(1), ConstraintIndex(0)}));
  EXPECT_EQ(other.color, (Color{16 / 255.0f, 32 / 255.0f, 48 / 255.0f, 1}));
  EXPECT_EQ(data->skins[1].color, (Color{254 / 255.0f, 158 / 255.0f, 79 / 255.0f, 1}));
  std::string names;
  for (const SkinEntry& entry : other.entries) names += std::string((*data.data)[entry.attachment].key) + " ";
  EXPECT_EQ(names, "k z k ") << "in the order of the file";
  EXPECT_EQ(data->attachments.size(), 4u);
  EXPECT_EQ(data->placeholders.size(), 3u) << "s k, s z, t k";
  EXPECT_EQ(data->attachments[3].skin, SkinIndex(1));
  EXPECT_EQ(data->attachments[0].slot, SlotIndex(1));

  const auto width_in = [&](SkinIndex skin, SlotIndex slot, std::string_view key) {
    const AttachmentIndex found = data->find_attachment(skin, slot, key);
    return found ? (*data.data)[found].region->width : -1;
  };
  EXPECT_EQ(width_in(SkinIndex(0), SlotIndex(0), "k"), 2);
  EXPECT_EQ(width_in(SkinIndex(2), SlotIndex(0), "k"), 3) << "from the default skin";
  EXPECT_EQ(width_in(SkinIndex(2), SlotIndex(0), "z"), -1);
}

TEST(SkeletonJsonSkins, ListsConstraintsByType) {
  const std::string members = kBody + R"("ik": [{"name": "c", "bones": ["a"], "target": "root"}],
    "transform": [{"name": "c", "order": 1, "bones": ["a"], "target": "root"}],
    "path": [{"name": "c", "order": 2, "bones": ["a"], "target": "s"}], "physics": [{"name": "c", "order": 3,
    "bone": "a"}],
    "skins": [{"name": "x", "physics": ["c"], "path": ["c"], "transform": ["c"], "ik": ["c"]}])";
  const Loaded data = load_clean("4.2.1", members);
  EXPECT_EQ(to_vector(data->skins[0].constraints),
            (std::vector{ConstraintIndex(0), ConstraintIndex(1), ConstraintIndex(2), ConstraintIndex(3)}));
}

TEST(SkeletonJsonSkins, MayHaveNoDefaultSkin) {
  const Loaded data = load_clean("4.2.1", kBody + R"("skins": [{"name": "Default"}])");
  EXPECT_FALSE(data->default_skin) << "names are compared exactly";
}

TEST(SkeletonJsonAttachments, TellsItsThreeNamesApart) {
  const Loaded data =
      load_clean("4.2.1", in_slot(R"("key": {"width": 1, "height": 1}, "k2": {"name": "n2", "width": 1, "height": 1},
    "k3": {"name": "n3", "path": "p/3", "width": 1, "height": 1}, "k4": {"path": "p4", "width": 1, "height": 1})"));
  const auto names = [&](std::size_t i) {
    const Attachment& one = data->attachments[i];
    return std::string(one.key) + "," + std::string(one.name) + "," + std::string(one.path);
  };
  EXPECT_EQ(names(0), "key,key,key");
  EXPECT_EQ(names(1), "k2,n2,n2");
  EXPECT_EQ(names(2), "k3,n3,p/3");
  EXPECT_EQ(names(3), "k4,k4,p4");
}

TEST(SkeletonJsonAttachments, ReadsRegions) {
  const Loaded data = load_clean(
      "4.2.1", in_slot(R"("p": {"width": 4, "height": 5}, "q": {"type": "region", "x": 1, "y": 2, "rotation": 3,
    "scaleX": 4, "scaleY": -5, "width": 6, "height": 7, "color": "ff000080", "sequence": {"count": 3}})"),
      with_scale(10));
  const Attachment& plain = data->attachments[0];
  EXPECT_EQ(plain.type, AttachmentType::region);
  EXPECT_EQ((Numbers{plain.region->x, plain.region->y, plain.region->rotation, plain.region->scale_x,
                     plain.region->scale_y, plain.region->width, plain.region->height}),
            (Numbers{0, 0, 0, 1, 1, 40, 50}));
  EXPECT_EQ(plain.color, Color{});
  EXPECT_EQ(plain.sequence, nullptr);
  EXPECT_EQ(plain.timeline_attachment, AttachmentIndex(0));
  const Attachment& full = data->attachments[1];
  EXPECT_EQ((Numbers{full.region->x, full.region->y, full.region->rotation, full.region->scale_x, full.region->scale_y,
                     full.region->width, full.region->height}),
            (Numbers{10, 20, 3, 4, -5, 60, 70}));
  EXPECT_EQ(full.color, (Color{1, 0, 0, 128 / 255.0f}));
  ASSERT_NE(full.sequence, nullptr);
  EXPECT_EQ(full.sequence->count, 3u);
  EXPECT_EQ(full.sequence->start, 1);
  EXPECT_EQ(full.sequence->digits, 0u);
  EXPECT_EQ(full.sequence->setup_index, 0u);
}

TEST(SkeletonJsonAttachments, ReadsSequences) {
  const Loaded data = load_clean(
      "4.2.1",
      in_slot(R"("p": {"width": 1, "height": 1, "sequence": {"count": 3, "start": -2, "digits": 4, "setup": 1}},
    "q": {"width": 1, "height": 1, "sequence": {"count": 3, "setupIndex": 2}},
    "r": {"width": 1, "height": 1, "sequence": {"count": 3, "setup": 1, "setupIndex": 2}})"));
  EXPECT_EQ(data->attachments[0].sequence->start, -2);
  EXPECT_EQ(data->attachments[0].sequence->digits, 4u);
  EXPECT_EQ(data->attachments[0].sequence->setup_index, 1u);
  EXPECT_EQ(data->attachments[1].sequence->setup_index, 2u);
  EXPECT_EQ(data->attachments[2].sequence->setup_index, 1u);
}

TEST(SkeletonJsonAttachments, RegionWithoutSizeIs32) {
  const Loaded data = load_good("4.2.1", in_slot(R"("p": {}, "q": {"width": 3})"), with_scale(2));
  EXPECT_EQ(data->attachments[0].region->width, 64);
  EXPECT_EQ(data->attachments[0].region->height, 64);
  EXPECT_EQ(data->attachments[1].region->width, 6);
  EXPECT_EQ(data->attachments[1].region->height, 64);
  ASSERT_EQ(data.warnings.size(), 2u);
  EXPECT_EQ(data.warnings[1].where.pointer, "/skins/0/attachments/s/q");
}

TEST(SkeletonJsonAttachments, ReadsMeshes) {
  const Loaded data =
      load_clean("4.2.1", in_slot(R"("m": {"type": "mesh", "uvs": [0, 0.5, 1, 0, 1, 1], "triangles": [0, 1, 2, 2, 1, 0],
    "vertices": [1, 2, 3, 4, 5, 6], "hull": 2, "edges": [0, 2, 2, 4], "width": 7, "height": 8, "color": "00ff00ff",
    "path": "x"},
    "n": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1]})"),
                 with_scale(10));
  const Attachment& full = data->attachments[0];
  EXPECT_EQ(full.type, AttachmentType::mesh);
  EXPECT_EQ(to_vector(full.mesh->uvs), (std::vector<float>{0, 0.5f, 1, 0, 1, 1}));
  EXPECT_EQ(to_vector(full.mesh->triangles), (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0}));
  EXPECT_FALSE(full.mesh->vertices.weighted());
  EXPECT_EQ(full.mesh->vertices.count, 3u);
  EXPECT_EQ(to_vector(full.mesh->vertices.positions), (Numbers{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(full.mesh->vertices.deform_size(), 6u);
  EXPECT_EQ(full.mesh->hull, 2u);
  EXPECT_EQ(to_vector(full.mesh->edges), (std::vector<std::uint32_t>{0, 2, 2, 4}));
  EXPECT_EQ(full.width, 70);
  EXPECT_EQ(full.height, 80);
  EXPECT_EQ(full.color, (Color{0, 1, 0, 1}));
  EXPECT_EQ(full.path, "x");
  EXPECT_EQ(data->attachments[1].width, 0);
  EXPECT_EQ(data->attachments[1].mesh->hull, 0u);
  EXPECT_TRUE(data->attachments[1].mesh->edges.empty());
}

TEST(SkeletonJsonAttachments, ReadsWeightedVertices) {
  const Loaded data =
      load_clean("4.2.1", in_slot(R"("m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2],
    "vertices": [1, 2, 10, 20, 1,  2, 0, 1, 2, 0.25, 1, 3, 4, 0.75,  1, 1, 5, 6, 1]})"),
                 with_scale(2));
  const Vertices& vertices = data->attachments[0].mesh->vertices;
  EXPECT_TRUE(vertices.weighted());
  EXPECT_EQ(vertices.count, 3u);
  EXPECT_EQ(to_vector(vertices.first_entry), (std::vector<std::uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(to_vector(vertices.bones), (std::vector{BoneIndex(2), BoneIndex(0), BoneIndex(1), BoneIndex(1)}));
  EXPECT_EQ(to_vector(vertices.positions), (Numbers{20, 40, 2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(to_vector(vertices.weights), (Numbers{1, 0.25, 0.75, 1}));
  EXPECT_EQ(vertices.deform_size(), 8u);
}

TEST(SkeletonJsonAttachments, ReadsTheOtherTypes) {
  const Loaded data =
      load_clean("4.3.1", in_slot(R"("box": {"type": "boundingbox", "vertexCount": 3, "vertices": [0, 0, 1, 0, 1, 1]},
    "path": {"type": "path", "closed": true, "constantSpeed": false, "lengths": [5, 9], "vertexCount": 6,
      "vertices": [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]},
    "plain": {"type": "path", "lengths": [0], "vertexCount": 3, "vertices": [1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0,
    0, 1]},
    "point": {"type": "point", "x": 1, "y": 2, "rotation": 3},
    "clip": {"type": "clipping", "end": "t", "convex": true, "inverse": true, "vertexCount": 3, "vertices": [0, 0,
    1, 0, 1, 1]},
    "self": {"type": "clipping", "end": "s", "vertexCount": 3, "vertices": [0, 0, 1, 0, 1, 1], "color": "11223344"},
    "all": {"type": "clipping", "vertexCount": 3, "vertices": [0, 0, 1, 0, 1, 1]})"),
                 with_scale(10));
  const Attachment& box = data->attachments[0];
  EXPECT_EQ(box.type, AttachmentType::bounding_box);
  EXPECT_EQ(box.bounding_box->count, 3u);
  EXPECT_EQ(box.vertices()->positions[2], 10);
  EXPECT_EQ(box.color, (Color{0x60 / 255.0f, 0xf0 / 255.0f, 0, 1}));
  const Attachment& path = data->attachments[1];
  EXPECT_EQ(path.type, AttachmentType::path);
  EXPECT_TRUE(path.path_shape->closed);
  EXPECT_FALSE(path.path_shape->constant_speed);
  EXPECT_EQ(to_vector(path.path_shape->lengths), (Numbers{50, 90}));
  EXPECT_EQ(path.path_shape->vertices.count, 6u);
  EXPECT_EQ(path.color, (Color{1, 0x7f / 255.0f, 0, 1}));
  const Attachment& plain = data->attachments[2];
  EXPECT_FALSE(plain.path_shape->closed);
  EXPECT_TRUE(plain.path_shape->constant_speed);
  EXPECT_TRUE(plain.path_shape->vertices.weighted());
  const Attachment& point = data->attachments[3];
  EXPECT_EQ((Numbers{point.point->x, point.point->y, point.point->rotation}), (Numbers{10, 20, 3}));
  EXPECT_EQ(point.color, (Color{0xf1 / 255.0f, 0xf1 / 255.0f, 0, 1}));
  EXPECT_EQ(point.vertices(), nullptr);
  const Attachment& clip = data->attachments[4];
  EXPECT_EQ(clip.clipping->end, SlotIndex(1));
  EXPECT_TRUE(clip.clipping->convex && clip.clipping->inverse);
  EXPECT_EQ(clip.color, (Color{0xce / 255.0f, 0x3a / 255.0f, 0x3a / 255.0f, 1}));
  EXPECT_EQ(data->attachments[5].clipping->end, SlotIndex(0)) << "its own slot is fine";
  EXPECT_FALSE(data->attachments[5].clipping->convex || data->attachments[5].clipping->inverse);
  EXPECT_EQ(data->attachments[5].color, (Color{0x11 / 255.0f, 0x22 / 255.0f, 0x33 / 255.0f, 0x44 / 255.0f}));
  EXPECT_FALSE(data->attachments[6].clipping->end);
}

// --- Linked meshes --------------------------------------------------------------------------------------------------

constexpr const char* kMesh =
    R"({"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1],
  "hull": 3, "width": 5, "height": 6})";

/// Two skins, "default" and "own", with these attachments in slot s.
Loaded load_skins(std::string_view version, std::string_view in_default, std::string_view in_own,
                  Semantics semantics = Semantics::spine) {
  return load_clean(version,
                    kBody + R"("skins": [{"name": "own", "attachments": {"s": {)" + std::string(in_own) +
                        R"(}}}, {"name": "default", "attachments": {"s": {)" + std::string(in_default) + "}}}]",
                    with_semantics(semantics));
}

const Attachment& attachment(const Loaded& data, std::string_view key) {
  for (const Attachment& one : data->attachments) {
    if (one.key == key) return one;
  }
  ADD_FAILURE() << "no attachment " << key;
  return data->attachments[0];
}

TEST(SkeletonJsonLinks, TakesTheGeometryAndKeepsItsOwnLooks) {
  const Loaded data = load_skins(
      "4.2.1", std::string("\"m\": ") + kMesh,
      R"("l": {"type": "linkedmesh", "parent": "m", "skin": "default", "path": "q", "color": "ff0000ff", "width": 9,
                                     "sequence": {"count": 2}})");
  const Attachment &link = attachment(data, "l"), &mesh = attachment(data, "m");
  EXPECT_EQ(link.type, AttachmentType::linked_mesh);
  EXPECT_EQ(link.mesh, mesh.mesh);
  EXPECT_EQ(link.path, "q");
  EXPECT_EQ(link.color, (Color{1, 0, 0, 1}));
  EXPECT_EQ(link.width, 9);
  EXPECT_EQ(link.height, 6) << "the source's, as it has none";
  EXPECT_EQ(link.sequence->count, 2u);
  EXPECT_EQ(mesh.sequence, nullptr);
  EXPECT_EQ(link.link->source_key, "m");
  EXPECT_EQ(link.link->source_skin, "default");
  EXPECT_EQ((*data.data)[link.link->source].key, "m");
  EXPECT_TRUE(link.link->timelines);
  EXPECT_EQ(link.timeline_attachment, link.link->source);
}

TEST(SkeletonJsonLinks, FollowsTimelinesUnlessToldNotTo) {
  const auto follows = [](std::string_view version, std::string_view members) {
    const Loaded data = load_skins(version, std::string("\"m\": ") + kMesh,
                                   R"("l": {"type": "linkedmesh", "skin": "default", )" + std::string(members) + "}");
    const Attachment& link = attachment(data, "l");
    EXPECT_EQ(link.link->timelines, link.timeline_attachment == link.link->source);
    return link.link->timelines;
  };
  EXPECT_TRUE(follows("4.2.1", R"("parent": "m")"));
  EXPECT_FALSE(follows("4.2.1", R"("parent": "m", "timelines": false)"));
  EXPECT_FALSE(follows("4.2.1", R"("parent": "m", "deform": false)"));
  EXPECT_TRUE(follows("4.2.1", R"("parent": "m", "timelines": true, "deform": false)"));
  EXPECT_FALSE(follows("4.2.1", R"("parent": "m", "timelines": false, "deform": true)"));
  EXPECT_TRUE(follows("4.3.1", R"("source": "m")"));
  EXPECT_FALSE(follows("4.3.1", R"("source": "m", "timelines": false)"));
  EXPECT_TRUE(follows("4.3.1", R"("source": "m", "deform": false)")) << "an unknown member beside source";
  EXPECT_TRUE(follows("4.3.1", R"("source": "m", "parent": "nothing", "deform": false)"));
  EXPECT_FALSE(follows("4.3.1", R"("parent": "m", "deform": false)")) << "mixed files are read as 4.2";
}

TEST(SkeletonJsonLinks, MeshWithAParentIsLinked) {
  EXPECT_EQ(attachment(load_skins("4.2.1", std::string("\"m\": ") + kMesh,
                                  R"("l": {"type": "mesh", "parent": "m", "skin": "default"})"),
                       "l")
                .type,
            AttachmentType::linked_mesh);
  EXPECT_EQ(attachment(load_skins("4.3.1", std::string("\"m\": ") + kMesh,
                                  R"("l": {"type": "mesh", "source": "m", "skin": "default"})"),
                       "l")
                .type,
            AttachmentType::linked_mesh);
  std::string stray(kMesh);
  stray.insert(1, R"("parent": "nothing", )");
  EXPECT_EQ(attachment(load_skins("4.3.1", "", "\"m\": " + stray), "m").type, AttachmentType::mesh);
}

TEST(SkeletonJsonLinks, LooksInTheSkinsThatItsSemanticsName) {
  const std::string in_both = std::string("\"m\": ") + kMesh;
  const std::string link = R"("l": {"type": "linkedmesh", "parent": "m"})";
  const auto source_skin = [](const Loaded& data) {
    return std::string((*data.data)[(*data.data)[attachment(data, "l").link->source].skin].name);
  };
  EXPECT_EQ(source_skin(load_skins("4.2.1", in_both, in_both + ", " + link, Semantics::spine)), "default");
  EXPECT_EQ(source_skin(load_skins("4.2.1", in_both, in_both + ", " + link, Semantics::rigby)), "own");
  for (const Semantics semantics : {Semantics::spine, Semantics::rigby}) {
    EXPECT_EQ(source_skin(load_skins("4.2.1", in_both, link, semantics)), "default");
    EXPECT_EQ(source_skin(load_skins("4.2.1", "", in_both + ", " + link, semantics)), "own");
  }
}

TEST(SkeletonJsonLinks, DoesNotTakeItselfForItsSource) {
  for (const Semantics semantics : {Semantics::spine, Semantics::rigby}) {
    const Loaded data =
        load_skins("4.2.1", std::string("\"m\": ") + kMesh, R"("m": {"type": "linkedmesh", "parent": "m"})", semantics);
    const Attachment& link = data->attachments[0];
    EXPECT_EQ(link.type, AttachmentType::linked_mesh);
    EXPECT_EQ((*data.data)[link.link->source].skin, data->default_skin);
  }
}

TEST(SkeletonJsonLinks, FollowsChains) {
  const Loaded data = load_skins(
      "4.2.1",
      R"("a": {"type": "linkedmesh", "parent": "b"}, "b": {"type": "linkedmesh", "parent": "c", "timelines": false},
    "c": {"type": "linkedmesh", "parent": "m"}, "m": )" +
          std::string(kMesh),
      "");
  const auto index = [&](std::string_view key) {
    return AttachmentIndex(static_cast<std::size_t>(&attachment(data, key) - data->attachments.data()));
  };
  EXPECT_EQ(attachment(data, "a").mesh, attachment(data, "m").mesh);
  EXPECT_EQ(attachment(data, "a").link->source, index("b"));
  EXPECT_EQ(attachment(data, "a").timeline_attachment, index("b"));
  EXPECT_EQ(attachment(data, "b").timeline_attachment, index("b"));
  EXPECT_EQ(attachment(data, "c").timeline_attachment, index("m"));
  EXPECT_EQ(attachment(data, "a").width, 5);
}

TEST(SkeletonJsonLinks, FollowsLongChains) {
  std::string attachments = "\"0\": " + std::string(kMesh);
  for (int i = 1; i <= 50'000; ++i) {
    attachments += ",\"" + std::to_string(i) + R"(":{"type":"linkedmesh","parent":")" + std::to_string(i - 1) + "\"}";
  }
  const Loaded data = load_skins("4.2.1", attachments, "");
  ASSERT_EQ(data->attachments.size(), 50'001u);
  EXPECT_EQ(data->attachments.back().mesh, data->attachments.front().mesh);
  EXPECT_EQ(data->attachments.back().timeline_attachment, AttachmentIndex(0));
}

TEST(SkeletonJsonLinks, TakesASourceFromAnotherSlotIn43) {
  const Loaded data = load_clean("4.3.1", kBody + R"("skins": [{"name": "default", "attachments": {
    "s": {"l": {"type": "linkedmesh", "source": "m", "slot": "t"}, "own": {"type": "linkedmesh", "source": "n",
    "slot": ""}, "n": )" + kMesh + R"(}, "t": {"m": )" +
                                              kMesh + "}}}]");
  const Attachment& link = attachment(data, "l");
  EXPECT_EQ(link.link->source_slot, "t");
  EXPECT_EQ((*data.data)[link.link->source].slot, SlotIndex(1));
  EXPECT_EQ((*data.data)[attachment(data, "own").link->source].key, "n");
}

}  // namespace
}  // namespace sinew::test
