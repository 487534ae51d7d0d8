#include "formats/skeleton_json_known_names.hpp"

#include "model/names.hpp"

namespace sinew::skeleton_json {

namespace {

using Name = std::string_view;

// Lists that grow from version to version: a version has the first so many.
constexpr Name kRoot[] = {"skeleton",           "bones", "slots", "ik", "transform", "path", "skins", "events",
                          "animations",
                          /*4.2*/ "physics",
                          /*4.3*/ "constraints"};
constexpr Name kHeader[] = {"hash",
                            "spine",
                            "x",
                            "y",
                            "width",
                            "height",
                            "fps",
                            "images",
                            "audio",
                            /*4.2*/ "referenceScale"};
constexpr Name kBone[] = {"name",         "parent",  "length",           "x",           "y",    "rotation", "scaleX",
                          "scaleY",       "shearX",  "shearY",           "inherit",     "skin", "color",
                          /*4.2*/ "icon", "visible", /*4.3*/ "iconSize", "iconRotation"};
constexpr Name kBoneBefore42[] = {"name",   "parent", "length", "x",         "y",    "rotation", "scaleX",
                                  "scaleY", "shearX", "shearY", "transform", "skin", "color"};
constexpr Name kSlot[] = {"name", "bone", "color", "dark", "attachment", "blend", /*4.2*/ "visible"};
constexpr Name kSkin[] = {"name",          "attachments", "bones",           "ik",
                          "transform",     "path",        /*4.2*/ "physics", "color",
                          /*4.3*/ "slider"};
constexpr Name kAnimation[] = {"attachments",     "slots",          "bones",           "ik",
                               "transform",       "path",           "drawOrder",       "events",
                               /*4.2*/ "physics", /*4.3*/ "slider", "drawOrderFolder", "color"};
constexpr Name kAnimation40[] = {"deform",        "slots",    "bones", "ik", "transform", "path", "drawOrder", "events",
                                 /*3.8*/ "paths", "draworder"};

constexpr Name kIk[] = {"name",     "order",        "skin",     "bones",   "target", "mix",
                        "softness", "bendPositive", "compress", "stretch", "uniform"};
constexpr Name kIk43[] = {"type",     "name",         "skin",     "bones",   "target",  "mix",
                          "softness", "bendPositive", "compress", "stretch", "uniform", "scaleY"};
constexpr Name kTransform[] = {"name",      "order",           "skin",  "bones", "target",    "local",
                               "relative",  "rotation",        "x",     "y",     "scaleX",    "scaleY",
                               "shearY",    "mixRotate",       "mixX",  "mixY",  "mixScaleX", "mixScaleY",
                               "mixShearY", /*in 4.3*/ "type", "source"};
constexpr Name kTransform38[] = {"name",         "order",    "skin",    "bones",  "target", "local",  "relative",
                                 "rotation",     "x",        "y",       "scaleX", "scaleY", "shearY", "rotateMix",
                                 "translateMix", "scaleMix", "shearMix"};
constexpr Name kTransform43[] = {"type",        "name",      "skin",      "bones",      "source",    "localSource",
                                 "localTarget", "additive",  "clamp",     "properties", "rotation",  "x",
                                 "y",           "scaleX",    "scaleY",    "shearY",     "mixRotate", "mixX",
                                 "mixY",        "mixScaleX", "mixScaleY", "mixShearY"};
constexpr Name kPath[] = {"name",       "order",    "skin",     "bones",   "target",    "positionMode", "spacingMode",
                          "rotateMode", "rotation", "position", "spacing", "mixRotate", "mixX",         "mixY"};
constexpr Name kPath38[] = {"name",       "order",    "skin",     "bones",   "target",    "positionMode", "spacingMode",
                            "rotateMode", "rotation", "position", "spacing", "rotateMix", "translateMix"};
// `target` last: without `slot` it is its older name.
constexpr Name kPath43[] = {"type",         "name",        "skin",       "bones",    "slot",
                            "positionMode", "spacingMode", "rotateMode", "rotation", "position",
                            "spacing",      "mixRotate",   "mixX",       "mixY",     "target"};
constexpr Name kPhysics[] = {"name",       "skin",          "bone",           "x",
                             "y",          "rotate",        "scaleX",         "shearX",
                             "limit",      "fps",           "inertia",        "strength",
                             "damping",    "mass",          "wind",           "gravity",
                             "mix",        "inertiaGlobal", "strengthGlobal", "dampingGlobal",
                             "massGlobal", "windGlobal",    "gravityGlobal",  "mixGlobal",
                             "order"};
constexpr Name kPhysics43[] = {"name",       "skin",          "bone",           "x",
                               "y",          "rotate",        "scaleX",         "shearX",
                               "limit",      "fps",           "inertia",        "strength",
                               "damping",    "mass",          "wind",           "gravity",
                               "mix",        "inertiaGlobal", "strengthGlobal", "dampingGlobal",
                               "massGlobal", "windGlobal",    "gravityGlobal",  "mixGlobal",
                               "type",       "scaleY"};
// `time` last: it is not looked at where there is a bone.
constexpr Name kSlider[] = {"type",     "name",  "skin", "animation", "additive", "loop", "mix", "bone",
                            "property", "local", "from", "to",        "scale",    "max",  "time"};

constexpr Name kRegion[] = {"type",   "name",   "path",     "color", "x",      "y",
                            "scaleX", "scaleY", "rotation", "width", "height", /*4.1*/ "sequence"};
constexpr Name kMesh[] = {"type",     "name", "path",  "color", "uvs",    "triangles",
                          "vertices", "hull", "edges", "width", "height", /*4.1*/ "sequence"};
constexpr Name kLink[] = {"type",
                          "name",
                          "path",
                          "color",
                          "parent",
                          "skin",
                          "timelines",
                          "deform",
                          "width",
                          "height",
                          /*4.1*/ "sequence"};
constexpr Name kLink43[] = {"type", "name",      "path",  "color",  "source",  "skin",
                            "slot", "timelines", "width", "height", "sequence"};
constexpr Name kBoundingBox[] = {"type", "name", "path", "color", "vertexCount", "vertices"};
constexpr Name kPathShape[] = {"type",          "name",    "path",        "color",   "closed",
                               "constantSpeed", "lengths", "vertexCount", "vertices"};
constexpr Name kPoint[] = {"type", "name", "path", "color", "x", "y", "rotation"};
constexpr Name kClipping[] = {"type",           "name",   "path", "color", "end", "vertexCount", "vertices",
                              /*4.3*/ "convex", "inverse"};

constexpr Name kValue[] = {"value"};
constexpr Name kAngle[] = {"angle"};
constexpr Name kPosition[] = {"position"};
constexpr Name kSpacing[] = {"spacing"};
constexpr Name kXY[] = {"x", "y"};
constexpr Name kInherit[] = {"inherit"};
constexpr Name kName[] = {"name"};
constexpr Name kColor[] = {"color"};
constexpr Name kTwoColors[] = {"light", "dark"};
constexpr Name kIkKey[] = {"mix", "softness", "bendPositive", "compress", "stretch"};
constexpr Name kMixes[] = {"mixRotate", "mixX", "mixY", "mixScaleX", "mixScaleY", "mixShearY"};
constexpr Name kMixes38[] = {"rotateMix", "translateMix", "scaleMix", "shearMix"};
constexpr Name kDeform[] = {"offset", "vertices"};
constexpr Name kSequenceKey[] = {"mode", "index", "delay"};
constexpr Name kOffsets[] = {"offsets"};
constexpr Name kEventKey[] = {"name", "int", "float", "string", "volume", "balance"};

/// The list without the last `count` names.
KnownNames without_last(KnownNames names, std::size_t count) {
  return names.first(names.size() - count);
}

/// A list whose last names came with 4.2 and, behind them, with 4.3.
KnownNames until(FormatVersion version, KnownNames names, std::size_t with_4_2, std::size_t with_4_3) {
  if (version < FormatVersion::v4_2) return without_last(names, with_4_2 + with_4_3);
  return version < FormatVersion::v4_3 ? without_last(names, with_4_3) : names;
}

}  // namespace

KnownNames known_root(FormatVersion version) {
  return until(version, kRoot, 1, 1);
}

KnownNames known_header(FormatVersion version) {
  return until(version, kHeader, 1, 0);
}

KnownNames known_bone(FormatVersion version) {
  return version < FormatVersion::v4_2 ? KnownNames(kBoneBefore42) : until(version, kBone, 2, 2);
}

KnownNames known_slot(FormatVersion version) {
  return until(version, kSlot, 1, 0);
}

KnownNames known_skin(FormatVersion version) {
  return until(version, kSkin, 2, 1);
}

KnownNames known_animation(FormatVersion version) {
  if (version >= FormatVersion::v4_1) return until(version, kAnimation, 1, 3);
  return version == FormatVersion::v3_8 ? KnownNames(kAnimation40) : without_last(kAnimation40, 2);
}

KnownNames known_constraint(FormatVersion version, ConstraintType type, const JsonNode& node) {
  const bool v3_8 = version == FormatVersion::v3_8, v4_3 = version >= FormatVersion::v4_3;
  switch (type) {
    case ConstraintType::ik:
      return v4_3 ? KnownNames(kIk43) : kIk;
    case ConstraintType::transform:
      if (v3_8) return kTransform38;
      if (!v4_3) return without_last(kTransform, 2);
      // In a file of 4.3 it may still be one of 4.2.
      return !node.find("properties") && (node.find("target") || node.find("local") || node.find("relative"))
                 ? KnownNames(kTransform)
                 : kTransform43;
    case ConstraintType::path:
      if (v3_8) return kPath38;
      if (!v4_3) return kPath;
      return node.find("slot") ? without_last(kPath43, 1) : KnownNames(kPath43);
    case ConstraintType::physics:
      return v4_3 ? KnownNames(kPhysics43) : kPhysics;
    case ConstraintType::slider:
      return node.find("bone") ? without_last(kSlider, 1) : KnownNames(kSlider);
  }
  return {};
}

KnownNames known_attachment(FormatVersion version, AttachmentType type, const JsonNode& node) {
  const std::size_t sequences = version < FormatVersion::v4_1 ? 1 : 0;
  switch (type) {
    case AttachmentType::region:
      return without_last(kRegion, sequences);
    case AttachmentType::mesh:
      return without_last(kMesh, sequences);
    case AttachmentType::linked_mesh:
      // A file of 4.3 may have one of 4.2.
      if (version >= FormatVersion::v4_3 && node.find("source")) return kLink43;
      return without_last(kLink, sequences);
    case AttachmentType::bounding_box:
      return kBoundingBox;
    case AttachmentType::path:
      return kPathShape;
    case AttachmentType::point:
      return kPoint;
    case AttachmentType::clipping:
      return version >= FormatVersion::v4_3 ? KnownNames(kClipping) : without_last(kClipping, 2);
  }
  return {};
}

KnownNames known_key(FormatVersion version, TimelineType type) {
  const bool v3_8 = version == FormatVersion::v3_8;
  switch (type) {
    case TimelineType::rotate:
      return v3_8 ? kAngle : kValue;
    case TimelineType::translate:
    case TimelineType::scale:
    case TimelineType::shear:
      return kXY;
    case TimelineType::inherit:
      return kInherit;
    case TimelineType::attachment:
      return kName;
    case TimelineType::rgba:
    case TimelineType::rgb:
      return kColor;
    case TimelineType::rgba2:
    case TimelineType::rgb2:
      return kTwoColors;
    case TimelineType::ik:
      return kIkKey;
    case TimelineType::transform:
      return v3_8 ? KnownNames(kMixes38) : kMixes;
    case TimelineType::path_position:
      return v3_8 ? kPosition : kValue;
    case TimelineType::path_spacing:
      return v3_8 ? kSpacing : kValue;
    case TimelineType::path_mix:
      return v3_8 ? KnownNames(kMixes38).first(2) : KnownNames(kMixes).first(3);
    case TimelineType::physics_reset:
      return {};
    case TimelineType::deform:
      return kDeform;
    case TimelineType::sequence:
      return kSequenceKey;
    case TimelineType::draw_order:
    case TimelineType::draw_order_folder:
      return kOffsets;
    case TimelineType::event:
      return kEventKey;
    default:
      return kValue;
  }
}

bool is_curve_member(FormatVersion version, std::string_view name) {
  if (name == "curve") return true;
  return version == FormatVersion::v3_8 && (name == "c2" || name == "c3" || name == "c4");
}

}  // namespace sinew::skeleton_json
