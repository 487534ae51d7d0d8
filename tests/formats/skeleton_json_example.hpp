// The worked example of the format's specification (skeleton-json.md 19), in every version.
#pragma once

#include <string>

#include "model/names.hpp"

namespace sinew::test {

namespace example {

inline const std::string transform_4_3 = R"("constraints": [
  { "type": "transform", "name": "follow", "bones": [ "hand" ], "source": "goal",
    "properties": { "rotate": { "to": { "rotate": {} } }, "x": { "to": { "x": {} } }, "y": { "to": { "y": {} } },
      "scaleX": { "to": { "scaleX": {} } }, "scaleY": { "to": { "scaleY": {} } },
    "shearY": { "to": { "shearY": {} } } },
    "mixRotate": 0.5, "mixX": 0.25, "mixY": 0.25, "mixScaleX": 0, "mixScaleY": 0, "mixShearY": 0 }
])";
inline const std::string transform_4_2 = R"("transform": [
  { "name": "follow", "bones": [ "hand" ], "target": "goal", "mixRotate": 0.5, "mixX": 0.25, "mixScaleX": 0,
    "mixShearY": 0 }
])";
inline const std::string transform_3_8 = R"("transform": [
  { "name": "follow", "bones": [ "hand" ], "target": "goal", "rotateMix": 0.5, "translateMix": 0.25, "scaleMix": 0,
    "shearMix": 0 }
])";

/// Keys of the slot and of the bone.
inline const std::string keys_4_0 = R"("slots": { "hand": { "rgba2": [
      { "light": "ff8000ff", "dark": "200000", "curve": "stepped" },
      { "time": 1, "light": "ffffffff", "dark": "000000" } ] } },
  "bones": { "arm": {
      "rotate": [ { "curve": [ 0.25, 0, 0.75, 90 ] }, { "time": 1, "value": 90 } ],
      "translate": [ { "curve": [ 0.25, 0, 0.75, 20,  0.25, 0, 0.75, -10 ] }, { "time": 1, "x": 20, "y": -10 } ] } })";
inline const std::string keys_3_8 = R"("slots": { "hand": { "twoColor": [
      { "light": "ff8000ff", "dark": "200000", "curve": "stepped" },
      { "time": 1, "light": "ffffffff", "dark": "000000" } ] } },
  "bones": { "arm": {
      "rotate": [ { "curve": 0.25, "c3": 0.75 }, { "time": 1, "angle": 90 } ],
      "translate": [ { "curve": 0.25, "c3": 0.75 }, { "time": 1, "x": 20, "y": -10 } ] } })";

inline const std::string deform_4_1 = R"("attachments": { "default": { "hand": { "hand": {
    "deform": [ {}, { "time": 1, "offset": 2, "vertices": [ 4, -3 ] } ] } } } })";
inline const std::string deform_4_0 = R"("deform": { "default": { "hand": {
    "hand": [ {}, { "time": 1, "offset": 2, "vertices": [ 4, -3 ] } ] } } })";

}  // namespace example

inline constexpr FormatVersion every_version[] = {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_1,
                                                  FormatVersion::v4_2, FormatVersion::v4_3};

inline std::string worked_example(FormatVersion version) {
  const bool v3_8 = version == FormatVersion::v3_8;
  return R"({
"skeleton": { "hash": "", "spine": ")" +
         std::string(name_of(version)) +
         R"(.22", "x": -20, "y": -10, "width": 120, "height": 60, "images": "./images/", "audio": "" },
"bones": [
  { "name": "root" },
  { "name": "arm", "parent": "root", "length": 50, "rotation": 30, "x": 10, "y": 5 },
  { "name": "hand", "parent": "arm", "length": 20, "x": 50, ")" +
         (version < FormatVersion::v4_2 ? "transform" : "inherit") + R"(": "noScale" },
  { "name": "goal", "parent": "root", "x": 60, "y": 40 }
],
"slots": [
  { "name": "arm", "bone": "arm", "attachment": "arm" },
  { "name": "hand", "bone": "hand", "color": "ff8000ff", "dark": "200000", "attachment": "hand", "blend": "additive" }
],
)" +
         (v3_8                            ? example::transform_3_8
          : version < FormatVersion::v4_3 ? example::transform_4_2
                                          : example::transform_4_3) +
         R"(,
"skins": [
  { "name": "default", "attachments": {
      "arm": { "arm": { "x": 25, "width": 50, "height": 20 } },
      "hand": { "hand": { "type": "mesh", "uvs": [ 0, 0, 1, 0, 1, 1, 0, 1 ], "triangles": [ 0, 1, 2, 2, 3, 0 ],
        "vertices": [ 1, 2, 0, 10, 1,  2, 1, 30, 10, 0.25, 2, -20, 10, 0.75,  1, 2, 20, -10, 1,  1, 2, 0, -10, 1 ],
    "hull": 4 } }
  } }
],
"events": { "hit": { "int": 3 } },
"animations": { "wave": {
  )" + (v3_8 ? example::keys_3_8 : example::keys_4_0) +
         ",\n  " + (version < FormatVersion::v4_1 ? example::deform_4_0 : example::deform_4_1) + R"(,
  "drawOrder": [ { "time": 0.5, "offsets": [ { "slot": "arm", "offset": 1 } ] } ],
  "events": [ { "time": 0.5, "name": "hit", "int": 7 } ]
} }
}
)";
}

}  // namespace sinew::test
