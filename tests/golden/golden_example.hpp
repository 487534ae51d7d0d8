// A skeleton whose poses can be worked out by hand, and the golden file that says so.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace sinew::test {

/// The arm moves from x = 10 to 18 within a second, turned by 90 degrees: a corner (x, y) is at (10 + 8 t - y, x).
inline const std::string example_skeleton = R"({
"skeleton": {"spine": "4.2.0"},
"bones": [{"name": "root"}, {"name": "arm", "parent": "root", "x": 10, "rotation": 90}, {"name": "extra", "parent": "root", "skin": true}],
"slots": [{"name": "back", "bone": "arm", "attachment": "box", "color": "ff000080", "dark": "00ff00"}, {"name": "front", "bone": "root"}],
"skins": [{"name": "default", "attachments": {"back": {"box": {"path": "art/box", "width": 4, "height": 2}}}},
          {"name": "full", "bones": ["extra"]}],
"events": {"tick": {"int": 2, "float": 0.5, "string": "a"}, "horn": {"audio": "horn.ogg", "volume": 0.5}},
"animations": {"go": {
  "bones": {"arm": {"translatex": [{}, {"time": 1, "value": 8}]}},
  "drawOrder": [{"time": 0}, {"time": 1, "offsets": [{"slot": "back", "offset": 1}]}],
  "events": [{"name": "tick"}, {"time": 0.5, "name": "horn", "balance": -1}, {"time": 0.75, "name": "tick", "int": 7}]}}
})";

inline const std::string example_golden = R"({
  "format": "sinew-golden/1",
  "skeleton": "example.json",
  "semantics": "rigby",
  "tolerance": 0.000001,
  "bones": ["root","arm","extra"],
  "slots": ["back","front"],
  "runs": [
    {"name": "go", "skin": null, "fps": 4, "mode": "pose", "animation": "go", "frames": [
      {"step":0,"bones":[[1,0,0,1,0,0],[0,1,-1,0,10,0],null],"drawOrder":[0,1],"draws":[{"slot":0,"attachment":"box","image":"art/box","kind":"quad","positions":[9,-2,9,2,11,2,11,-2],"color":[1,0,0,0.5019608],"dark":[0,1,0]}],"events":[{"step":0,"name":"tick","int":2,"float":0.5,"string":"a"}]},
      {"step":2,"bones":[[1,0,0,1,0,0],[0,1,-1,0,14,0],null],"drawOrder":[0,1],"draws":[{"slot":0,"attachment":"box","image":"art/box","kind":"quad","positions":[13,-2,13,2,15,2,15,-2],"color":[1,0,0,0.5019608],"dark":[0,1,0]}],"events":[{"step":2,"name":"horn","int":0,"float":0,"string":"","volume":0.5,"balance":-1}]},
      {"step":4,"bones":[[1,0,0,1,0,0],[0,1,-1,0,18,0],null],"drawOrder":[1,0],"draws":[{"slot":0,"attachment":"box","image":"art/box","kind":"quad","positions":[17,-2,17,2,19,2,19,-2],"color":[1,0,0,0.5019608],"dark":[0,1,0]}],"events":[{"step":3,"name":"tick","int":7,"float":0.5,"string":"a"}]}
    ]}
  ]
}
)";

/// `text` with the first `from` replaced; fails the test where there is none.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

}  // namespace sinew::test
