// Random skeletons with every kind of constraint. With moderate numbers every bone stays finite; with any numbers
// nothing crashes and every frame ends. Run it with sanitizers (preset "sanitize").
#include <ctime>
#include <random>

#include "pose/physics_rig.hpp"
#include "support/number_text.hpp"

namespace sinew {
namespace {

using test::all_finite;
using test::every_rules;
using test::name_of;
using test::Rules;

/// Writes the JSON of a random skeleton.
class Maker {
 public:
  Maker(Rules rules, unsigned seed, bool wild) : rules_(rules), random_(seed), wild_(wild) {}

  SkeletonDataPtr make() {
    bones_ = 6 + below(8);
    std::string json = "\"bones\": [{\"name\": \"b0\"}";
    parents_ = {0};
    for (std::size_t i = 1; i < bones_; ++i) {
      parents_.push_back(below(i));
      json += ", {\"name\": \"b" + std::to_string(i) + "\", \"parent\": \"b" + std::to_string(parents_[i]) + "\"";
      field(json, "x", 60);
      field(json, "y", 60);
      field(json, "rotation", 200);
      if (chance(3)) json += ", \"scaleX\": " + scale();
      if (chance(3)) json += ", \"scaleY\": " + scale();
      if (chance(4)) field(json, "shearX", 60);
      if (chance(4)) field(json, "shearY", 60);
      if (!chance(4)) json += ", \"length\": " + (chance(6) ? "0" : number(0, 80));
      if (chance(4)) json += ", \"inherit\": \"" + std::string(any_of(modes)) + "\"";
      if (chance(10)) json += ", \"skin\": true";
      json += "}";
    }
    json +=
        "], \"slots\": [{\"name\": \"path\", \"bone\": \"" + bone() + "\", \"attachment\": \"path\"}], \"skins\": [";
    json += R"({"name": "default", "attachments": {"path": {"path": )" + path() + R"(}}}, {"name": "s", "bones": [")" +
            bone() + "\"]}]";
    constraints(json);
    animations(json);
    return test::make_data(rules_, json);
  }

 private:
  static constexpr std::string_view modes[] = {"onlyTranslation", "noRotationOrReflection", "noScale",
                                               "noScaleOrReflection"};
  static constexpr std::string_view properties[] = {"rotate", "x", "y", "scaleX", "scaleY", "shearY"};

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  template <std::size_t n>
  std::string_view any_of(const std::string_view (&list)[n]) {
    return list[below(n)];
  }
  std::string number(double from, double to) {
    if (wild_ && chance(6)) {
      static constexpr std::string_view odd[] = {"0",      "1e-300",  "-1e-300", "1e300",
                                                 "-1e300", "1.7e308", "1e-9",    "1e18"};
      return std::string(any_of(odd));
    }
    return test::fixed(from + (to - from) * static_cast<double>(below(10001)) / 10000);
  }
  std::string scale() { return chance(4) ? "0" : chance(8) ? "0.00002" : number(-2, 2); }
  std::string mix() { return chance(4) ? number(-0.5, 1.5) : number(0, 1); }
  void field(std::string& json, std::string_view name, double size) {
    json += ", \"" + std::string(name) + "\": " + number(-size, size);
  }
  void flag(std::string& json, std::string_view name) {
    if (chance(2)) json += ", \"" + std::string(name) + "\": true";
  }
  std::string bone() { return "b" + std::to_string(below(bones_)); }

  std::string path() {
    const bool closed = chance(2);
    const std::size_t knots = 2 + below(3);
    std::string json = "{\"type\": \"path\", \"closed\": " + std::string(closed ? "true" : "false");
    if (chance(2)) json += ", \"constantSpeed\": false";
    json += ", \"vertexCount\": " + std::to_string(3 * knots) + ", \"lengths\": [";
    double sum = 0;
    for (std::size_t i = 0; i < knots; ++i) {
      if (!chance(4)) sum += 40;  // else a curve that claims to have no length
      json += (i > 0 ? ", " : "") + test::fixed(sum);
    }
    json += "], \"vertices\": [";
    std::string vertex = "0, 0";
    for (std::size_t i = 0; i < 3 * knots; ++i) {
      if (!chance(5)) vertex = number(-90, 90) + ", " + number(-90, 90);  // else where the one before is
      json += (i > 0 ? ", " : "") + vertex;
    }
    return json + "]}";
  }

  std::string some_bones(std::size_t most) {
    std::string list = "\"bones\": [";
    const std::size_t count = 1 + below(most), first = 1 + below(bones_ - 1);
    for (std::size_t i = 0; i < count && first + i < bones_; ++i) {
      list += (i > 0 ? ", \"b" : "\"b") + std::to_string(first + i) + "\"";
    }
    return list + "]";
  }

  std::string ik() {
    std::size_t second = 1 + below(bones_ - 1);
    std::string json = "\"bones\": [";
    if (parents_[second] != 0 && !chance(3)) json += "\"b" + std::to_string(parents_[second]) + "\", ";
    json += "\"b" + std::to_string(second) + "\"], \"target\": \"" + bone() + "\", \"mix\": " + mix();
    if (chance(2)) json += ", \"softness\": " + number(0, 80);
    if (chance(2)) json += ", \"bendPositive\": false";
    flag(json, "stretch");
    flag(json, "compress");
    if (chance(2))
      json += newer() ? (chance(2) ? R"(, "scaleY": "volume")" : R"(, "scaleY": "uniform")") : R"(, "uniform": true)";
    return json;
  }

  std::string transform() {
    std::string json = some_bones(3) + (newer() ? ", \"source\": \"" : ", \"target\": \"") + bone() + "\"";
    for (std::string_view name : {"mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY"}) {
      json += ", \"" + std::string(name) + "\": " + mix();
    }
    field(json, "rotation", 90);
    field(json, "x", 20);
    field(json, "scaleX", 1);
    field(json, "shearY", 30);
    if (!newer()) {
      flag(json, "local");
      flag(json, "relative");
      return json;
    }
    for (std::string_view name : {"localSource", "localTarget", "additive", "clamp"}) flag(json, name);
    json += ", \"properties\": {";
    const std::size_t first = below(6), count = 1 + below(3);
    for (std::size_t i = 0; i < count; ++i) {
      json += (i > 0 ? ", \"" : "\"") + std::string(properties[(first + i) % 6]) +
              "\": {\"offset\": " + number(-10, 10) + ", \"to\": {\"" + std::string(any_of(properties)) +
              "\": {\"max\": " + number(0, 50) + ", \"scale\": " + number(-2, 2) + "}}}";
    }
    return json + "}";
  }

  std::string path_constraint() {
    static constexpr std::string_view positions[] = {"fixed", "percent"};
    static constexpr std::string_view spacings[] = {"length", "fixed", "percent", "proportional"};
    static constexpr std::string_view rotations[] = {"tangent", "chain", "chainScale"};
    std::string json = some_bones(4) + (newer() ? R"(, "slot": "path")" : R"(, "target": "path")");
    json += ", \"positionMode\": \"" + std::string(any_of(positions)) + "\", \"spacingMode\": \"" +
            std::string(any_of(spacings)) + "\", \"rotateMode\": \"" + std::string(any_of(rotations)) + "\"";
    json += ", \"position\": " + (chance(2) ? number(-2, 2) : number(-200, 200));
    json += ", \"spacing\": " + (chance(3) ? "0" : number(-60, 60));
    if (chance(2)) field(json, "rotation", 90);
    return json + ", \"mixRotate\": " + mix() + ", \"mixX\": " + mix() + ", \"mixY\": " + mix();
  }

  std::string physics() {
    std::string json = "\"bone\": \"" + bone() + "\"";
    for (std::string_view name : {"x", "y", "rotate", "scaleX", "shearX"}) {
      if (chance(2)) json += ", \"" + std::string(name) + "\": " + number(0.1, 1);
    }
    // Many of these springs are too stiff for their steps and run away.
    json += ", \"strength\": " + (chance(2) ? number(0, 200) : number(0, 40000));
    json +=
        ", \"mass\": " + (wild_ && chance(3) ? "1e-300" : test::fixed(0.05 + 0.1 * static_cast<double>(below(40)))) +
        ", \"damping\": " + number(0, 1.1) + ", \"inertia\": " + number(0, 1.2);
    if (chance(2)) json += ", \"fps\": " + std::to_string(5 + below(120));
    field(json, "wind", 20);
    field(json, "gravity", 20);
    return json + ", \"mix\": " + mix();
  }

  std::string slider() {
    std::string json = R"("animation": "dialled", "mix": )" + mix() + ", \"time\": " + number(-1, 2);
    flag(json, "loop");
    flag(json, "additive");
    flag(json, "local");
    if (chance(2)) return json;
    return json + ", \"bone\": \"" + bone() + "\", \"property\": \"" + std::string(any_of(properties)) +
           "\", \"scale\": " + number(-0.1, 0.1);
  }

  void constraints(std::string& json) {
    static constexpr std::string_view kinds[] = {"ik", "transform", "path", "physics", "slider"};
    std::string lists[5];
    std::size_t order = 0;
    const std::size_t most = newer() ? 5 : 4;
    std::string all;
    for (std::size_t i = 0; i < 7; ++i) {
      const std::size_t kind = i < most ? (i + below(2)) % most : below(most);
      std::string one = kind == 0   ? ik()
                        : kind == 1 ? transform()
                        : kind == 2 ? path_constraint()
                        : kind == 3 ? physics()
                                    : slider();
      const std::string head = "{\"name\": \"" + std::string(kinds[kind]) + std::to_string(i) + "\", \"type\": \"" +
                               std::string(kinds[kind]) + "\", \"order\": " + std::to_string(order++) + ", ";
      std::string& list = newer() ? all : lists[kind];
      list += (list.empty() ? "" : ",\n") + head + one + "}";
    }
    if (newer()) {
      json += ",\n\"constraints\": [" + all + "]";
      return;
    }
    for (std::size_t kind = 0; kind < 4; ++kind) {
      if (!lists[kind].empty()) json += ",\n\"" + std::string(kinds[kind]) + "\": [" + lists[kind] + "]";
    }
  }

  void keys(std::string& json) {
    json += "{\"bones\": {";
    for (std::size_t i = 0; i < bones_; i += 1 + below(4)) {
      json += (i > 0 ? ", \"b" : "\"b") + std::to_string(i) + R"(": {"rotate": [{}, {"time": 1, "value": )" +
              number(-300, 300) + R"(}], "scale": [{}, {"time": 0.5, "x": )" + scale() + R"(, "y": )" + scale() +
              R"(}], "translate": [{}, {"time": 1, "x": )" + number(-90, 90) + "}]}";
    }
    json += "}}";
  }
  void animations(std::string& json) {
    json += ",\n\"animations\": {\"move\": ";
    keys(json);
    json += ", \"dialled\": ";
    keys(json);
    json += "}";
  }

  [[nodiscard]] bool newer() const { return rules_ == Rules::spine_4_3; }

  Rules rules_;
  std::mt19937 random_;
  bool wild_;
  std::size_t bones_ = 0;
  std::vector<std::size_t> parents_;
};

TEST(ConstraintsFuzz, SoftIkWithItsTargetInTheJointFoldsTheLimb) {
  for (Rules rules : every_rules) {
    const std::string ik = R"("name": "ik", "bones": ["a", "b"], "target": "t", "softness": 200)";
    const SkeletonDataPtr data = test::make_data(
        rules,
        R"("bones": [{"name": "root"}, {"name": "a", "parent": "root", "x": 10, "y": 2, "rotation": 30, "length": 50},
      {"name": "b", "parent": "a", "x": 50, "rotation": 20, "length": 40},
      {"name": "t", "parent": "root", "x": 10, "y": 2}],)" +
            (rules == Rules::spine_4_3 ? R"("constraints": [{"type": "ik", )" : std::string(R"("ik": [{)")) + ik +
            "}]");
    ASSERT_TRUE(data);
    const Skeleton skeleton(data);
    ASSERT_TRUE(all_finite(skeleton));
    const Affine &a = skeleton.world(test::bone(data, "a")), &b = skeleton.world(test::bone(data, "b"));
    EXPECT_NEAR(a.a * b.a + a.b * b.b, -1, 1e-12) << name_of(rules);
  }
}

TEST(ConstraintsFuzz, ModerateNumbersGiveFiniteBones) {
  for (Rules rules : every_rules) {
    for (unsigned seed = 1; seed <= 250; ++seed) {
      const SkeletonDataPtr data = Maker(rules, seed, false).make();
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      if (seed % 3 == 0) skeleton.set_skin(SkinIndex(1));
      if (seed % 4 == 0) skeleton.set_scale(-1.5, seed % 8 == 0 ? -1 : 0.5);
      const Animation& move = test::animation(data, "move");
      for (int frame = 0; frame < 60; ++frame) {
        skeleton.set_to_setup_pose();
        apply(skeleton, move, frame / 30.0);
        skeleton.set_position(frame % 7 * 20, frame);
        skeleton.update(frame % 5 == 0 ? 0.11 : 1 / 60.0);
        ASSERT_TRUE(all_finite(skeleton)) << name_of(rules) << ", seed " << seed << ", frame " << frame;
      }
    }
  }
}

TEST(ConstraintsFuzz, AnyNumbersAreSurvivedInTime) {
  const std::clock_t start = std::clock();
  for (Rules rules : every_rules) {
    for (unsigned seed = 1; seed <= 150; ++seed) {
      const SkeletonDataPtr data = Maker(rules, seed, true).make();
      ASSERT_TRUE(data);
      Skeleton skeleton(data);
      if (seed % 3 == 0) skeleton.set_skin(SkinIndex(1));
      const Animation& move = test::animation(data, "move");
      for (int frame = 0; frame < 20; ++frame) {
        skeleton.set_to_setup_pose();
        apply(skeleton, move, frame / 10.0);
        skeleton.update(frame == 15 ? 1e6 : 1 / 60.0);
      }
      EXPECT_EQ(skeleton.world_transforms().size(), data->bones.size());
    }
  }
  // 9000 frames. The bound is wide, for sanitizers and slow machines; without the cap on steps the long one alone would
  // break it.
  EXPECT_LT(std::clock() - start, std::clock_t{60} * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace sinew
