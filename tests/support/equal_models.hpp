// Whether two skeletons say the same: every field, every number to the last bit.
#pragma once

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "sinew/skeleton_data.hpp"

namespace sinew::test {

/// Compares two models and notes the first differences. What a reader derives (names in order, compiled data) and the
/// numbering of placeholders is not compared; a deform is compared with its zeros filled in.
class ModelComparison {
 public:
  ModelComparison(const SkeletonData& a, const SkeletonData& b) : a_(a), b_(b) { compare(); }

  /// Empty when the models are equal; else the first differences, one a line.
  [[nodiscard]] std::string differences() const { return text_.str(); }

 private:
  template <class T>
  void same(const T& a, const T& b, const std::string& what) {
    if (a == b) return;
    note(what, a, b);
  }
  /// Zeros of either sign are one number.
  void same(double a, double b, const std::string& what) {
    if (a == b) return;
    note(what, a, b);
  }
  template <class T>
  void note(const std::string& what, const T& a, const T& b) {
    if (++count_ > 10) return;
    text_.precision(17);
    text_ << what << ": ";
    if constexpr (requires { text_ << a; }) {
      text_ << a << " and " << b;
    } else if constexpr (requires { a.value; }) {
      text_ << "index " << a.value << " and " << b.value;
    } else if constexpr (std::is_enum_v<T>) {
      text_ << static_cast<int>(a) << " and " << static_cast<int>(b);
    } else {
      text_ << "different";
    }
    text_ << '\n';
  }
  template <class A, class B, class Each>
  void list(const A& a, const B& b, const std::string& what, Each each) {
    same(a.size(), b.size(), what + ".size");
    if (a.size() != b.size()) return;
    for (std::size_t i = 0; i < a.size(); ++i) each(a[i], b[i], what + '/' + std::to_string(i));
  }
  template <class T>
  void values(std::span<const T> a, std::span<const T> b, const std::string& what) {
    list(a, b, what, [&](const T& x, const T& y, const std::string& where) { same(x, y, where); });
  }
  /// Both or none are there.
  template <class T, class Each>
  void optional(const T* a, const T* b, const std::string& what, Each each) {
    same(a != nullptr, b != nullptr, what);
    if (a && b) each(*a, *b, what);
  }

  void compare() {
    same(a_.hash, b_.hash, "hash");
    same(a_.version_text, b_.version_text, "version_text");
    same(a_.version, b_.version, "version");
    same(a_.semantics, b_.semantics, "semantics");
    same(a_.x, b_.x, "x");
    same(a_.y, b_.y, "y");
    same(a_.width, b_.width, "width");
    same(a_.height, b_.height, "height");
    same(a_.reference_scale, b_.reference_scale, "reference_scale");
    same(a_.fps, b_.fps, "fps");
    same(a_.images, b_.images, "images");
    same(a_.audio, b_.audio, "audio");
    same(a_.single_precision, b_.single_precision, "single_precision");
    same(a_.nonessential, b_.nonessential, "nonessential");
    same(a_.default_skin, b_.default_skin, "default_skin");
    const auto each = [this](const auto& x, const auto& y, const std::string& what) { compare(x, y, what); };
    list(a_.bones, b_.bones, "bones", each);
    list(a_.slots, b_.slots, "slots", each);
    list(a_.constraints, b_.constraints, "constraints", each);
    list(a_.skins, b_.skins, "skins", each);
    list(a_.attachments, b_.attachments, "attachments", each);
    list(a_.placeholders, b_.placeholders, "placeholders", each);
    list(a_.events, b_.events, "events", each);
    list(a_.animations, b_.animations, "animations", each);
  }

  void compare(const BoneData& a, const BoneData& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    same(a.parent, b.parent, at + ".parent");
    same(a.length, b.length, at + ".length");
    same(a.setup.x, b.setup.x, at + ".x");
    same(a.setup.y, b.setup.y, at + ".y");
    same(a.setup.rotation, b.setup.rotation, at + ".rotation");
    same(a.setup.scale_x, b.setup.scale_x, at + ".scale_x");
    same(a.setup.scale_y, b.setup.scale_y, at + ".scale_y");
    same(a.setup.shear_x, b.setup.shear_x, at + ".shear_x");
    same(a.setup.shear_y, b.setup.shear_y, at + ".shear_y");
    same(a.inherit, b.inherit, at + ".inherit");
    same(a.skin_required, b.skin_required, at + ".skin_required");
    same(a.visible, b.visible, at + ".visible");
    same(a.color, b.color, at + ".color");
    same(a.icon, b.icon, at + ".icon");
    same(a.icon_size, b.icon_size, at + ".icon_size");
    same(a.icon_rotation, b.icon_rotation, at + ".icon_rotation");
  }

  void compare(const SlotData& a, const SlotData& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    same(a.bone, b.bone, at + ".bone");
    same(a.color, b.color, at + ".color");
    same(a.dark, b.dark, at + ".dark");
    same(a.has_dark, b.has_dark, at + ".has_dark");
    same(a.blend, b.blend, at + ".blend");
    same(a.visible, b.visible, at + ".visible");
    same(a.attachment, b.attachment, at + ".attachment");
    same(a.placeholder, b.placeholder, at + ".placeholder");
  }

  void compare(const Placeholder& a, const Placeholder& b, const std::string& at) {
    same(a.slot, b.slot, at + ".slot");
    same(a.key, b.key, at + ".key");
  }

  void compare(const SkinData& a, const SkinData& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    values(a.bones, b.bones, at + ".bones");
    values(a.constraints, b.constraints, at + ".constraints");
    same(a.color, b.color, at + ".color");
    list(a.entries, b.entries, at + ".entries",
         [this](const SkinEntry& x, const SkinEntry& y, const std::string& where) {
           same(x.placeholder, y.placeholder, where + ".placeholder");
           same(x.attachment, y.attachment, where + ".attachment");
         });
  }

  void compare(const Vertices& a, const Vertices& b, const std::string& at) {
    same(a.count, b.count, at + ".count");
    values(a.positions, b.positions, at + ".positions");
    values(a.weights, b.weights, at + ".weights");
    values(a.bones, b.bones, at + ".bones");
    values(a.first_entry, b.first_entry, at + ".first_entry");
  }

  void compare(const Attachment& a, const Attachment& b, const std::string& at) {
    same(a.type, b.type, at + ".type");
    same(a.skin, b.skin, at + ".skin");
    same(a.slot, b.slot, at + ".slot");
    same(a.key, b.key, at + ".key");
    same(a.name, b.name, at + ".name");
    same(a.path, b.path, at + ".path");
    same(a.color, b.color, at + ".color");
    same(a.width, b.width, at + ".width");
    same(a.height, b.height, at + ".height");
    same(a.timeline_attachment, b.timeline_attachment, at + ".timeline_attachment");
    optional(a.sequence, b.sequence, at + ".sequence", [this](const auto& x, const auto& y, const std::string& where) {
      same(x.count, y.count, where + ".count");
      same(x.start, y.start, where + ".start");
      same(x.digits, y.digits, where + ".digits");
      same(x.setup_index, y.setup_index, where + ".setup_index");
    });
    optional(a.region, b.region, at + ".region", [this](const auto& x, const auto& y, const std::string& where) {
      same(x.x, y.x, where + ".x");
      same(x.y, y.y, where + ".y");
      same(x.rotation, y.rotation, where + ".rotation");
      same(x.scale_x, y.scale_x, where + ".scale_x");
      same(x.scale_y, y.scale_y, where + ".scale_y");
      same(x.width, y.width, where + ".width");
      same(x.height, y.height, where + ".height");
    });
    optional(a.mesh, b.mesh, at + ".mesh", [this](const auto& x, const auto& y, const std::string& where) {
      compare(x.vertices, y.vertices, where + ".vertices");
      values(x.uvs, y.uvs, where + ".uvs");
      values(x.triangles, y.triangles, where + ".triangles");
      same(x.hull, y.hull, where + ".hull");
      values(x.edges, y.edges, where + ".edges");
    });
    optional(a.link, b.link, at + ".link", [this](const auto& x, const auto& y, const std::string& where) {
      same(x.source_key, y.source_key, where + ".source_key");
      same(x.source_skin, y.source_skin, where + ".source_skin");
      same(x.source_slot, y.source_slot, where + ".source_slot");
      same(x.source, y.source, where + ".source");
      same(x.timelines, y.timelines, where + ".timelines");
    });
    const auto vertices = [this](const Vertices& x, const Vertices& y, const std::string& where) {
      compare(x, y, where);
    };
    optional(a.bounding_box, b.bounding_box, at + ".bounding_box", vertices);
    optional(a.path_shape, b.path_shape, at + ".path", [this](const auto& x, const auto& y, const std::string& where) {
      compare(x.vertices, y.vertices, where + ".vertices");
      same(x.closed, y.closed, where + ".closed");
      same(x.constant_speed, y.constant_speed, where + ".constant_speed");
      values(x.lengths, y.lengths, where + ".lengths");
    });
    optional(a.point, b.point, at + ".point", [this](const auto& x, const auto& y, const std::string& where) {
      same(x.x, y.x, where + ".x");
      same(x.y, y.y, where + ".y");
      same(x.rotation, y.rotation, where + ".rotation");
    });
    optional(a.clipping, b.clipping, at + ".clipping", [this](const auto& x, const auto& y, const std::string& where) {
      compare(x.vertices, y.vertices, where + ".vertices");
      same(x.end, y.end, where + ".end");
      same(x.convex, y.convex, where + ".convex");
      same(x.inverse, y.inverse, where + ".inverse");
    });
  }

  void compare(const ConstraintData& a, const ConstraintData& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    same(a.type, b.type, at + ".type");
    same(a.skin_required, b.skin_required, at + ".skin_required");
    same(a.order, b.order, at + ".order");
    const auto each = [this](const auto& x, const auto& y, const std::string& what) { compare(x, y, what); };
    optional(a.ik, b.ik, at + ".ik", each);
    optional(a.transform, b.transform, at + ".transform", each);
    optional(a.path, b.path, at + ".path", each);
    optional(a.physics, b.physics, at + ".physics", each);
    optional(a.slider, b.slider, at + ".slider", each);
  }
  void compare(const IkData& a, const IkData& b, const std::string& at) {
    values(a.bones, b.bones, at + ".bones");
    same(a.target, b.target, at + ".target");
    same(a.mix, b.mix, at + ".mix");
    same(a.softness, b.softness, at + ".softness");
    same(a.bend_positive, b.bend_positive, at + ".bend_positive");
    same(a.compress, b.compress, at + ".compress");
    same(a.stretch, b.stretch, at + ".stretch");
    same(a.scale_y, b.scale_y, at + ".scale_y");
  }
  void compare(const TransformData& a, const TransformData& b, const std::string& at) {
    values(a.bones, b.bones, at + ".bones");
    same(a.source, b.source, at + ".source");
    same(a.local_source, b.local_source, at + ".local_source");
    same(a.local_target, b.local_target, at + ".local_target");
    same(a.additive, b.additive, at + ".additive");
    same(a.clamp, b.clamp, at + ".clamp");
    list(a.properties, b.properties, at + ".properties",
         [this](const PropertySource& x, const PropertySource& y, const std::string& where) {
           same(x.property, y.property, where + ".property");
           same(x.offset, y.offset, where + ".offset");
           list(x.to, y.to, where + ".to",
                [this](const PropertyTarget& s, const PropertyTarget& t, const std::string& place) {
                  same(s.property, t.property, place + ".property");
                  same(s.offset, t.offset, place + ".offset");
                  same(s.max, t.max, place + ".max");
                  same(s.scale, t.scale, place + ".scale");
                });
         });
    same(a.rotation, b.rotation, at + ".rotation");
    same(a.x, b.x, at + ".x");
    same(a.y, b.y, at + ".y");
    same(a.scale_x, b.scale_x, at + ".scale_x");
    same(a.scale_y, b.scale_y, at + ".scale_y");
    same(a.shear_y, b.shear_y, at + ".shear_y");
    same(a.mix_rotate, b.mix_rotate, at + ".mix_rotate");
    same(a.mix_x, b.mix_x, at + ".mix_x");
    same(a.mix_y, b.mix_y, at + ".mix_y");
    same(a.mix_scale_x, b.mix_scale_x, at + ".mix_scale_x");
    same(a.mix_scale_y, b.mix_scale_y, at + ".mix_scale_y");
    same(a.mix_shear_y, b.mix_shear_y, at + ".mix_shear_y");
  }
  void compare(const PathData& a, const PathData& b, const std::string& at) {
    values(a.bones, b.bones, at + ".bones");
    same(a.slot, b.slot, at + ".slot");
    same(a.position_mode, b.position_mode, at + ".position_mode");
    same(a.spacing_mode, b.spacing_mode, at + ".spacing_mode");
    same(a.rotate_mode, b.rotate_mode, at + ".rotate_mode");
    same(a.rotation, b.rotation, at + ".rotation");
    same(a.position, b.position, at + ".position");
    same(a.spacing, b.spacing, at + ".spacing");
    same(a.mix_rotate, b.mix_rotate, at + ".mix_rotate");
    same(a.mix_x, b.mix_x, at + ".mix_x");
    same(a.mix_y, b.mix_y, at + ".mix_y");
  }
  void compare(const PhysicsData& a, const PhysicsData& b, const std::string& at) {
    same(a.bone, b.bone, at + ".bone");
    same(a.x, b.x, at + ".x");
    same(a.y, b.y, at + ".y");
    same(a.rotate, b.rotate, at + ".rotate");
    same(a.scale_x, b.scale_x, at + ".scale_x");
    same(a.shear_x, b.shear_x, at + ".shear_x");
    same(a.scale_y, b.scale_y, at + ".scale_y");
    same(a.limit, b.limit, at + ".limit");
    same(a.fps, b.fps, at + ".fps");
    same(a.inertia, b.inertia, at + ".inertia");
    same(a.strength, b.strength, at + ".strength");
    same(a.damping, b.damping, at + ".damping");
    same(a.mass, b.mass, at + ".mass");
    same(a.wind, b.wind, at + ".wind");
    same(a.gravity, b.gravity, at + ".gravity");
    same(a.mix, b.mix, at + ".mix");
    same(a.inertia_global, b.inertia_global, at + ".inertia_global");
    same(a.strength_global, b.strength_global, at + ".strength_global");
    same(a.damping_global, b.damping_global, at + ".damping_global");
    same(a.mass_global, b.mass_global, at + ".mass_global");
    same(a.wind_global, b.wind_global, at + ".wind_global");
    same(a.gravity_global, b.gravity_global, at + ".gravity_global");
    same(a.mix_global, b.mix_global, at + ".mix_global");
  }
  void compare(const SliderData& a, const SliderData& b, const std::string& at) {
    same(a.animation, b.animation, at + ".animation");
    same(a.additive, b.additive, at + ".additive");
    same(a.loop, b.loop, at + ".loop");
    same(a.local, b.local, at + ".local");
    same(a.mix, b.mix, at + ".mix");
    same(a.time, b.time, at + ".time");
    same(a.bone, b.bone, at + ".bone");
    same(a.property, b.property, at + ".property");
    same(a.from, b.from, at + ".from");
    same(a.to, b.to, at + ".to");
    same(a.scale, b.scale, at + ".scale");
    same(a.max, b.max, at + ".max");
  }

  void compare(const EventData& a, const EventData& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    same(a.int_value, b.int_value, at + ".int");
    same(a.float_value, b.float_value, at + ".float");
    same(a.string_value, b.string_value, at + ".string");
    same(a.audio, b.audio, at + ".audio");
    same(a.volume, b.volume, at + ".volume");
    same(a.balance, b.balance, at + ".balance");
  }

  void compare(const Animation& a, const Animation& b, const std::string& at) {
    same(a.name, b.name, at + ".name");
    same(a.duration, b.duration, at + ".duration");
    same(a.color, b.color, at + ".color");
    same(a.events != nullptr, b.events != nullptr, at + ".events");
    list(a.timelines, b.timelines, at + ".timelines",
         [this](const auto& x, const auto& y, const std::string& where) { compare(x, y, where); });
  }

  void compare(const Timeline& a, const Timeline& b, const std::string& at) {
    same(a.type, b.type, at + ".type");
    same(a.components, b.components, at + ".components");
    same(a.curves_per_key, b.curves_per_key, at + ".curves_per_key");
    same(a.bone, b.bone, at + ".bone");
    same(a.slot, b.slot, at + ".slot");
    same(a.attachment, b.attachment, at + ".attachment");
    same(a.constraint, b.constraint, at + ".constraint");
    values(a.times, b.times, at + ".times");
    values(a.values, b.values, at + ".values");
    if (a.times.size() == b.times.size()) compare_curves(a, b, at);
    values(a.attachments, b.attachments, at + ".attachments");
    values(a.attachment_names, b.attachment_names, at + ".attachment_names");
    values(a.inherits, b.inherits, at + ".inherits");
    values(a.folder, b.folder, at + ".folder");
    list(a.deforms, b.deforms, at + ".deforms",
         [this](const auto& x, const auto& y, const std::string& where) { compare(x, y, where); });
    list(a.sequences, b.sequences, at + ".sequences",
         [this](const SequenceKey& x, const SequenceKey& y, const std::string& where) {
           same(x.mode, y.mode, where + ".mode");
           same(x.index, y.index, where + ".index");
           same(x.delay, y.delay, where + ".delay");
         });
    list(a.ik_flags, b.ik_flags, at + ".ik_flags",
         [this](const IkFlags& x, const IkFlags& y, const std::string& where) {
           same(x.bend_positive, y.bend_positive, where + ".bend_positive");
           same(x.compress, y.compress, where + ".compress");
           same(x.stretch, y.stretch, where + ".stretch");
         });
    list(a.draw_orders, b.draw_orders, at + ".draw_orders",
         [this](const DrawOrderKey& x, const DrawOrderKey& y, const std::string& where) {
           same(x.setup, y.setup, where + ".setup");
           list(x.offsets, y.offsets, where + ".offsets",
                [this](const DrawOrderOffset& s, const DrawOrderOffset& t, const std::string& place) {
                  same(s.slot, t.slot, place + ".slot");
                  same(s.offset, t.offset, place + ".offset");
                });
         });
    list(a.events, b.events, at + ".events", [this](const EventKey& x, const EventKey& y, const std::string& where) {
      same(x.event, y.event, where + ".event");
      same(x.int_value, y.int_value, where + ".int");
      same(x.float_value, y.float_value, where + ".float");
      same(x.string_value, y.string_value, where + ".string");
      same(x.volume, y.volume, where + ".volume");
      same(x.balance, y.balance, where + ".balance");
    });
  }

  void compare_curves(const Timeline& a, const Timeline& b, const std::string& at) {
    for (std::size_t key = 0; key < a.times.size(); ++key) {
      const std::string where = at + ".curves/" + std::to_string(key);
      same(a.curve(key), b.curve(key), where);
      if (a.curve(key) != Curve::bezier || b.curve(key) != Curve::bezier) continue;
      for (std::size_t i = 0; i < a.curves_per_key; ++i) {
        const Bezier &x = a.beziers[a.curves[key] + i], &y = b.beziers[b.curves[key] + i];
        same(x.cx1, y.cx1, where + ".cx1");
        same(x.cy1, y.cy1, where + ".cy1");
        same(x.cx2, y.cx2, where + ".cx2");
        same(x.cy2, y.cy2, where + ".cy2");
      }
    }
  }

  void compare(const DeformKey& a, const DeformKey& b, const std::string& at) {
    const std::size_t size = std::max(a.offset + a.vertices.size(), b.offset + b.vertices.size());
    const auto number = [](const DeformKey& key, std::size_t i) {
      return i < key.offset || i - key.offset >= key.vertices.size() ? 0.0 : key.vertices[i - key.offset];
    };
    for (std::size_t i = 0; i < size; ++i) same(number(a, i), number(b, i), at + '/' + std::to_string(i));
  }

  const SkeletonData &a_, &b_;
  std::ostringstream text_;
  std::size_t count_ = 0;
};

/// Empty when the skeletons say the same; else the first differences.
inline std::string differences(const SkeletonData& a, const SkeletonData& b) {
  return ModelComparison(a, b).differences();
}

}  // namespace sinew::test
