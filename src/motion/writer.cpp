// Writing clips and rigs: afresh, or into the text that they were read from.
#include <algorithm>
#include <optional>

#include "base/memory_guard.hpp"
#include "base/number_text.hpp"
#include "motion/fields.hpp"
#include "motion/yaml_edit.hpp"
#include "motion/yaml_text.hpp"

namespace sinew::motion {

namespace {

using YamlNode = YamlDocument::Node;

Error no_room(std::string message) {
  return Error{ErrorCode::not_supported, std::move(message), {}};
}

/// For each new item the old one that it comes from. `recognised(j)`: the old item that new item j is certainly.
/// Between two that are recognised, as many new ones as old ones count as changed in place.
template <class Recognise>
std::vector<std::size_t> align(std::size_t old_count, std::size_t new_count, Recognise recognised) {
  std::vector<std::size_t> from(new_count);
  std::vector<bool> used(old_count, false);
  for (std::size_t j = 0; j < new_count; ++j) {
    from[j] = recognised(j);
    if (from[j] != ListItem::none) used[from[j]] = true;
  }
  for (std::size_t j = 0; j < new_count;) {
    if (from[j] != ListItem::none) {
      ++j;
      continue;
    }
    std::size_t end = j;
    while (end < new_count && from[end] == ListItem::none) ++end;
    const std::size_t old_begin = j == 0 ? 0 : from[j - 1] + 1;
    const std::size_t old_end = end == new_count ? old_count : from[end];
    bool pairs = old_end >= old_begin && old_end - old_begin == end - j;
    for (std::size_t i = old_begin; pairs && i < old_end; ++i) pairs = !used[i];
    for (std::size_t i = 0; i < end - j; ++i) {
      if (pairs) from[j + i] = old_begin + i;
    }
    j = end;
  }
  return from;
}

/// What both kinds of files need for being changed.
class Rewriter {
 protected:
  explicit Rewriter(const YamlDocument& document) : document_(document), fields_(document, options_), edit_(document) {}

  void set_text(const YamlNode& map, std::string_view name, const std::string& old, const std::string& now,
                const std::vector<std::string_view>& after) {
    if (old == now) return;
    now.empty() ? edit_.remove_field(map, name) : edit_.set_field(map, name, yaml_scalar(now), after);
  }

  void set_number(const YamlNode& map, std::string_view name, double old, double now) {
    if (old != now) edit_.set_field(map, name, exact(now), {});
  }

  /// Changes only those of the numbers that are different.
  void set_numbers(const YamlNode& map, std::string_view name, std::span<const double> old, std::span<const double> now,
                   const std::string& all, const std::vector<std::string_view>& after) {
    if (std::equal(old.begin(), old.end(), now.begin())) return;
    const YamlNode* const list = fields_.find(&map, name);
    if (list == nullptr) return edit_.set_field(map, name, all, after);
    const YamlNode* item = fields_.first(*list);
    for (std::size_t i = 0; i < now.size() && item != nullptr; ++i, item = fields_.next(*item)) {
      if (old[i] != now[i]) edit_.replace(*item, exact(now[i]));
    }
  }

  void set_vector(const YamlNode& map, std::string_view name, const Vec3& old, const Vec3& now,
                  const std::vector<std::string_view>& after) {
    set_numbers(map, name, std::array{old.x, old.y, old.z}, std::array{now.x, now.y, now.z}, yaml_vector(now), after);
  }

  [[nodiscard]] std::vector<const YamlNode*> items(const YamlNode& list) const {
    std::vector<const YamlNode*> nodes;
    for (const YamlNode* node = fields_.first(list); node != nullptr; node = fields_.next(*node)) nodes.push_back(node);
    return nodes;
  }

  template <class Item>
  [[nodiscard]] static ListItem fresh(const Item& item) {
    return {ListItem::none, [&item](std::size_t column) { return yaml_item(item, column); },
            [&item] { return yaml_in_braces(item); }};
  }

  const ReadOptions options_ = {};
  const YamlDocument& document_;
  Fields fields_;
  YamlEdit edit_;
};

class ClipRewriter : private Rewriter {
 public:
  explicit ClipRewriter(const YamlDocument& document) : Rewriter(document) {}

  /// Nothing: there is no room for the change.
  std::optional<std::string> run(const Clip& old, const Clip& now) {
    const YamlNode& root = document_.root();
    set_text(root, "binding", old.binding, now.binding, {"format", "version"});
    set_text(root, "model", old.model, now.model, {"format", "version", "binding"});
    set_number(root, "duration", old.duration, now.duration);
    if (old.loop != now.loop) edit_.set_field(root, "loop", now.loop ? "true" : "false", {"duration"});

    const YamlNode* const list = fields_.find(&root, "tracks");
    const std::vector<const YamlNode*> nodes = items(*list);
    const auto from = align(old.tracks.size(), now.tracks.size(), [&](std::size_t j) {
      for (std::size_t i = 0; i < old.tracks.size(); ++i) {
        if (old.tracks[i].part == now.tracks[j].part && old.tracks[i].property == now.tracks[j].property) return i;
      }
      return ListItem::none;
    });
    std::vector<ListItem> arranged;
    for (std::size_t j = 0; j < now.tracks.size(); ++j) {
      arranged.push_back(fresh(now.tracks[j]));
      arranged.back().old = from[j];
      if (from[j] == ListItem::none) continue;
      if (!change_track(*nodes[from[j]], old.tracks[from[j]], now.tracks[j])) return std::nullopt;
    }
    if (!edit_.arrange(*list, arranged)) return std::nullopt;
    return edit_.take();
  }

 private:
  bool change_track(const YamlNode& map, const Track& old, const Track& now) {
    set_text(map, "part", old.part, now.part, {});
    if (old.property != now.property) edit_.set_field(map, "property", std::string(name_of(now.property)), {});
    if (old.interpolation != now.interpolation) {
      edit_.set_field(map, "interpolation", std::string(name_of(now.interpolation)), {});
    }
    const Curve &a = old.curve, &b = now.curve;
    set_numbers(map, "curve", std::array{a.x1, a.y1, a.x2, a.y2}, std::array{b.x1, b.y1, b.x2, b.y2}, yaml_curve(b),
                {"interpolation"});

    const YamlNode* const list = fields_.find(&map, "keys");
    const std::vector<const YamlNode*> nodes = items(*list);
    const auto from = align(old.keys.size(), now.keys.size(), [&](std::size_t j) {
      const double time = now.keys[j].time;
      const auto at = std::lower_bound(old.keys.begin(), old.keys.end(), time,
                                       [](const Key& key, double t) { return key.time < t; });
      return at != old.keys.end() && at->time == time ? static_cast<std::size_t>(at - old.keys.begin())
                                                      : ListItem::none;
    });
    std::vector<ListItem> arranged;
    for (std::size_t j = 0; j < now.keys.size(); ++j) {
      arranged.push_back(fresh(now.keys[j]));
      arranged.back().old = from[j];
      if (from[j] == ListItem::none) continue;
      const YamlNode& key = *nodes[from[j]];
      set_number(key, "time", old.keys[from[j]].time, now.keys[j].time);
      set_vector(key, "value", old.keys[from[j]].value, now.keys[j].value, {});
    }
    return edit_.arrange(*list, arranged);
  }
};

class BindingRewriter : private Rewriter {
 public:
  explicit BindingRewriter(const YamlDocument& document) : Rewriter(document) {}

  std::optional<std::string> run(const Binding& old, const Binding& now) {
    const YamlNode& root = document_.root();
    set_text(root, old.scene ? "animation_name" : "name", old.name, now.name, {"format"});
    const YamlNode* const list = fields_.find(&root, old.scene ? "entities" : "nodes");
    const std::vector<const YamlNode*> nodes = items(*list);
    // Which items of the list the old nodes are: in a scene, those of kind entity.
    std::vector<std::size_t> places;
    std::vector<bool> ours(nodes.size(), false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (old.scene && fields_.text(as_map(nodes[i]), "kind") != name_of(NodeKind::entity)) continue;
      places.push_back(i);
      ours[i] = true;
    }

    const auto from = align(old.nodes.size(), now.nodes.size(), [&](std::size_t j) {
      for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        if (old.nodes[i].id == now.nodes[j].id) return i;
      }
      return ListItem::none;
    });
    std::vector<ListItem> arranged;
    std::size_t passed = 0;  // items of other kinds keep their place among those that keep theirs
    const auto pass = [&](std::size_t end) {
      for (; passed < end; ++passed) {
        if (!ours[passed]) arranged.push_back({passed, {}, {}});
      }
    };
    for (std::size_t j = 0; j < now.nodes.size(); ++j) {
      const std::size_t place = from[j] == ListItem::none ? ListItem::none : places[from[j]];
      if (place != ListItem::none) {
        pass(place);
        change_node(*nodes[place], old.nodes[from[j]], now.nodes[j]);
      }
      arranged.push_back(fresh(now.nodes[j]));
      arranged.back().old = place;
    }
    pass(nodes.size());
    if (!edit_.arrange(*list, arranged)) return std::nullopt;
    return edit_.take();
  }

 private:
  void change_node(const YamlNode& map, const Node& old, const Node& now) {
    set_text(map, "id", old.id, now.id, {});
    // A name that is the id need not be written, but is where it was.
    const bool named = fields_.find(&map, "name") != nullptr;
    set_text(map, "name", named ? old.name : "", named || now.name != now.id ? now.name : "", {"id"});
    if (old.kind != now.kind) edit_.set_field(map, "kind", std::string(name_of(now.kind)), {});
    set_text(map, "parent", old.parent, now.parent, {"id", "name", "kind"});
    set_text(map, "model", old.model, now.model, {"id", "name", "kind", "parent"});
    std::vector<std::string_view> after = {"id", "name", "kind", "parent", "model"};
    for (const auto& [name, before, value] : {std::tuple{"position", &old.rest.position, &now.rest.position},
                                              std::tuple{"rotation", &old.rest.rotation, &now.rest.rotation},
                                              std::tuple{"scale", &old.rest.scale, &now.rest.scale}}) {
      set_vector(map, name, *before, *value, after);
      after.push_back(name);
    }
  }
};

/// Hands out `text` if it says what was asked for.
template <class Read, class Wanted>
Result<std::string> proven(std::optional<std::string> text, Read read, const Wanted& wanted) {
  if (text) {
    const auto again = read(*text);
    if (again && same_content(*again, wanted)) return *std::move(text);
    if (!again && again.error().code == ErrorCode::limit) return again.error();
  }
  return no_room(
      "The change does not fit into the layout of the text that this was read from. Reset `source` to write it afresh, "
      "without the fields and comments of that text.");
}

constexpr ReadOptions kNoSource = {DuplicateFields::last, false, nullptr, no_limits};

Result<std::string> write(const Clip& clip) {
  if (const Status checked = check_clip(clip); !checked) return checked.error();
  const auto read = [](std::string_view text) { return parse_clip(text, {}, kNoSource); };
  if (clip.source == nullptr) return proven(yaml_file(clip), read, clip);

  const Result<Clip> old = read(*clip.source);
  if (!old) return old.error();
  if (same_content(*old, clip)) return *clip.source;
  if (old->kind != clip.kind) {
    return no_room("A clip cannot become one of the other kind in place. Reset `source` to write it afresh.");
  }
  const Result<YamlDocument> document = YamlDocument::parse(*clip.source, {}, no_limits);
  if (!document) return document.error();
  return proven(ClipRewriter(*document).run(*old, clip), read, clip);
}

Result<std::string> write(const Binding& wanted) {
  Binding binding = wanted;
  for (Node& node : binding.nodes) {
    if (node.name.empty()) node.name = node.id;
  }
  if (const Status checked = check_binding(binding); !checked) return checked.error();
  const auto read = [](std::string_view text) { return parse_binding(text, {}, kNoSource); };
  if (binding.source == nullptr) {
    if (binding.scene) return no_room("A scene is more than its entities. It can only be written into its own text.");
    return proven(yaml_file(binding), read, binding);
  }
  const Result<Binding> old = read(*binding.source);
  if (!old) return old.error();
  if (same_content(*old, binding)) return *binding.source;
  if (old->scene != binding.scene) return no_room("A rig cannot become a scene, nor a scene a rig.");
  const Result<YamlDocument> document = YamlDocument::parse(*binding.source, {}, no_limits);
  if (!document) return document.error();
  return proven(BindingRewriter(*document).run(*old, binding), read, binding);
}

}  // namespace

Result<std::string> write_clip(const Clip& clip) {
  return guard_memory({}, [&] { return write(clip); });
}

Result<std::string> write_binding(const Binding& binding) {
  return guard_memory({}, [&] { return write(binding); });
}

}  // namespace sinew::motion
