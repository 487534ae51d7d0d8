// A small figure with every kind of constraint, some of them for a skin alone.
#pragma once

#include <string>

#include "support/skeletons.hpp"

namespace sinew::test {

/// A chain on a path, a limb with IK, a copy of it by transform, two springs, and in 4.3 two sliders. The animation
/// "move" keys bones and constraints; skin "extra" brings a bone, a path constraint and a physics constraint.
inline SkeletonDataPtr with_every_constraint(Rules rules) {
  const bool newer = rules == Rules::spine_4_3;
  std::string members = R"(
    "bones": [{"name": "root"},
      {"name": "body", "parent": "root", "x": 10, "y": 60, "rotation": 15, "length": 50},
      {"name": "upper", "parent": "body", "x": 20, "rotation": -60, "length": 40},
      {"name": "lower", "parent": "upper", "x": 40, "rotation": 30, "length": 35},
      {"name": "target", "parent": "root", "x": 60, "y": 20},
      {"name": "copy", "parent": "body", "x": -20, "rotation": 80, "scaleY": 0.8, "inherit": "noScale"},
      {"name": "rail", "parent": "root", "x": -40, "rotation": 10},
      {"name": "b0", "parent": "root", "length": 30}, {"name": "b1", "parent": "b0", "x": 30, "length": 20},
      {"name": "tail", "parent": "body", "x": -30, "rotation": 170, "length": 60},
      {"name": "hair", "parent": "body", "x": 50, "length": 25},
      {"name": "gem", "parent": "hair", "x": 25, "length": 10, "skin": true}],
    "slots": [{"name": "rail", "bone": "rail", "attachment": "rail"}, {"name": "A", "bone": "copy", "attachment": "m"}],
    "skins": [
      {"name": "default", "attachments": {
        "rail": {"rail": {"type": "path", "lengths": [90.3, 110.5], "vertexCount": 6,
          "vertices": [-30, -20, 0, 0, 20, 30, 40, 60, 80, 50, 110, 42]}},
        "A": {"m": {"type": "mesh", "uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 1, 0, 1, 1],
          "hull": 3}}}},
      {"name": "extra", "bones": ["gem"], )";
  members += R"("path": ["slide"], "physics": ["swing"]}],)";
  members += R"(
    "animations": {
      "move": {
        "bones": {"body": {"translate": [{}, {"time": 0.5, "x": 30, "y": -10}, {"time": 1}],
                           "rotate": [{"curve": [0.25, 0, 0.75, 40]}, {"time": 1, "value": 40}]},
                  "target": {"translate": [{}, {"time": 1, "x": -40, "y": 50}]},
                  "copy": {"scale": [{}, {"time": 1, "x": -2}]}},
        "ik": {"reach": [{"mix": 0.5, "softness": 4}, {"time": 1, "bendPositive": false, "stretch": true}]},
        "transform": {"follow": [{"mixRotate": 0.2}, {"time": 1, "mixX": 0.5}]},
        "path": {"run": {"position": [{}, {"time": 1, "value": 1.2}], "mix": [{}, {"time": 1, "mixRotate": 0.5}]}},
        "attachments": {"default": {"rail": {"rail": {"deform": [{}, {"time": 1, "vertices": [5, 5, 0, 9]}]}}}},
        "physics": {"wag": {"gravity": [{}, {"time": 1, "value": 3}], "reset": [{"time": 0.7}]},
                    "": {"wind": [{"value": 1}]}})";
  if (newer) members += R"(, "slider": {"dial": {"mix": [{"value": 0.2}, {"time": 1}]}})";
  members += R"(},
      "dialled": {"bones": {"copy": {"rotate": [{}, {"time": 1, "value": 50}]}},
                  "slots": {"A": {"rgba": [{}, {"time": 1, "color": "ff000080"}], "attachment": [{"time": 0.5}]}})";
  members += newer ? R"(, "path": {"run": {"spacing": [{}, {"time": 1, "value": 9}]}}}},)" : "}},";
  const std::string path = R"("bones": ["b0", "b1"], "rotateMode": "chainScale", )";
  const std::string slide = R"("name": "slide", "skin": true, "bones": ["b1"], "position": 0.5, )";
  const std::string wag =
      R"("name": "wag", "bone": "tail", "x": 0.5, "y": 1, "rotate": 1, "inertia": 0.7, "damping": 0.9, )";
  const std::string swing = R"("name": "swing", "skin": true, "bone": "gem", "rotate": 0.5, "shearX": 0.3, "scaleX": 1,
      "windGlobal": true, "gravity": 2, "mass": 2, )";
  if (newer) {
    members += R"("constraints": [
      {"type": "slider", "name": "dial", "animation": "dialled", "bone": "target", "property": "x",
       "scale": 0.02, "loop": true},
      {"type": "ik", "name": "reach", "bones": ["upper", "lower"], "target": "target"},
      {"type": "transform", "name": "follow", "bones": ["copy"], "source": "lower", "mixX": 0.3,
       "properties": {"rotate": {"to": {"rotate": {"scale": 0.5}}}, "x": {"to": {"x": {}, "shearY": {"scale": 0.1}}}}},
      {"type": "path", "name": "run", "slot": "rail", )" +
               path + R"("spacing": 2},
      {"type": "path", "slot": "rail", )" +
               slide + R"("mixX": 0.2},
      {"type": "physics", )" +
               wag + R"("strength": 90},
      {"type": "physics", )" +
               swing + R"("scaleY": "volume"},
      {"type": "slider", "name": "late", "animation": "dialled", "time": 0.3, "mix": 0.5, "additive": true}])";
  } else {
    members += R"(
    "ik": [{"name": "reach", "order": 0, "bones": ["upper", "lower"], "target": "target"}],
    "transform": [{"name": "follow", "order": 1, "bones": ["copy"], "target": "lower", "mixX": 0.3, "mixScaleX": 0.5}],
    "path": [{"name": "run", "order": 2, "target": "rail", )" +
               path + R"("spacing": 2},
             {"order": 3, "target": "rail", )" +
               slide + R"("mixX": 0.2}],
    "physics": [{"order": 4, )" +
               wag + R"("strength": 90}, {"order": 5, )" + swing + R"("strength": 120}])";
  }
  return make_data(rules, members);
}

}  // namespace sinew::test
