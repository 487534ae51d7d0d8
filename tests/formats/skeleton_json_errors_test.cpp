// Every error of the format's specification: what it is, and exactly where (spec: skeleton-json.md 12).
#include <limits>

#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

/// One bad document. '@' stands before the value that the error is about.
struct Case {
  const char* members;
  ErrorCode code;
  const char* pointer;
  const char* message;  ///< part of it
  const char* version = "4.2.1";
};

void expect_error(const Case& one) {
  const Marked marked(document(one.version, one.members));
  const Loaded loaded = load(marked.text, with_semantics(Semantics::spine));
  ASSERT_TRUE(loaded.error) << "no error in " << one.members;
  const Error& error = *loaded.error;
  EXPECT_EQ(error.code, one.code) << error << "\nin " << one.members;
  EXPECT_EQ(error.where.pointer, one.pointer) << error;
  EXPECT_EQ(error.where.file, "test.json");
  EXPECT_EQ(error.where.line, marked.line) << error << "\nin " << one.members;
  EXPECT_EQ(error.where.column, marked.column) << error << "\nin " << one.members;
  EXPECT_EQ(error.where.offset, marked.offset) << error;
  EXPECT_NE(error.message.find(one.message), std::string::npos) << error << "\nshould say: " << one.message;
  EXPECT_TRUE(error.message.ends_with('.')) << "a sentence: " << error;
}

void expect_errors(std::span<const Case> cases) {
  for (const Case& one : cases) expect_error(one);
}

#define BONES \
  "\"bones\": [{\"name\": \"r\"}, {\"name\": \"b\", \"parent\": \"r\"}, {\"name\": \"c\", \"parent\": \"b\"}]"
#define BODY BONES ",\n\"slots\": [{\"name\": \"s\", \"bone\": \"r\"}], "
#define SKIN(attachment) BODY "\"skins\": [{\"name\": \"default\", \"attachments\": {\"s\": {\"k\": " attachment "}}}]"
#define ANIMATION(members) BODY "\"animations\": {\"a\": {" members "}}"

TEST(SkeletonJsonErrors, Bones) {
  constexpr Case cases[] = {
      {"\"bones\": @[]", ErrorCode::missing_member, "/bones", "at least one"},
      {"\"bones\": @{}", ErrorCode::wrong_type, "/bones", "Expected an array, found an object"},
      {"\"bones\": @5", ErrorCode::wrong_type, "/bones", "found the number 5"},
      {"\"bones\": [@\"r\"]", ErrorCode::wrong_type, "/bones/0", "Expected an object, found the text 'r'"},
      {"\"bones\": [@{}]", ErrorCode::missing_member, "/bones/0", "'name'"},
      {"\"bones\": [{\"name\": @[]}]", ErrorCode::wrong_type, "/bones/0/name", "Expected a text"},
      {"\"bones\": [{\"name\": \"r\"},\n {\"name\": \"b\", \"parent\": @\"x\"}]", ErrorCode::unknown_reference,
       "/bones/1/parent", "no bone called 'x'"},
      {"\"bones\": [@{\"name\": \"r\", \"parent\": \"b\"}, {\"name\": \"b\"}]", ErrorCode::bad_order, "/bones/0",
       "stands before its parent 'b'"},
      {"\"bones\": [{\"name\": \"r\"}, @{\"name\": \"b\", \"parent\": \"b\"}]", ErrorCode::bad_order, "/bones/1",
       "stands before its parent"},
      {"\"bones\": [{\"name\": \"r\"}, @{\"name\": \"b\"}]", ErrorCode::bad_order, "/bones/1", "has no parent"},
      {"\"bones\": [{\"name\": \"r\"}, @{\"name\": \"b\", \"parent\": \"\"}]", ErrorCode::bad_order, "/bones/1",
       "has no parent"},
      {"\"bones\": [{\"name\": \"r\", \"length\": @true}]", ErrorCode::wrong_type, "/bones/0/length",
       "Expected a number, found true"},
      {"\"bones\": [{\"name\": \"r\", \"x\": @\"1.2.3\"}]", ErrorCode::wrong_type, "/bones/0/x", "'1.2.3'"},
      {"\"bones\": [{\"name\": \"r\", \"y\": @{}}]", ErrorCode::wrong_type, "/bones/0/y", "found an object"},
      {"\"bones\": [{\"name\": \"r\", \"skin\": @2}]", ErrorCode::wrong_type, "/bones/0/skin",
       "Expected true or false, found the number 2"},
      {"\"bones\": [{\"name\": \"r\", \"skin\": @\"yes\"}]", ErrorCode::wrong_type, "/bones/0/skin", "'yes'"},
      {"\"bones\": [{\"name\": \"r\", \"inherit\": @\"sideways\"}]", ErrorCode::bad_value, "/bones/0/inherit",
       "'noScale' or 'noScaleOrReflection'"},
      {"\"bones\": [{\"name\": \"r\", \"color\": @\"12345\"}]", ErrorCode::bad_value, "/bones/0/color", "RRGGBBAA"},
      {"\"bones\": [{\"name\": \"r\", \"color\": @\"12345g\"}]", ErrorCode::bad_value, "/bones/0/color", "12345g"},
      {"\"bones\": [{\"name\": \"r\", \"rotation\": @1e999}]", ErrorCode::bad_value, "/bones/0/rotation",
       "out of range"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, MissingBonesAreAnErrorOfTheRoot) {
  for (const char* json : {"{}", "{\"bones\": null}"}) {
    const Loaded loaded = load(json);
    ASSERT_TRUE(loaded.error);
    EXPECT_EQ(loaded.error->code, ErrorCode::missing_member);
    EXPECT_EQ(loaded.error->where.pointer, "");
    EXPECT_EQ(loaded.error->where.line, 1u);
    EXPECT_EQ(loaded.error->where.column, 1u);
  }
}

TEST(SkeletonJsonErrors, RootMustBeAnObject) {
  for (const char* json : {"[]", "5", "\"bones\"", "null", "true"}) {
    const Loaded loaded = load(json);
    ASSERT_TRUE(loaded.error);
    EXPECT_EQ(loaded.error->code, ErrorCode::wrong_type);
    EXPECT_NE(loaded.error->message.find("Expected an object"), std::string::npos);
  }
}

TEST(SkeletonJsonErrors, Header) {
  const Marked marked("{\"skeleton\": {\"spine\": \"4.2.1\", \"referenceScale\": @0}, " BONES "}");
  const Loaded loaded = load(marked.text);
  ASSERT_TRUE(loaded.error);
  EXPECT_EQ(loaded.error->where.pointer, "/skeleton/referenceScale");
  EXPECT_EQ(loaded.error->where.column, marked.column);
  EXPECT_EQ(load("{\"skeleton\": [], " BONES "}").error->code, ErrorCode::wrong_type);
  EXPECT_EQ(load("{\"skeleton\": {\"spine\": []}, " BONES "}").error->where.pointer, "/skeleton/spine");
}

TEST(SkeletonJsonErrors, SlotsAndEvents) {
  constexpr Case cases[] = {
      {BONES ", \"slots\": @{}", ErrorCode::wrong_type, "/slots", "Expected an array"},
      {BONES ", \"slots\": [@{\"bone\": \"r\"}]", ErrorCode::missing_member, "/slots/0", "'name'"},
      {BONES ", \"slots\": [@{\"name\": \"s\"}]", ErrorCode::missing_member, "/slots/0", "'bone'"},
      {BONES ", \"slots\": [{\"name\": \"s\", \"bone\": @\"x\"}]", ErrorCode::unknown_reference, "/slots/0/bone",
       "no bone called 'x'"},
      {BONES ", \"slots\": [{\"name\": \"s\", \"bone\": \"r\", \"blend\": @\"burn\"}]", ErrorCode::bad_value,
       "/slots/0/blend", "'multiply' or 'screen'"},
      {BONES ", \"slots\": [{\"name\": \"s\", \"bone\": \"r\", \"dark\": @\"red\"}]", ErrorCode::bad_value,
       "/slots/0/dark", "'red'"},
      {BONES ", \"events\": @[]", ErrorCode::wrong_type, "/events", "Expected an object"},
      {BONES ", \"events\": {\"a/b\": @7}", ErrorCode::wrong_type, "/events/a~1b", "Expected an object"},
      {BONES ", \"events\": {\"a~b\": {\"int\": @1.5}}", ErrorCode::bad_value, "/events/a~0b/int",
       "whole number, found the number 1.5"},
      {BONES ", \"events\": {\"e\": {\"int\": @2147483648}}", ErrorCode::bad_value, "/events/e/int", "32 bits"},
      {BONES ", \"events\": {\"e\": {\"int\": @-2147483649}}", ErrorCode::bad_value, "/events/e/int", "32 bits"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, Constraints) {
  constexpr Case cases[] = {
      {BODY "\"ik\": [@{\"bones\": [\"b\"], \"target\": \"r\"}]", ErrorCode::missing_member, "/ik/0", "'name'"},
      {BODY "\"ik\": [@{\"name\": \"i\", \"target\": \"r\"}]", ErrorCode::missing_member, "/ik/0", "'bones'"},
      {BODY "\"ik\": [@{\"name\": \"i\", \"bones\": [\"b\"]}]", ErrorCode::missing_member, "/ik/0", "'target'"},
      {BODY "\"ik\": [{\"name\": \"i\", \"bones\": @[], \"target\": \"r\"}]", ErrorCode::bad_value, "/ik/0/bones",
       "one or two bones"},
      {BODY "\"ik\": [{\"name\": \"i\", \"bones\": @[\"r\", \"b\", \"c\"], \"target\": \"r\"}]", ErrorCode::bad_value,
       "/ik/0/bones", "has 3"},
      {BODY "\"ik\": [{\"name\": \"i\", \"bones\": [\"b\", @\"x\"], \"target\": \"r\"}]", ErrorCode::unknown_reference,
       "/ik/0/bones/1", "'x'"},
      {BODY "\"ik\": [{\"name\": \"i\", \"bones\": [\"b\"], \"target\": @\"x\"}]", ErrorCode::unknown_reference,
       "/ik/0/target", "'x'"},
      {BODY "\"ik\": [{\"name\": \"i\", \"order\": @0.5, \"bones\": [\"b\"], \"target\": \"r\"}]", ErrorCode::bad_value,
       "/ik/0/order", "whole number"},
      {BODY "\"transform\": [@{\"name\": \"t\", \"bones\": [\"b\"], \"source\": \"r\"}]", ErrorCode::missing_member,
       "/transform/0", "'target'"},
      {BODY "\"transform\": [{\"name\": \"t\", \"bones\": @[], \"target\": \"r\"}]", ErrorCode::bad_value,
       "/transform/0/bones", "at least one"},
      {BODY "\"transform\": [{\"name\": \"t\", \"bones\": [@\"x\"], \"target\": \"r\"}]", ErrorCode::unknown_reference,
       "/transform/0/bones/0", "'x'"},
      {BODY "\"path\": [{\"name\": \"p\", \"bones\": [\"b\"], \"target\": @\"r\"}]", ErrorCode::unknown_reference,
       "/path/0/target", "no slot called 'r'"},
      {BODY "\"path\": [{\"name\": \"p\", \"bones\": [\"b\"], \"target\": \"s\", \"positionMode\": @\"far\"}]",
       ErrorCode::bad_value, "/path/0/positionMode", "'fixed' or 'percent'"},
      {BODY "\"path\": [{\"name\": \"p\", \"bones\": [\"b\"], \"target\": \"s\", \"spacingMode\": @\"far\"}]",
       ErrorCode::bad_value, "/path/0/spacingMode", "'proportional'"},
      {BODY "\"path\": [{\"name\": \"p\", \"bones\": [\"b\"], \"target\": \"s\", \"rotateMode\": @\"far\"}]",
       ErrorCode::bad_value, "/path/0/rotateMode", "'chainScale'"},
      {BODY "\"physics\": [{\"name\": \"p\", \"bone\": @\"x\"}]", ErrorCode::unknown_reference, "/physics/0/bone",
       "'x'"},
      {BODY "\"physics\": [@{\"name\": \"p\"}]", ErrorCode::missing_member, "/physics/0", "'bone'"},
      {BODY "\"physics\": [{\"name\": \"p\", \"bone\": \"b\", \"mass\": @0}]", ErrorCode::bad_value, "/physics/0/mass",
       "must not be 0"},
      {BODY "\"physics\": [{\"name\": \"p\", \"bone\": \"b\", \"fps\": @-1}]", ErrorCode::bad_value, "/physics/0/fps",
       "above 0"},
      {BODY "\"constraints\": [@{\"name\": \"x\"}]", ErrorCode::missing_member, "/constraints/0", "'type'", "4.3.1"},
      {BODY "\"constraints\": [{\"type\": @[], \"name\": \"x\"}]", ErrorCode::wrong_type, "/constraints/0/type",
       "Expected a text", "4.3.1"},
      {BODY "\"constraints\": [@{\"type\": \"transform\", \"name\": \"x\", \"bones\": [\"b\"]}]",
       ErrorCode::missing_member, "/constraints/0", "'source'", "4.3.1"},
      {BODY "\"constraints\": [@{\"type\": \"path\", \"name\": \"x\", \"bones\": [\"b\"]}]", ErrorCode::missing_member,
       "/constraints/0", "'slot'", "4.3.1"},
      {BODY "\"constraints\": [{\"type\": \"path\", \"name\": \"x\", \"bones\": [\"b\"], \"slot\": @\"x\"}]",
       ErrorCode::unknown_reference, "/constraints/0/slot", "no slot called 'x'", "4.3.1"},
      {BODY "\"constraints\": [{\"type\": \"ik\", \"name\": \"x\", \"bones\": [\"b\"], \"target\": \"r\", \"scaleY\": "
            "@\"big\"}]",
       ErrorCode::bad_value, "/constraints/0/scaleY", "'volume'", "4.3.1"},
      {BODY "\"constraints\": [{\"type\": \"transform\", \"name\": \"x\", \"bones\": [\"b\"], \"source\": \"r\", "
            "\"properties\": {\"x\": {\"to\": {\"y\": {\"max\": @\"?\"}}}}}]",
       ErrorCode::wrong_type, "/constraints/0/properties/x/to/y/max", "Expected a number", "4.3.1"},
      {BODY "\"constraints\": [@{\"type\": \"slider\", \"name\": \"x\"}]", ErrorCode::missing_member, "/constraints/0",
       "'animation'", "4.3.1"},
      {BODY "\"constraints\": [{\"type\": \"slider\", \"name\": \"x\", \"animation\": @\"x\"}]",
       ErrorCode::unknown_reference, "/constraints/0/animation", "no animation called 'x'", "4.3.1"},
      {ANIMATION(
           "") ", \"constraints\": [@{\"type\": \"slider\", \"name\": \"x\", \"animation\": \"a\", \"bone\": \"b\"}]",
       ErrorCode::missing_member, "/constraints/0", "'property'", "4.3.1"},
      {ANIMATION(
           "") ", \"constraints\": [{\"type\": \"slider\", \"name\": \"x\", \"animation\": \"a\", \"bone\": @\"x\"}]",
       ErrorCode::unknown_reference, "/constraints/0/bone", "'x'", "4.3.1"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, Skins) {
  constexpr Case cases[] = {
      {BODY "\"skins\": @{}", ErrorCode::wrong_type, "/skins", "Expected an array"},
      {BODY "\"skins\": [@{}]", ErrorCode::missing_member, "/skins/0", "'name'"},
      {BODY "\"skins\": [{\"name\": \"k\", \"bones\": [@\"x\"]}]", ErrorCode::unknown_reference, "/skins/0/bones/0",
       "no bone called 'x'"},
      {BODY "\"skins\": [{\"name\": \"k\", \"ik\": [@\"x\"]}]", ErrorCode::unknown_reference, "/skins/0/ik/0",
       "no ik constraint called 'x'"},
      {BODY "\"skins\": [{\"name\": \"k\", \"physics\": [@\"x\"]}]", ErrorCode::unknown_reference, "/skins/0/physics/0",
       "no physics constraint"},
      {BODY "\"skins\": [{\"name\": \"k\", \"attachments\": {\"x\": @{}}}]", ErrorCode::unknown_reference,
       "/skins/0/attachments/x", "no slot called 'x'"},
      {BODY "\"skins\": [{\"name\": \"k\", \"attachments\": {\"s\": @[]}}]", ErrorCode::wrong_type,
       "/skins/0/attachments/s", "Expected an object"},
      {BODY "\"skins\": [{\"name\": \"k\", \"attachments\": @\"long enough to count\"}]", ErrorCode::wrong_type,
       "/skins/0/attachments", "Expected an object"},
      {SKIN("@3"), ErrorCode::wrong_type, "/skins/0/attachments/s/k", "Expected an object, found the number 3"},
      {SKIN("{\"type\": @{}}"), ErrorCode::wrong_type, "/skins/0/attachments/s/k/type", "Expected a text"},
      {SKIN("{\"width\": @[], \"height\": 1}"), ErrorCode::wrong_type, "/skins/0/attachments/s/k/width",
       "Expected a number"},
      {SKIN("{\"color\": @\"no\"}"), ErrorCode::bad_value, "/skins/0/attachments/s/k/color", "'no'"},
      {SKIN("{\"sequence\": @{}}"), ErrorCode::missing_member, "/skins/0/attachments/s/k/sequence", "'count'"},
      {SKIN("{\"sequence\": {\"count\": @0}}"), ErrorCode::bad_value, "/skins/0/attachments/s/k/sequence/count",
       "at least one image"},
      {SKIN("{\"sequence\": {\"count\": 1, \"digits\": @1000000000}}"), ErrorCode::bad_value,
       "/skins/0/attachments/s/k/sequence/digits", "from 0 to 100"},
      {SKIN("{\"sequence\": {\"count\": 1, \"setup\": @-1}}"), ErrorCode::bad_value,
       "/skins/0/attachments/s/k/sequence/setup", "found the number -1"},
  };
  expect_errors(cases);
}

#define K "/skins/0/attachments/s/k"

TEST(SkeletonJsonErrors, Meshes) {
  constexpr Case cases[] = {
      {SKIN("@{\"type\": \"mesh\", \"triangles\": [], \"vertices\": []}"), ErrorCode::missing_member, K, "'uvs'"},
      {SKIN("@{\"type\": \"mesh\", \"uvs\": [], \"vertices\": []}"), ErrorCode::missing_member, K, "'triangles'"},
      {SKIN("@{\"type\": \"mesh\", \"uvs\": [], \"triangles\": []}"), ErrorCode::missing_member, K, "'vertices'"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": @[0, 0, 1], \"triangles\": [], \"vertices\": []}"), ErrorCode::bad_value,
       K "/uvs", "count is 3"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, @\"a\"], \"triangles\": [], \"vertices\": [0, 0]}"),
       ErrorCode::wrong_type, K "/uvs/1", "Expected a number"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, @1e300], \"triangles\": [], \"vertices\": [0, 0]}"),
       ErrorCode::bad_value, K "/uvs/1", "out of range"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": @[0, 0], \"vertices\": [0, 0]}"),
       ErrorCode::bad_value, K "/triangles", "count is 2"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [0, @1, 0], \"vertices\": [0, 0]}"),
       ErrorCode::bad_value, K "/triangles/1", "vertex 1, but the mesh has 1"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [0, @-1, 0], \"vertices\": [0, 0]}"),
       ErrorCode::bad_value, K "/triangles/1", "vertex -1"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [0, @0.5, 0], \"vertices\": [0, 0]}"),
       ErrorCode::bad_value, K "/triangles/1", "whole number"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": @[0]}"), ErrorCode::bad_value,
       K "/vertices", "neither"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": @[1, 0, 0, 0, 1, 7]}"),
       ErrorCode::bad_value, K "/vertices", "neither"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [], \"triangles\": [], \"vertices\": @[1, 0, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices", "neither"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [@0, 0, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices/0", "0 bones"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [@1.5, 0, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices/0", "whole number"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": @[2, 0, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices", "neither"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": @[1, 0, 0, 0, 1, 0, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices", "neither"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [1, @3, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices/1", "bone 3, but there are 3"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [1, @-1, 0, 0, 1]}"),
       ErrorCode::bad_value, K "/vertices/1", "bone -1"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [1, 0, @null, 0, 1]}"),
       ErrorCode::wrong_type, K "/vertices/2", "found null"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [0, 0], \"edges\": [@-2]}"),
       ErrorCode::bad_value, K "/edges/0", "whole number"},
      {SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [0, 0], \"hull\": @-2}"),
       ErrorCode::bad_value, K "/hull", "whole number"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, OtherAttachments) {
  constexpr Case cases[] = {
      {SKIN("@{\"type\": \"boundingbox\", \"vertices\": [1, 2, 3]}"), ErrorCode::missing_member, K, "'vertexCount'"},
      {SKIN("@{\"type\": \"boundingbox\", \"vertexCount\": 1}"), ErrorCode::missing_member, K, "'vertices'"},
      {SKIN("{\"type\": \"boundingbox\", \"vertexCount\": @-1, \"vertices\": []}"), ErrorCode::bad_value,
       K "/vertexCount", "whole number"},
      {SKIN("{\"type\": \"boundingbox\", \"vertexCount\": 2147483647, \"vertices\": @[]}"), ErrorCode::bad_value,
       K "/vertices", "neither"},
      {SKIN("@{\"type\": \"path\", \"lengths\": [1], \"vertices\": [1, 2]}"), ErrorCode::missing_member, K,
       "'vertexCount'"},
      {SKIN("@{\"type\": \"path\", \"vertexCount\": 3, \"vertices\": [1, 2]}"), ErrorCode::missing_member, K,
       "'lengths'"},
      {SKIN("{\"type\": \"path\", \"lengths\": [1], \"vertexCount\": @4, \"vertices\": []}"), ErrorCode::bad_value,
       K "/vertexCount", "multiple of 3"},
      {SKIN("{\"type\": \"path\", \"lengths\": @[1, 2], \"vertexCount\": 3, \"vertices\": []}"), ErrorCode::bad_value,
       K "/lengths", "Expected 1 lengths"},
      {SKIN("{\"type\": \"clipping\", \"end\": @{}, \"vertexCount\": 3, \"vertices\": []}"), ErrorCode::wrong_type,
       K "/end", "Expected a text"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, LinkedMeshes) {
  constexpr Case cases[] = {
      {SKIN("@{\"type\": \"linkedmesh\"}"), ErrorCode::missing_member, K, "'parent'"},
      {SKIN("@{\"type\": \"linkedmesh\"}"), ErrorCode::missing_member, K, "'source'", "4.3.1"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"x\"}"), ErrorCode::unknown_reference, K, "'x' in the slot 's'"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"k\"}"), ErrorCode::unknown_reference, K, "'k' in the slot 's'"},
      {SKIN("{\"type\": \"linkedmesh\", \"parent\": \"x\", \"skin\": @\"y\"}"), ErrorCode::unknown_reference, K "/skin",
       "no skin called 'y'"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"x\", \"skin\": \"default\"}"), ErrorCode::unknown_reference, K,
       "not in the skin 'default'"},
      {SKIN("{\"type\": \"linkedmesh\", \"source\": \"x\", \"slot\": @\"y\"}"), ErrorCode::unknown_reference, K "/slot",
       "no slot called 'y'", "4.3.1"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"k\", \"skin\": \"default\"}"), ErrorCode::bad_value, K,
       "its own source"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"r\"}, \"r\": {\"width\": 1, \"height\": 1}"),
       ErrorCode::bad_value, K, "not a mesh but a region"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"r\"}, \"r\": {\"type\": \"boundingbox\", \"vertexCount\": 0, "
            "\"vertices\": []}"),
       ErrorCode::bad_value, K, "a boundingbox"},
      {SKIN("@{\"type\": \"linkedmesh\", \"parent\": \"l\"}, \"l\": {\"type\": \"linkedmesh\", \"parent\": \"m\"}, "
            "\"m\": {\"type\": \"linkedmesh\", \"parent\": \"k\"}"),
       ErrorCode::bad_value, K, "its own source"},
      {SKIN("{\"type\": \"linkedmesh\", \"parent\": \"l\"}, \"l\": @{\"type\": \"linkedmesh\", \"parent\": \"m\"}, "
            "\"m\": {\"type\": \"linkedmesh\", \"parent\": \"l\"}"),
       ErrorCode::bad_value, "/skins/0/attachments/s/l", "its own source"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, Animations) {
  constexpr Case cases[] = {
      {BODY "\"animations\": @[]", ErrorCode::wrong_type, "/animations", "Expected an object"},
      {BODY "\"animations\": {\"a\": @[]}", ErrorCode::wrong_type, "/animations/a", "Expected an object"},
      {ANIMATION("\"bones\": @[]"), ErrorCode::wrong_type, "/animations/a/bones", "Expected an object"},
      {ANIMATION("\"bones\": {\"b\": @[]}"), ErrorCode::wrong_type, "/animations/a/bones/b", "Expected an object"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": @{}}}"), ErrorCode::wrong_type, "/animations/a/bones/b/rotate",
       "Expected an array"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [@5]}}"), ErrorCode::wrong_type, "/animations/a/bones/b/rotate/0",
       "Expected an object"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"time\": @\"x\"}]}}"), ErrorCode::wrong_type,
       "/animations/a/bones/b/rotate/0/time", "Expected a number"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{}, {\"value\": @[]}]}}"), ErrorCode::wrong_type,
       "/animations/a/bones/b/rotate/1/value", "Expected a number"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": @0.25}, {\"time\": 1}]}}"), ErrorCode::wrong_type,
       "/animations/a/bones/b/rotate/0/curve", "'stepped' or an array"},
      {ANIMATION("\"bones\": {\"b\": {\"rotate\": [{\"curve\": [0, 0, @\"x\", 1]}, {\"time\": 1}]}}"),
       ErrorCode::wrong_type, "/animations/a/bones/b/rotate/0/curve/2", "Expected a number"},
      {ANIMATION("\"bones\": {\"b\": {\"inherit\": [{\"inherit\": @\"no\"}]}}"), ErrorCode::bad_value,
       "/animations/a/bones/b/inherit/0/inherit", "Expected one of"},
      {ANIMATION("\"slots\": {\"s\": {\"rgba\": [{\"color\": @\"white\"}]}}"), ErrorCode::bad_value,
       "/animations/a/slots/s/rgba/0/color", "'white'"},
      {ANIMATION("\"drawOrder\": @{}"), ErrorCode::wrong_type, "/animations/a/drawOrder", "Expected an array"},
      {ANIMATION("\"drawOrder\": [{\"offsets\": [@{\"offset\": 1}]}]"), ErrorCode::missing_member,
       "/animations/a/drawOrder/0/offsets/0", "'slot'"},
      {ANIMATION("\"drawOrder\": [{\"offsets\": [@{\"slot\": \"s\"}]}]"), ErrorCode::missing_member,
       "/animations/a/drawOrder/0/offsets/0", "'offset'"},
      {ANIMATION("\"drawOrder\": [{\"offsets\": [{\"slot\": \"s\", \"offset\": @0.5}]}]"), ErrorCode::bad_value,
       "/animations/a/drawOrder/0/offsets/0/offset", "whole number"},
      {ANIMATION("\"drawOrderFolder\": [@{\"keys\": []}]"), ErrorCode::missing_member,
       "/animations/a/drawOrderFolder/0", "'slots'", "4.3.1"},
      {ANIMATION("\"events\": [@{}]"), ErrorCode::missing_member, "/animations/a/events/0", "'name'"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, AttachmentTimelines) {
#define MESH_ANIMATION(members)                                                                                        \
  SKIN("{\"type\": \"mesh\", \"uvs\": [0, 0], \"triangles\": [], \"vertices\": [0, 0], \"sequence\": {\"count\": 2}}") \
  ", \"animations\": {\"a\": {\"attachments\": {\"default\": {\"s\": {\"k\": {" members "}}}}}}"
#define D "/animations/a/attachments/default/s/k"
  constexpr Case cases[] = {
      {MESH_ANIMATION("\"deform\": [@{\"offset\": -1}]"), ErrorCode::bad_value, D "/deform/0", "from number -1"},
      {MESH_ANIMATION("\"deform\": [{}, @{\"offset\": 1, \"vertices\": [1, 2]}]"), ErrorCode::bad_value, D "/deform/1",
       "2 numbers to deform"},
      {MESH_ANIMATION("\"deform\": [@{\"offset\": 3}]"), ErrorCode::bad_value, D "/deform/0", "from number 3"},
      {MESH_ANIMATION("\"deform\": [{\"vertices\": @{}}]"), ErrorCode::wrong_type, D "/deform/0/vertices",
       "Expected an array"},
      {MESH_ANIMATION("\"deform\": [{\"vertices\": [0, @\"\"]}]"), ErrorCode::wrong_type, D "/deform/0/vertices/1",
       "Expected a number"},
      {MESH_ANIMATION("\"sequence\": [{\"mode\": @\"backwards\"}]"), ErrorCode::bad_value, D "/sequence/0/mode",
       "'pingpongReverse'"},
      {MESH_ANIMATION("\"sequence\": [{\"index\": @1.5}]"), ErrorCode::bad_value, D "/sequence/0/index",
       "whole number"},
      {MESH_ANIMATION("\"sequence\": [{\"delay\": @[]}]"), ErrorCode::wrong_type, D "/sequence/0/delay",
       "Expected a number"},
  };
  expect_errors(cases);
}

TEST(SkeletonJsonErrors, LongTextsAreShortened) {
  std::string name;
  for (int i = 0; i < 1000; ++i) name += "\xC3\xA9";
  const Loaded loaded = load(document("4.2.1", BONES ", \"slots\": [{\"name\": \"s\", \"bone\": \"x" + name + "\"}]"));
  ASSERT_TRUE(loaded.error);
  EXPECT_LT(loaded.error->message.size(), 200u);
  EXPECT_NE(loaded.error->message.find("\xA9...'"), std::string::npos) << "cut between characters";
}

TEST(SkeletonJsonErrors, NamesAFileThatIsNotThere) {
  const Result<SkeletonDataPtr> result = load_skeleton("no/such/file.json");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::file_not_found);
}

}  // namespace
}  // namespace sinew::test
