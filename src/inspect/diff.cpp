// The whole of two skeletons: header, bones, slots, events; the rest is in files of their own.
#include "sinew/diff.hpp"

#include "inspect/differ.hpp"

namespace sinew {

namespace inspect {

namespace {

void diff_header(Differ& d) {
  const Differ::Scope scope(d, "skeleton");
  const SkeletonData &a = d.a, &b = d.b;
  d.enumeration("semantics", a.semantics, b.semantics);
  d.number("referenceScale", a.reference_scale, b.reference_scale);
  if (!d.options.header) return;
  d.text("hash", a.hash, b.hash);
  d.text("spine", a.version_text, b.version_text);
  d.number("x", a.x, b.x);
  d.number("y", a.y, b.y);
  d.number("width", a.width, b.width);
  d.number("height", a.height, b.height);
  d.number("fps", a.fps, b.fps);
  d.text("images", a.images, b.images);
  d.text("audio", a.audio, b.audio);
}

void diff_bone(Differ& d, const BoneData& x, const BoneData& y) {
  d.text("parent", bone_name(d.a, x.parent), bone_name(d.b, y.parent));
  d.number("length", x.length, y.length);
  d.number("rotation", x.setup.rotation, y.setup.rotation);
  d.number("x", x.setup.x, y.setup.x);
  d.number("y", x.setup.y, y.setup.y);
  d.number("scaleX", x.setup.scale_x, y.setup.scale_x);
  d.number("scaleY", x.setup.scale_y, y.setup.scale_y);
  d.number("shearX", x.setup.shear_x, y.setup.shear_x);
  d.number("shearY", x.setup.shear_y, y.setup.shear_y);
  d.enumeration("inherit", x.inherit, y.inherit);
  d.boolean("skin", x.skin_required, y.skin_required);
  if (!d.options.editor) return;
  d.color("color", x.color, y.color);
  d.text("icon", x.icon, y.icon);
  d.number("iconSize", x.icon_size, y.icon_size);
  d.number("iconRotation", x.icon_rotation, y.icon_rotation);
  d.boolean("visible", x.visible, y.visible);
}

void diff_slot(Differ& d, const SlotData& x, const SlotData& y) {
  d.text("bone", bone_name(d.a, x.bone), bone_name(d.b, y.bone));
  d.color("color", x.color, y.color);
  if (x.has_dark != y.has_dark) {
    d.report("dark", x.has_dark ? "present" : "", y.has_dark ? "present" : "");
  } else if (x.has_dark) {
    Color dark_x = x.dark, dark_y = y.dark;
    dark_x.a = dark_y.a = 1;  // not used
    d.color("dark", dark_x, dark_y);
  }
  d.text("attachment", x.attachment, y.attachment);
  d.enumeration("blend", x.blend, y.blend);
  if (d.options.editor) d.boolean("visible", x.visible, y.visible);
}

void diff_event(Differ& d, const EventData& x, const EventData& y) {
  d.number("int", x.int_value, y.int_value);
  d.number("float", x.float_value, y.float_value);
  d.text("string", x.string_value, y.string_value);
  d.text("audio", x.audio, y.audio);
  if (x.audio.empty() && y.audio.empty()) return;  // only with audio do these mean anything
  d.number("volume", x.volume, y.volume);
  d.number("balance", x.balance, y.balance);
}

template <class List, class Compare>
void diff_named(Differ& d, std::string_view part, const List& x, const List& y, bool ordered, Compare compare) {
  const Differ::Scope scope(d, part);
  d.lists(
      x, y, ordered, [](const SkeletonData&, const auto& thing) { return std::string(thing.name); },
      [&](const auto& p, const auto& q) { compare(d, p, q); });
}

}  // namespace

}  // namespace inspect

std::vector<Difference> diff_skeletons(const SkeletonData& a, const SkeletonData& b, const DiffOptions& options) {
  using namespace inspect;
  Differ differ(a, b, options);
  diff_header(differ);
  diff_named(differ, "bones", a.bones, b.bones, true, diff_bone);
  diff_named(differ, "slots", a.slots, b.slots, true, diff_slot);
  diff_constraints(differ);
  diff_skins(differ);
  diff_named(differ, "events", a.events, b.events, options.every_order, diff_event);
  diff_animations(differ);
  return std::move(differ.found);
}

}  // namespace sinew
