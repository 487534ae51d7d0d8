// Skins and what they hold. Spec: skeleton-binary.md 8, 13 and 14.
#include <algorithm>

#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_binary {

namespace {

/// `count` slots, each with what it can show.
void read_entries(Reading& reading, SkinIndex skin, std::uint32_t count) {
  const Scope group(reading, "attachments");
  for (std::uint32_t i = 0; i < count && !reading.failed(); ++i) {
    const SlotIndex slot = reading.slot();
    if (reading.failed()) return;
    const Scope slot_scope(reading, reading.data[slot].name);
    const std::uint32_t size = reading.count(3);
    for (std::uint32_t k = 0; k < size && !reading.failed(); ++k) {
      Attachment attachment;
      attachment.skin = skin;
      attachment.slot = slot;
      attachment.key = reading.required_reference("name of this attachment in its slot");
      const Scope scope(reading, attachment.key);
      read_attachment(reading, attachment, AttachmentIndex(reading.attachments.size()));
      reading.attachments.push_back(attachment);
    }
  }
}

std::span<const ConstraintIndex> read_listed_constraints(Reading& reading) {
  std::vector<ConstraintIndex>& list = reading.constraints;
  list.clear();
  list.reserve(32);
  const auto read_list = [&](std::optional<ConstraintType> type) {
    const Scope scope(reading, type ? name_of(*type) : "constraints");
    const std::uint32_t count = reading.count(1);
    for (std::uint32_t i = 0; i < count && !reading.failed(); ++i) {
      list.push_back(type ? reading.constraint(*type)
                          : ConstraintIndex(reading.index(reading.data.constraints.size(), "constraint")));
    }
  };
  if (!reading.before(FormatVersion::v4_3)) {
    read_list(std::nullopt);
  } else {
    read_list(ConstraintType::ik);
    read_list(ConstraintType::transform);
    read_list(ConstraintType::path);
    if (!reading.before(FormatVersion::v4_2)) read_list(ConstraintType::physics);
  }
  return reading.arena.copy(std::span<const ConstraintIndex>(list));
}

void read_skin(Reading& reading, SkinIndex index, SkinData& skin) {
  if (reading.before(FormatVersion::v4_2)) {
    skin.name = reading.required_reference("name of this skin");
  } else {
    skin.name = reading.name("skin");
    if (reading.nonessential) skin.color = reading.rgba();
  }
  skin.bones = reading.bones();
  skin.constraints = read_listed_constraints(reading);
  read_entries(reading, index, reading.count(2));
}

/// Where a skin has one placeholder twice, the later attachment takes the place of the earlier one.
void drop_repeated(Reading& reading) {
  std::vector<Attachment>& all = reading.attachments;
  std::vector<std::uint32_t> order(all.size()), kept_at(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  const auto same = [&](std::uint32_t a, std::uint32_t b) {
    return all[a].skin == all[b].skin && all[a].slot == all[b].slot && all[a].key == all[b].key;
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Attachment &x = all[a], &y = all[b];
    if (x.skin != y.skin) return x.skin.value < y.skin.value;
    if (x.slot != y.slot) return x.slot.value < y.slot.value;
    const int names = x.key.compare(y.key);
    return names != 0 ? names < 0 : a < b;
  });
  // For each attachment where it goes: the last of equals to the place of the first, the others nowhere.
  std::vector<std::uint32_t> source(all.size(), AttachmentIndex::none);
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && same(order[first], order[last])) ++last;
    source[order[first]] = order[last - 1];
    if (last - first == 1) continue;
    const Attachment& one = all[order[first]];
    std::string pointer = "/skins/" + std::to_string(one.skin.value) + "/attachments";
    append_pointer_part(pointer, reading.data[one.slot].name);
    append_pointer_part(pointer, one.key);
    reading.warn_at(std::move(pointer), ErrorCode::duplicate,
                    "The skin has this attachment " + std::to_string(last - first) + " times; the last one counts.");
  }
  std::fill(kept_at.begin(), kept_at.end(), AttachmentIndex::none);
  std::vector<Attachment> kept;
  for (const std::uint32_t from : source) {
    if (from == AttachmentIndex::none) continue;
    kept_at[from] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(all[from]);
    kept.back().timeline_attachment = AttachmentIndex(kept_at[from]);
  }
  for (PendingLink& link : reading.links) link.mesh = AttachmentIndex(kept_at[link.mesh.value]);
  std::erase_if(reading.links, [](const PendingLink& link) { return !link.mesh; });
  all = std::move(kept);
}

}  // namespace

void read_skins(Reading& reading) {
  SkeletonData& data = reading.data;
  const Scope list(reading, "skins");
  Scope item(reading, std::size_t{0});
  // A guess that saves allocations; attachments with few vertices are small.
  reading.attachments.reserve(reading.in.remaining() / 256 + 32);
  reading.constraints.reserve(data.constraints.size());
  const std::uint32_t default_slots = reading.count(2);
  read_entries(reading, SkinIndex(0), default_slots);
  // Without attachments there is no default skin, and the others are numbered from 0.
  const std::size_t has_default = default_slots == 0 ? 0 : 1;
  const std::span<SkinData> skins = reading.arena.array<SkinData>(has_default + reading.count(5));
  if (has_default != 0) skins[0].name = "default";
  for (std::size_t i = has_default; i < skins.size() && !reading.failed(); ++i) {
    item.set_number(i);
    read_skin(reading, SkinIndex(i), skins[i]);
  }
  if (reading.failed()) return;
  data.skins = skins;
  std::span<Attachment> attachments = reading.arena.copy(std::span<const Attachment>(reading.attachments));
  if (!number_placeholders(data, skins, attachments)) {
    drop_repeated(reading);
    attachments = reading.arena.copy(std::span<const Attachment>(reading.attachments));
    number_placeholders(data, skins, attachments);
  }
  data.attachments = attachments;
  index_skins(data);
  warn_about_duplicates(reading, data.skins, data.skin_names, "skin",
                        [](std::size_t i) { return "/skins/" + std::to_string(i); });
  resolve_links(reading, attachments);
}

}  // namespace sinew::skeleton_binary
