#include "sinew/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/skeletons.hpp"

namespace {

using namespace sinew;
using test::Rules;

using Texts = std::vector<std::string>;

/// "severity code path" of each finding, sorted.
Texts list(const std::vector<Finding>& findings) {
  Texts texts;
  for (const Finding& finding : findings) {
    texts.push_back(std::string(name_of(finding.severity)) + ' ' + std::string(finding.code) + ' ' + finding.path);
    EXPECT_EQ(finding.message.back(), '.') << finding.message;
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

Texts check(std::string_view members, const Atlas* atlas = nullptr, Rules rules = Rules::spine_4_3) {
  const SkeletonDataPtr data = test::make_data(rules, members);
  return data ? list(check_skeleton(*data, atlas)) : Texts{"not read"};
}

Atlas atlas_of(std::string_view text) {
  Result<Atlas> atlas = parse_atlas(text, "test.atlas");
  EXPECT_TRUE(atlas) << atlas.error();
  return atlas ? *std::move(atlas) : Atlas();
}

TEST(Check, ASoundSkeletonHasNoFindings) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}, {"name": "arm", "parent": "root", "length": 10}],
    "slots": [{"name": "s", "bone": "arm", "attachment": "img"}],
    "skins": [{"name": "default", "attachments": {"s": {"img": {"width": 2, "height": 2}}}}],
    "events": {"hit": {}},
    "animations": {"a": {"bones": {"arm": {"rotate": [{"curve": [0.2, 0, 0.8, 90]}, {"time": 1, "value": 90}]}},
                         "events": [{"name": "hit"}, {"name": "hit"}]}})"),
            Texts{});
}

TEST(Check, NamesThatDifferOnlyByCase) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}],
    "slots": [{"name": "Slot", "bone": "root"}, {"name": "slot", "bone": "root"}],
    "skins": [{"name": "default", "attachments": {"Slot": {"a": {"width": 1, "height": 1}, "A": {"width": 1, "height": 1}},
                                                  "slot": {"b": {"width": 1, "height": 1}}}}],
    "animations": {"Walk ": {"drawOrder": [{}]}, "walk ": {"drawOrder": [{}]}})"),
            (Texts{"warning blank-in-name /animations/Walk ", "warning blank-in-name /animations/walk ",
                   "warning case-only-names /animations/walk ", "warning case-only-names /slots/Slot",
                   "warning case-only-names /slots/slot"}));
}

TEST(Check, WhatNothingUses) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}, {"name": "used", "parent": "root"}, {"name": "tip", "parent": "used"},
              {"name": "goal", "parent": "root"}],
    "slots": [{"name": "s", "bone": "used"}],
    "constraints": [{"type": "ik", "name": "k", "bones": ["used"], "target": "goal"}],
    "skins": [{"name": "x"}],
    "events": {"e": {}},
    "animations": {"a": {}})"),
            (Texts{"hint empty-slot /slots/s", "hint unused-bone /bones/tip", "hint unused-event /events/e",
                   "warning empty-animation /animations/a", "warning empty-skin /skins/x"}));
}

TEST(Check, WhatIsNeverActive) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}, {"name": "a", "parent": "root", "skin": true}, {"name": "b", "parent": "a", "skin": true},
              {"name": "c", "parent": "root", "skin": true}],
    "slots": [{"name": "s", "bone": "b", "attachment": "i"}, {"name": "t", "bone": "c", "attachment": "i"}],
    "constraints": [{"type": "ik", "name": "k", "bones": ["a"], "target": "root", "skin": true}],
    "skins": [{"name": "x", "bones": ["b"], "attachments": {"s": {"i": {"width": 1, "height": 1}},
                                                            "t": {"i": {"width": 1, "height": 1}}}}])"),
            (Texts{"warning never-active /bones/c", "warning never-active /constraints/ik/k"}));
}

TEST(Check, ScalesOf0) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root", "scaleY": 0}], "slots": [{"name": "s", "bone": "root", "attachment": "i"}],
    "skins": [{"name": "default", "attachments": {"s": {"i": {"width": 0, "height": 1}}}}])"),
            (Texts{"warning no-area /skins/default/attachments/s/i", "warning zero-scale /bones/root"}));
}

TEST(Check, AttachmentsThatNoSkinHas) {
  EXPECT_EQ(
      check(R"(
    "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "gone"}],
    "skins": [{"name": "default", "attachments": {"s": {"i": {"width": 1, "height": 1}}}}],
    "animations": {"a": {"slots": {"s": {"attachment": [{"name": "i"}, {"time": 1, "name": "lost"}, {"time": 2}]}}}})"),
      (Texts{"warning unknown-attachment /animations/a/slots/s/attachment", "warning unknown-attachment /slots/s"}));
}

TEST(Check, MeshesAndPolygons) {
  EXPECT_EQ(
      check(R"(
    "bones": [{"name": "root"}], "slots": [{"name": "p", "bone": "root"}, {"name": "s", "bone": "root"}],
    "skins": [{"name": "default", "attachments": {"p": {"b": {"type": "boundingbox", "vertexCount": 2, "vertices": [0,0,1,1]}},
     "s": {
      "w": {"type": "mesh", "uvs": [0,0,1,0,1,1], "triangles": [0,1,2], "vertices": [1,0,0,0,0.5, 1,0,1,0,1, 1,0,1,1,1]},
      "t": {"type": "mesh", "uvs": [0,0,1,0,1,2,0,1], "triangles": [0,1,1], "vertices": [0,0,1,0,1,1,0,1]},
      "n": {"type": "mesh", "uvs": [0,0,1,0,1,1], "triangles": [], "vertices": [0,0,1,0,1,1]},
      "c": {"type": "clipping", "end": "p", "vertexCount": 3, "vertices": [0,0,1,0,1,1]},
      "l": {"type": "path", "constantSpeed": false, "lengths": [0, 0], "vertexCount": 6, "vertices": [0,0,1,0,2,0,3,0,4,0,5,0]},
      "f": {"width": 1, "height": 1, "sequence": {"count": 2, "setup": 2}},
      "o": {"width": 1, "height": 1, "sequence": {"count": 1}}}}}])"),
      (Texts{
          "hint flat-triangles /skins/default/attachments/s/t", "hint one-frame /skins/default/attachments/s/o",
          "hint unused-vertices /skins/default/attachments/s/t", "warning clips-to-end /skins/default/attachments/s/c",
          "warning no-polygon /skins/default/attachments/p/b", "warning no-triangles /skins/default/attachments/s/n",
          "warning path-length /skins/default/attachments/s/l", "warning setup-frame /skins/default/attachments/s/f",
          "warning uvs-outside /skins/default/attachments/s/t", "warning weights-sum /skins/default/attachments/s/w"}));
}

TEST(Check, Constraints) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}, {"name": "a", "parent": "root", "length": 5}, {"name": "b", "parent": "a"},
              {"name": "c", "parent": "b"}],
    "slots": [{"name": "s", "bone": "c"}],
    "constraints": [
      {"type": "ik", "name": "below", "bones": ["a"], "target": "c"},
      {"type": "ik", "name": "short", "bones": ["a", "b"], "target": "root"},
      {"type": "ik", "name": "off", "bones": ["a"], "target": "root", "mix": 0},
      {"type": "ik", "name": "keyed", "bones": ["a"], "target": "root", "mix": 0},
      {"type": "transform", "name": "bare", "bones": ["a"], "source": "root"},
      {"type": "path", "name": "lost", "bones": ["a"], "slot": "s"},
      {"type": "physics", "name": "idle", "bone": "a"},
      {"type": "slider", "name": "dead", "animation": "z"}],
    "skins": [{"name": "default", "attachments": {"s": {"i": {"width": 1, "height": 1}}}}],
    "animations": {"z": {}, "y": {"ik": {"keyed": [{}]}}})"),
            (Texts{"hint no-effect /constraints/ik/off", "hint no-effect /constraints/physics/idle",
                   "hint no-effect /constraints/slider/dead", "hint no-effect /constraints/transform/bare",
                   "warning empty-animation /animations/z", "warning no-length /constraints/ik/short",
                   "warning no-path /constraints/path/lost", "warning target-moves /constraints/ik/below"}));
}

TEST(Check, Keys) {
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root", "attachment": "i"}],
    "skins": [{"name": "default", "attachments": {"s": {"i": {"width": 1, "height": 1}}}}],
    "animations": {"a": {"bones": {"root": {"rotate": [{"time": -1}, {"value": 1}, {"value": 2}],
                                            "translatex": [{"curve": [-0.5, 0, 0.8, 9]}, {"time": 1, "value": 9}]}},
                         "slots": {"s": {"rgb2": [{"light": "ffffff", "dark": "000000"}]}}}})"),
            (Texts{"warning curve-outside /animations/a/bones/root/translatex",
                   "warning negative-time /animations/a/bones/root/rotate",
                   "warning no-dark-colour /animations/a/slots/s/rgb2",
                   "warning repeated-time /animations/a/bones/root/rotate"}));
}

TEST(Check, ImagesAgainstAnAtlas) {
  const Atlas atlas = atlas_of(
      "page.png\nsize: 64, 64\n"
      "img\nbounds: 0, 0, 10, 20\n"
      "wing\nbounds: 20, 0, 4, 4\nindex: 1\n"
      "spare\nbounds: 30, 0, 4, 4\n");
  EXPECT_EQ(check(R"(
    "bones": [{"name": "root"}], "slots": [{"name": "s", "bone": "root"}],
    "skins": [{"name": "default", "attachments": {"s": {
      "img": {"width": 20, "height": 40}, "flat": {"path": "img", "width": 20, "height": 20},
      "none": {"width": 5, "height": 5}, "again": {"path": "none", "width": 5, "height": 5},
      "wing": {"width": 4, "height": 4, "sequence": {"count": 2, "start": 1}}}}}])",
                  &atlas),
            (Texts{"error missing-image /skins/default/attachments/s/none",
                   "error missing-image /skins/default/attachments/s/wing",
                   "warning image-shape /skins/default/attachments/s/flat", "warning unused-region /regions/spare"}));
}

TEST(Check, AtlasesAlone) {
  EXPECT_EQ(list(check_atlas(atlas_of("page.png\nsize: 64, 64\n"
                                      "a\nbounds: 0, 0, 10, 20\n"
                                      "A\nbounds: 0, 0, 10, 20\n"
                                      "b\nbounds: 8, 8, 10, 10\n"
                                      "c\nbounds: 40, 0, 4, 4\n"))),
            (Texts{"warning case-only-names /regions/A", "warning overlap /regions/b", "warning overlap /regions/b"}));
}

}  // namespace
