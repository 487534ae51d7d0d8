// Transform constraints, always in the shape of 4.3: a map from properties of the source to properties of the bones.
// Spec: skeleton-json.md 6.2, 14.2, 14.5, 17.1 and 18.4.
#include <array>

#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

constexpr std::size_t kPropertyCount = EnumNames<BoneProperty>::values.size();
using Used = std::array<bool, kPropertyCount>;

bool is_used(const Used& used, BoneProperty property) {
  return used[static_cast<std::size_t>(property)];
}

/// Up to 4.2 every property is copied to itself.
std::span<const PropertySource> identity(Reading& reading) {
  const std::span<PropertySource> sources = reading.arena.array<PropertySource>(kPropertyCount);
  const std::span<PropertyTarget> targets = reading.arena.array<PropertyTarget>(kPropertyCount);
  for (std::size_t i = 0; i < kPropertyCount; ++i) {
    sources[i].property = targets[i].property = static_cast<BoneProperty>(i);
    sources[i].to = targets.subspan(i, 1);
  }
  return sources;
}

std::optional<BoneProperty> read_property_name(Reading& reading, const JsonNode& member) {
  const std::optional<BoneProperty> property = parse_name<BoneProperty>(member.key());
  if (!property) {
    reading.json.warn(member, ErrorCode::bad_value,
                      "There is no property " + quoted(member.key()) + " of bones; it is left out.");
  }
  return property;
}

double unit_of(const Reading& reading, BoneProperty property) {
  return property == BoneProperty::x || property == BoneProperty::y ? reading.scale : 1;
}

std::span<const PropertyTarget> read_targets(Reading& reading, const JsonNode& to, BoneProperty source, Used& used) {
  JsonFields& json = reading.json;
  const std::span<PropertyTarget> targets = reading.arena.array<PropertyTarget>(to.size());
  std::size_t count = 0;
  for (const JsonNode& member : to) {
    if (member.is(JsonType::null)) continue;
    if (!json.expect(member, JsonType::object)) return {};
    const std::optional<BoneProperty> property = read_property_name(reading, member);
    if (!property) continue;
    PropertyTarget& target = targets[count++];
    const double unit = unit_of(reading, *property);
    target.property = *property;
    target.offset = json.number(member, "offset", 0) * unit;
    target.max = json.number(member, "max", 1) * unit;
    target.scale = json.number(member, "scale", 1) * (unit / unit_of(reading, source));
    used[static_cast<std::size_t>(*property)] = true;
  }
  return targets.first(count);
}

std::span<const PropertySource> read_properties(Reading& reading, const JsonNode& properties, Used& used) {
  JsonFields& json = reading.json;
  const std::span<PropertySource> sources = reading.arena.array<PropertySource>(properties.size());
  std::size_t count = 0;
  for (const JsonNode& member : properties) {
    if (member.is(JsonType::null)) continue;
    if (!json.expect(member, JsonType::object)) return {};
    const std::optional<BoneProperty> property = read_property_name(reading, member);
    const JsonNode* to = property ? json.object(member, "to") : nullptr;
    if (!to) continue;
    PropertySource source;
    source.property = *property;
    source.offset = json.number(member, "offset", 0) * unit_of(reading, *property);
    source.to = read_targets(reading, *to, *property, used);
    // A source without targets is dropped.
    if (!source.to.empty()) sources[count++] = source;
  }
  return sources.first(count);
}

}  // namespace

void read_transform(Reading& reading, const JsonNode& node, ConstraintData& constraint) {
  JsonFields& json = reading.json;
  TransformData& transform = *reading.arena.make<TransformData>();
  constraint.transform = &transform;

  const JsonNode* properties = reading.v4_3() ? json.object(node, "properties") : nullptr;
  const bool as_4_2 =
      !reading.v4_3() ||
      (!properties && (node.find("target") || node.find("local") || node.find("relative") || node.find("order")));
  const JsonNode* bones = json.required_array(node, "bones");
  // 4.3 calls the target of 4.2 the source; a mixed file may have either name.
  const bool named_source = reading.v4_3() && (node.find("source") || !as_4_2);
  const JsonNode* source = json.required(node, named_source ? JsonName("source") : JsonName("target"));
  if (json.failed()) return;
  transform.bones = read_bone_list(reading, *bones);
  if (!json.failed() && transform.bones.empty()) {
    json.fail(*bones, ErrorCode::bad_value, "A transform constraint needs at least one bone.");
  }
  transform.source = read_bone(reading, *source);

  Used used;
  used.fill(as_4_2);
  if (as_4_2) {
    transform.local_source = transform.local_target = json.boolean(node, "local", false);
    transform.additive = json.boolean(node, "relative", false);
    transform.properties = identity(reading);
  } else {
    transform.local_source = json.boolean(node, "localSource", false);
    transform.local_target = json.boolean(node, "localTarget", false);
    transform.additive = json.boolean(node, "additive", false);
    transform.clamp = json.boolean(node, "clamp", false);
    if (properties) transform.properties = read_properties(reading, *properties, used);
  }
  transform.rotation = json.number(node, "rotation", 0);
  transform.x = reading.length(node, "x");
  transform.y = reading.length(node, "y");
  transform.scale_x = json.number(node, "scaleX", 0);
  transform.scale_y = json.number(node, "scaleY", 0);
  transform.shear_y = json.number(node, "shearY", 0);

  // A mix of a property that nothing is mapped to is 0 whatever the file says, also as a default of another mix.
  const auto mix = [&](BoneProperty property, std::string_view name, double otherwise) {
    return is_used(used, property) ? json.number(node, name, otherwise) : 0;
  };
  if (reading.v3_8()) {
    transform.mix_rotate = json.number(node, "rotateMix", 1);
    transform.mix_x = transform.mix_y = json.number(node, "translateMix", 1);
    transform.mix_scale_x = transform.mix_scale_y = json.number(node, "scaleMix", 1);
    transform.mix_shear_y = json.number(node, "shearMix", 1);
    return;
  }
  transform.mix_rotate = mix(BoneProperty::rotate, "mixRotate", 1);
  transform.mix_x = mix(BoneProperty::x, "mixX", 1);
  transform.mix_y = mix(BoneProperty::y, "mixY", transform.mix_x);
  transform.mix_scale_x = mix(BoneProperty::scale_x, "mixScaleX", 1);
  transform.mix_scale_y = mix(BoneProperty::scale_y, "mixScaleY", transform.mix_scale_x);
  transform.mix_shear_y = mix(BoneProperty::shear_y, "mixShearY", 1);
}

}  // namespace sinew::skeleton_json
