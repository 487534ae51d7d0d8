#include "support/large_files.hpp"

#include <functional>

namespace sinew::test {

namespace {

std::string number(std::size_t i) {
  return std::to_string(i);
}

/// What `item` makes of 0 .. n - 1, with commas between.
std::string list(std::size_t n, const std::function<std::string(std::size_t)>& item) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    if (i != 0) text += ",\n";
    text += item(i);
  }
  return text;
}

std::string skeleton(std::string_view version, const std::string& parts) {
  return R"({"skeleton": {"hash": "x", "spine": ")" + std::string(version) + "\"},\n" + parts + "}";
}

/// n bones: a root and its children, or a chain.
std::string bones(std::size_t n, bool chain = false) {
  return "\"bones\": [{\"name\": \"b0\"}" + std::string(n > 1 ? ",\n" : "") +
         list(n > 1 ? n - 1 : 0,
              [&](std::size_t i) {
                return R"({"name": "b)" + number(i + 1) + R"(", "parent": "b)" + number(chain ? i : 0) + R"("})";
              }) +
         "]";
}

/// n slots on the first bone.
std::string slots(std::size_t n) {
  return R"("slots": [)" +
         list(n,
              [](std::size_t i) { return R"({"name": "s)" + number(i) + R"(", "bone": "b0", "attachment": "a"})"; }) +
         "]";
}

constexpr std::string_view square =
    R"("uvs": [0, 0, 1, 0, 1, 1], "triangles": [0, 1, 2], "vertices": [0, 0, 5, 0, 5, 5], "hull": 3)";
constexpr std::string_view path =
    R"("type": "path", "lengths": [20, 40], "vertexCount": 6, "vertices": [0, 0, 5, 0, 9, 0, 12, 0, 15, 0, 20, 0])";

/// A list of 4.3, or what 4.2 has in its place.
std::string constraints(bool newer, std::string_view type, std::size_t n,
                        const std::function<std::string(std::size_t)>& members) {
  return (newer ? std::string("\"constraints\"") : '"' + std::string(type) + '"') + ": [" +
         list(n,
              [&](std::size_t i) {
                return R"({"name": "c)" + number(i) + "\", " +
                       (newer ? R"("type": ")" + std::string(type) + '"' : "\"order\": " + number(i)) + ", " +
                       members(i) + "}";
              }) +
         "]";
}

std::string bone_ref(std::size_t i) {
  return "\"b" + number(i) + '"';
}

std::string ik(bool newer, std::size_t n) {
  return bones(n) + ",\n" + constraints(newer, "ik", n - 1, [](std::size_t i) {
           return "\"bones\": [" + bone_ref(i + 1) + "], \"target\": \"b0\"";
         });
}
std::string transforms(bool newer, std::size_t n) {
  return bones(n) + ",\n" + constraints(newer, "transform", n - 1, [&](std::size_t i) {
           return "\"bones\": [" + bone_ref(i + 1) + "], \"" + (newer ? "source" : "target") + "\": \"b0\"" +
                  (newer ? R"(, "properties": {"rotate": {"to": {"rotate": {}}}})" : "");
         });
}
std::string physics(bool newer, std::size_t n) {
  return bones(n) + ",\n" +
         constraints(newer, "physics", n, [](std::size_t i) { return "\"bone\": " + bone_ref(i) + ", \"rotate\": 1"; });
}
/// n path constraints along n paths, and all of them once more along one slot's.
std::string paths(bool newer, std::size_t n) {
  return bones(n) + ",\n" + slots(n) + ",\n" + R"("skins": [{"name": "default", "attachments": {)" +
         list(n, [](std::size_t i) { return "\"s" + number(i) + "\": {\"a\": {" + std::string(path) + "}}"; }) +
         "}}],\n" + constraints(newer, "path", 2 * n - 2, [&](std::size_t i) {
           const bool first = i < n - 1;
           return "\"bones\": [" + bone_ref(first ? i + 1 : i + 2 - n) + "], \"" + (newer ? "slot" : "target") +
                  "\": \"s" + number(first ? i : 0) + '"';
         });
}

std::string animation(const std::string& members) {
  return R"("animations": {"walk": {)" + members + "}}";
}
/// Keys with a curve that bends.
std::string curve_keys(std::size_t n, std::string_view value, std::string_view curve) {
  return list(n, [&](std::size_t i) {
    return "{\"time\": " + number(i) + ", \"" + std::string(value) + "\": " + number(i % 360) +
           (i + 1 < n ? ", " + std::string(curve) : "") + "}";
  });
}

std::string one_slot_skins(std::size_t n, const std::function<std::string(std::size_t)>& attachments) {
  return "\"skins\": [" +
         list(n,
              [&](std::size_t i) {
                return "{\"name\": \"" + (i == 0 ? "default" : "k" + number(i)) + "\", \"attachments\": {\"s0\": {" +
                       attachments(i) + "}}}";
              }) +
         "]";
}

const LargeFile skeletons[] = {
    {"chain-42", [](std::size_t n) { return skeleton("4.2.43", bones(n, true)); }},
    {"flat-43", [](std::size_t n) { return skeleton("4.3.13", bones(n) + ",\n" + slots(n)); }},
    {"ik-42", [](std::size_t n) { return skeleton("4.2.43", ik(false, n)); }},
    {"ik-43", [](std::size_t n) { return skeleton("4.3.13", ik(true, n)); }},
    {"ik-rigby", [](std::size_t n) { return skeleton("4.2.0", ik(false, n)); }},
    {"transform-42", [](std::size_t n) { return skeleton("4.2.43", transforms(false, n)); }},
    {"transform-43", [](std::size_t n) { return skeleton("4.3.13", transforms(true, n)); }},
    {"transform-rigby", [](std::size_t n) { return skeleton("4.3.0", transforms(true, n)); }},
    {"transform-bones-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(n) + R"(, "transform": [{"name": "t", "target": "b0", "bones": [)" +
                                     list(n - 1, [](std::size_t i) { return bone_ref(i + 1); }) + "]}]");
     }},
    {"physics-42", [](std::size_t n) { return skeleton("4.2.43", physics(false, n)); }},
    {"physics-43", [](std::size_t n) { return skeleton("4.3.13", physics(true, n)); }},
    {"physics-rigby", [](std::size_t n) { return skeleton("4.2.0", physics(false, n)); }},
    {"physics-keys-43",
     [](std::size_t n) {
       return skeleton(
           "4.3.13",
           physics(true, n) + ",\n" +
               animation("\"physics\": {\"\": {\"mix\": [{\"value\": 1}]}, " +
                         list(n, [](std::size_t i) { return "\"c" + number(i) + R"(": {"wind": [{"value": 1}]})"; }) +
                         "}"));
     }},
    {"path-42", [](std::size_t n) { return skeleton("4.2.43", paths(false, n)); }},
    {"path-43", [](std::size_t n) { return skeleton("4.3.13", paths(true, n)); }},
    {"path-rigby", [](std::size_t n) { return skeleton("4.2.0", paths(false, n)); }},
    {"slider-keys-43",
     [](std::size_t n) {  // few sliders on an animation of many bones
       return skeleton(
           "4.3.13",
           bones(n) + ",\n" + constraints(true, "slider", 4, [](std::size_t) { return R"("animation": "walk")"; }) +
               ",\n" +
               animation("\"bones\": {" +
                         list(n, [](std::size_t i) { return bone_ref(i) + R"(: {"rotate": [{"value": 3}]})"; }) + "}"));
     }},
    {"sliders-43",
     [](std::size_t n) {  // many sliders, each on an animation of its own
       return skeleton("4.3.13", bones(n) + ",\n" +
                                     constraints(true, "slider", n,
                                                 [](std::size_t i) { return "\"animation\": \"m" + number(i) + '"'; }) +
                                     ",\n\"animations\": {" +
                                     list(n,
                                          [](std::size_t i) {
                                            return "\"m" + number(i) + "\": {\"bones\": {" + bone_ref(i) +
                                                   R"(: {"rotate": [{"value": 3}]}}})";
                                          }) +
                                     "}");
     }},
    {"sliders-rigby",
     [](std::size_t n) {
       return skeleton("4.3.0", bones(n) + ",\n" +
                                    constraints(true, "slider", n,
                                                [](std::size_t i) { return "\"animation\": \"m" + number(i) + '"'; }) +
                                    ",\n\"animations\": {" +
                                    list(n,
                                         [](std::size_t i) {
                                           return "\"m" + number(i) + "\": {\"bones\": {" + bone_ref(i) +
                                                  R"(: {"rotate": [{"value": 3}]}}})";
                                         }) +
                                    "}");
     }},
    {"skins-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(1) + ",\n" + one_slot_skins(n, [](std::size_t) {
                                   return R"("a": {"width": 5, "height": 5})";
                                 }));
     }},
    {"attachments-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(1) + ",\n" + one_slot_skins(1, [&](std::size_t) {
                                   return list(n, [](std::size_t i) {
                                     return "\"a" + number(i) + R"(": {"width": 5, "height": 5})";
                                   });
                                 }));
     }},
    {"links-42",
     [](std::size_t n) {  // each mesh shows the geometry of the next one, the last is the source
       return skeleton("4.2.43", bones(1) + ",\n" + slots(1) + ",\n" + one_slot_skins(1, [&](std::size_t) {
                                   return list(n, [&](std::size_t i) {
                                     if (i + 1 == n)
                                       return "\"a" + number(i) + R"(": {"type": "mesh", )" + std::string(square) + "}";
                                     return "\"a" + number(i) +
                                            R"(": {"type": "linkedmesh", "skin": "default", "parent": "a)" +
                                            number(i + 1) + "\"}";
                                   });
                                 }));
     }},
    {"links-skins-43",
     [](std::size_t n) {
       return skeleton(
           "4.3.13",
           bones(1) + ",\n" + slots(1) + ",\n" +
               one_slot_skins(n,
                              [&](std::size_t i) {
                                if (i == 0) return R"("a": {"type": "mesh", )" + std::string(square) + "}";
                                return std::string(R"("a": {"type": "linkedmesh", "skin": "default", "source": "a"})");
                              }) +
               ",\n" + animation(R"("attachments": {"default": {"s0": {"a": {"deform": [{}]}}}})"));
     }},
    {"vertices-42",
     [](std::size_t n) {
       return skeleton(
           "4.2.43", bones(1) + ",\n" + slots(1) + ",\n" + one_slot_skins(1, [&](std::size_t) {
                       return R"("a": {"type": "mesh", "uvs": [)" +
                              list(2 * n, [](std::size_t) { return std::string("0"); }) + R"(], "triangles": [)" +
                              list(3 * n, [&](std::size_t i) { return number((i * 7) % n); }) + R"(], "vertices": [)" +
                              list(2 * n, [](std::size_t i) { return number(i % 97); }) + R"(], "hull": 3})";
                     }));
     }},
    {"weights-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(n) + ",\n" + slots(1) + ",\n" + one_slot_skins(1, [&](std::size_t) {
                                   return R"("a": {"type": "mesh", "uvs": [)" +
                                          list(2 * n, [](std::size_t) { return std::string("0"); }) +
                                          R"(], "triangles": [0, 1, 2], "vertices": [)" +
                                          list(n, [](std::size_t i) { return "1, " + number(i) + ", 2, 3, 1"; }) +
                                          R"(], "hull": 3})";
                                 }));
     }},
    {"deforms-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(1) + ",\n" +
                                     one_slot_skins(1,
                                                    [&](std::size_t) {
                                                      return list(n, [](std::size_t i) {
                                                        return "\"a" + number(i) + R"(": {"type": "mesh", )" +
                                                               std::string(square) + "}";
                                                      });
                                                    }) +
                                     ",\n" +
                                     animation(R"("attachments": {"default": {"s0": {)" +
                                               list(n,
                                                    [](std::size_t i) {
                                                      return "\"a" + number(i) +
                                                             R"(": {"deform": [{"offset": 2, "vertices": [1, 2]}]})";
                                                    }) +
                                               "}}}"));
     }},
    {"deform-keys-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(1) + ",\n" +
                                     one_slot_skins(1,
                                                    [&](std::size_t) {
                                                      return R"("a": {"type": "mesh", "uvs": [)" +
                                                             list(2 * n, [](std::size_t) { return std::string("0"); }) +
                                                             R"(], "triangles": [0, 1, 2], "vertices": [)" +
                                                             list(2 * n, [](std::size_t i) { return number(i % 97); }) +
                                                             R"(], "hull": 3})";
                                                    }) +
                                     ",\n" +
                                     animation(R"("attachments": {"default": {"s0": {"a": {"deform": [)" +
                                               list(n,
                                                    [](std::size_t i) {
                                                      return "{\"time\": " + number(i) +
                                                             R"(, "offset": 4, "vertices": [1, 2]})";
                                                    }) +
                                               "]}}}}"));
     }},
    {"events-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n\"events\": {" +
                                     list(n, [](std::size_t i) { return "\"e" + number(i) + "\": {}"; }) + "},\n" +
                                     animation("\"events\": [" +
                                               list(n,
                                                    [&](std::size_t i) {
                                                      return "{\"time\": " + number(i) + ", \"name\": \"e" +
                                                             number(n - 1 - i) + "\"}";
                                                    }) +
                                               "]"));
     }},
    {"animations-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n\"animations\": {" + list(n, [](std::size_t i) {
                                   return "\"m" + number(i) +
                                          R"(": {"bones": {"b0": {"rotate": [{"value": 3}, {"time": 1}]}}})";
                                 }) + "}");
     }},
    {"timelines-42",
     [](std::size_t n) {
       return skeleton(
           "4.2.43",
           bones(n) + ",\n" +
               animation(
                   "\"bones\": {" +
                   list(
                       n,
                       [](std::size_t i) {
                         return bone_ref(i) +
                                R"(: {"rotate": [{"value": 3}], "shear": [{"x": 3}], "inherit": [{"inherit": "noScale"}]})";
                       }) +
                   "}"));
     }},
    {"keys-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" +
                                     animation("\"bones\": {\"b0\": {\"rotate\": [" +
                                               curve_keys(n, "value", "\"curve\": [0.1, 3, 0.2, 4]") + "]}}"));
     }},
    {"keys-38",
     [](std::size_t n) {
       return skeleton("3.8.99", bones(1) + ",\n" +
                                     animation("\"bones\": {\"b0\": {\"rotate\": [" +
                                               curve_keys(n, "angle", "\"curve\": 0.2, \"c2\": 0.1") +
                                               "], \"translate\": [" + curve_keys(n, "x", "\"curve\": 0.2") + "]}}"));
     }},
    {"draw-order-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(n) + ",\n" +
                                     animation("\"drawOrder\": [" +
                                               list(n,
                                                    [&](std::size_t i) {
                                                      return "{\"time\": " + number(i) +
                                                             R"(, "offsets": [{"slot": "s)" +
                                                             number((i * 7) % (n - 1)) + R"(", "offset": 1}]})";
                                                    }) +
                                               "]"));
     }},
    {"one-order-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(n) + ",\n" +
                                     animation("\"drawOrder\": [{\"offsets\": [" +
                                               list(n,
                                                    [&](std::size_t i) {
                                                      return R"({"slot": "s)" + number(n - 1 - i) + R"(", "offset": )" +
                                                             (i % 2 == 0 ? "0" : "1") + "}";
                                                    }) +
                                               "]}]"));
     }},
    {"folders-43",
     [](std::size_t n) {
       return skeleton("4.3.13", bones(1) + ",\n" + slots(n) + ",\n" +
                                     animation("\"drawOrderFolder\": [" +
                                               list(n / 2,
                                                    [&](std::size_t i) {
                                                      return "{\"slots\": [\"s" + number(2 * i) + "\", \"s" +
                                                             number(2 * i + 1) +
                                                             "\"], \"keys\": [{\"offsets\": [{\"slot\": \"s" +
                                                             number(2 * i) + "\", \"offset\": 1}]}]}";
                                                    }) +
                                               "]"));
     }},
    {"attachment-keys-42",
     [](std::size_t n) {
       return skeleton("4.2.43", bones(1) + ",\n" + slots(n) + ",\n" +
                                     one_slot_skins(1,
                                                    [&](std::size_t) {
                                                      return list(n, [](std::size_t i) {
                                                        return "\"a" + number(i) + R"(": {"width": 5, "height": 5})";
                                                      });
                                                    }) +
                                     ",\n" +
                                     animation("\"slots\": {\"s0\": {\"attachment\": [" +
                                               list(n,
                                                    [](std::size_t i) {
                                                      return "{\"time\": " + number(i) + ", \"name\": \"a" + number(i) +
                                                             "\"}";
                                                    }) +
                                               "]}}"));
     }},
    {"colors-42",
     [](std::size_t n) {
       return skeleton("4.2.43",
                       bones(1) + ",\n" + slots(n) + ",\n" +
                           animation("\"slots\": {" +
                                     list(n,
                                          [](std::size_t i) {
                                            return "\"s" + number(i) +
                                                   R"(": {"rgba2": [{"light": "ffffffff", "dark": "000000"}]})";
                                          }) +
                                     "}"));
     }},
    {"skin-required-42",
     [](std::size_t n) {
       return skeleton("4.2.43", "\"bones\": [{\"name\": \"b0\"},\n" +
                                     list(n - 1,
                                          [](std::size_t i) {
                                            return R"({"name": "b)" + number(i + 1) + R"(", "parent": "b)" + number(i) +
                                                   R"(", "skin": true})";
                                          }) +
                                     "],\n" + "\"skins\": [{\"name\": \"default\"}, {\"name\": \"k\", \"bones\": [" +
                                     list(n - 1, [](std::size_t i) { return bone_ref(i + 1); }) + "]}]");
     }},
    {"same-names-42",
     [](std::size_t n) {
       return skeleton("4.2.43",
                       "\"bones\": [" +
                           list(n,
                                [](std::size_t i) {
                                  return std::string(i == 0 ? R"({"name": "b0"})" : R"({"name": "b", "parent": "b0"})");
                                }) +
                           "], \"slots\": [" +
                           list(n, [](std::size_t) { return std::string(R"({"name": "s", "bone": "b0"})"); }) + "]");
     }},
    {"repeated-42",
     [](std::size_t n) {  // members of one name, of which the last counts
       return skeleton("4.2.43", bones(1) + ",\n\"events\": {" +
                                     list(n, [](std::size_t i) { return "\"e" + number(i % 7) + "\": {}"; }) + "}");
     }},
    {"unknown-42",
     [](std::size_t n) {  // members that nobody knows, in one object and in many
       return skeleton("4.2.43", "\"bones\": [{\"name\": \"b0\", " +
                                     list(n, [](std::size_t i) { return "\"u" + number(i) + "\": 1"; }) + "},\n" +
                                     list(n,
                                          [](std::size_t i) {
                                            return R"({"name": "b)" + number(i + 1) +
                                                   R"(", "parent": "b0", "u": {"v": [1, 2]}})";
                                          }) +
                                     "],\n" + list(n, [](std::size_t i) { return "\"w" + number(i) + "\": {}"; }));
     }},
    {"unknown-timelines-42",
     [](std::size_t n) {
       return skeleton(
           "4.2.43",
           bones(1) + ",\n" +
               animation("\"bones\": {\"b0\": {" +
                         list(n, [](std::size_t i) { return "\"t" + number(i) + "\": [{}]"; }) + "}}, \"events\": [" +
                         list(n, [](std::size_t i) { return "{\"time\": " + number(i) + ", \"name\": \"nobody\"}"; }) +
                         "]"));
     }},
    {"long-names-42",
     [](std::size_t n) {
       const std::string name(4000, 'x');
       return skeleton(
           "4.2.43", bones(1) + ",\n\"events\": {" +
                         list(n / 200, [&](std::size_t i) { return '"' + name + number(i) + "\": {}"; }) +
                         "}, \"animations\": {\"" + name + "\": {\"events\": [" +
                         list(n, [&](std::size_t i) { return "{\"time\": " + number(i) + ", \"name\": \"nobody\"}"; }) +
                         "]}}");
     }},
    {"long-member-42",
     [](std::size_t n) {  // whose name would stand in the place of each warning
       return skeleton("4.2.43", bones(1) + ",\n\"animations\": {\"a\": {\"bones\": {\"" + std::string(n * 20, 'y') +
                                     "\": {" + list(n, [&](std::size_t i) { return "\"t" + number(i) + "\": [{}]"; }) +
                                     "}}}}");
     }},
    {"followers-43",
     [](std::size_t n) {  // as many meshes as meshes of other slots that follow them
       return skeleton("4.3.13",
                       bones(1) + ",\n" + slots(2) +
                           ",\n\"skins\": [{\"name\": \"default\", \"attachments\": {\"s0\": {" +
                           list(n,
                                [](std::size_t i) {
                                  return "\"a" + number(i) + R"(": {"type": "mesh", )" + std::string(square) + "}";
                                }) +
                           "}, \"s1\": {" +
                           list(n,
                                [](std::size_t i) {
                                  return "\"f" + number(i) +
                                         R"(": {"type": "linkedmesh", "skin": "default", "slot": "s0", "source": "a)" +
                                         number(i) + "\"}";
                                }) +
                           "}}}]");
     }},
    {"one-folder-43",
     [](std::size_t n) {  // with members that nobody knows
       return skeleton("4.3.13", bones(1) + ",\n" + slots(n) + ",\n" +
                                     animation("\"drawOrderFolder\": [{\"slots\": [" +
                                               list(n, [](std::size_t i) { return "\"s" + number(i) + '"'; }) +
                                               "], \"keys\": [{\"offsets\": [" +
                                               list(n,
                                                    [&](std::size_t i) {
                                                      return "{\"slot\": \"s" + number(n - 1 - i) +
                                                             R"(", "offset": 0, "u": 1, "v": 2})";
                                                    }) +
                                               "]}]}]"));
     }},
    {"version-text-42", [](std::size_t n) { return skeleton("4.2.43" + std::string(n, '1'), bones(1)); }},
};

const LargeFile atlases[] = {
    {"regions",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 64, 64\n";
       for (std::size_t i = 0; i < n; ++i) text += "r" + number(i) + "\nbounds: 1, 2, 3, 4\n";
       return text;
     }},
    {"same-regions",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 64, 64\n";
       for (std::size_t i = 0; i < n; ++i) text += "r\nbounds: 1, 2, 3, 4\n";
       return text;
     }},
    {"sequence",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 64, 64\n";
       for (std::size_t i = 0; i < n; ++i) text += "r\nbounds: 1, 2, 3, 4\nindex: " + number(n - i) + "\n";
       return text;
     }},
    {"pages",
     [](std::size_t n) {
       std::string text;
       for (std::size_t i = 0; i < n; ++i)
         text += "p" + number(i) + ".png\nsize: 64, 64\nr" + number(i) + "\nbounds: 1, 2, 3, 4\n\n";
       return text;
     }},
    {"entries",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 64, 64\nr\nbounds: 1, 2, 3, 4\n";
       for (std::size_t i = 0; i < n; ++i) text += "u" + number(i) + ": 1, 2\n";
       return text;
     }},
    {"blank-lines", [](std::size_t n) { return "page.png\nsize: 64, 64\n" + std::string(n * 5, '\n') + "r\n"; }},
    {"long-line",
     [](std::size_t n) { return "page.png\nsize: 64, 64\n" + std::string(n * 5, 'r') + "\nbounds: 1, 2, 3, 4\n"; }},
    {"outside",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 64, 64\n";
       for (std::size_t i = 0; i < n; ++i) text += "r" + number(i) + "\nbounds: 100, 2, 3, 4\n";
       return text;
     }},
    {"overlaps",
     [](std::size_t n) {
       std::string text = "page.png\nsize: 60000, 60000\n";
       for (std::size_t i = 0; i < n; ++i) text += "r" + number(i) + "\nbounds: " + number(i) + ", 0, 1, 30000\n";
       return text;
     }},
};

}  // namespace

std::span<const LargeFile> large_skeletons() {
  return skeletons;
}
std::span<const LargeFile> large_atlases() {
  return atlases;
}

}  // namespace sinew::test
