// Reading .rig files, and scenes that are used as rigs.
#include "base/memory_guard.hpp"
#include "motion/fields.hpp"
#include "motion/names.hpp"
#include "motion/rules.hpp"
#include "sinew/file.hpp"

namespace sinew::motion {

namespace {

using YamlNode = YamlDocument::Node;
using Kind = YamlDocument::Kind;

class BindingReader {
 public:
  BindingReader(const YamlDocument& document, const ReadOptions& options) : fields_(document, options) {}

  Result<Binding> read() {
    const YamlNode& root = fields_.document().root();
    if (root.kind != Kind::map && root.kind != Kind::null) {
      return fields_.error(ErrorCode::wrong_type,
                           "This is neither a .rig file nor a scene. Expected the fields 'name:' and 'nodes:'.", &root,
                           nullptr, {});
    }
    root_ = as_map(&root);
    const YamlNode* const nodes = fields_.find(root_, "nodes");
    const YamlNode* const entities = fields_.find(root_, "entities");
    binding_.scene = nodes == nullptr && entities != nullptr && entities->kind == Kind::list;
    list_ = binding_.scene ? entities : nodes;
    list_name_ = binding_.scene ? "/entities" : "/nodes";
    for (const auto step : {&BindingReader::read_head, &BindingReader::read_nodes, &BindingReader::check_parents}) {
      if (Status done = (this->*step)(); !done) return done.error();
    }
    return std::move(binding_);
  }

 private:
  Status read_head() {
    if (binding_.scene) {
      binding_.name = "Scene";
      const YamlNode* const name = fields_.find(root_, "animation_name");
      if (name != nullptr && name->kind == Kind::scalar) binding_.name = fields_.document().scalar(*name);
      return ok();
    }
    if (const YamlNode* const version = fields_.find(root_, "version")) {
      return fields_.error(ErrorCode::unsupported_version, message::rig_version(fields_.shown(*version)), version,
                           nullptr, "/version");
    }
    if (const YamlNode* const version = fields_.find(as_map(fields_.find(root_, "format")), "version")) {
      const std::string_view text = fields_.shown(*version);
      const std::optional<FormatVersion> read = parse_version(text);
      if (!read || read->major != 1 || read->minor > 0 || read->patch > 0) {
        return fields_.error(ErrorCode::unsupported_version, message::rig_format(text), version, nullptr,
                             "/format/version");
      }
    }
    // Required, but there is no message for it: without a name, no clip fits.
    binding_.name = fields_.text(root_, "name");
    return ok();
  }

  Status read_nodes() {
    std::size_t index = 0;
    for (const YamlNode* node = list_size(list_) == 0 ? nullptr : fields_.first(*list_); node != nullptr;
         node = fields_.next(*node), ++index) {
      if (binding_.scene && fields_.text(as_map(node), "kind") != name_of(NodeKind::entity)) continue;
      read_from_.push_back({node, index});
    }
    if (read_from_.empty() || read_from_.size() > max_nodes) {
      return fields_.error(list_ == nullptr ? ErrorCode::missing_member : ErrorCode::limit, message::node_count, list_,
                           root_, list_name_);
    }
    binding_.nodes.reserve(read_from_.size());
    for (const Place& place : read_from_) {
      if (Status read = read_node(place); !read) return read;
    }
    return ok();
  }

  struct Place {
    const YamlNode* node;
    std::size_t index;
  };

  Error fail(const Place& place, ErrorCode code, std::string_view message, const YamlNode* value,
             std::string_view field) const {
    return fields_.error(code, message, value, place.node,
                         list_name_ + '/' + std::to_string(place.index) + '/' + std::string(field));
  }

  Status read_node(const Place& place) {
    const YamlNode* const map = as_map(place.node);
    Node node;
    node.id = fields_.text(map, "id");
    if (!good_id(node.id)) {
      const YamlNode* const id = fields_.find(map, "id");
      return fail(place, id == nullptr ? ErrorCode::missing_member : ErrorCode::bad_value, message::node_id, id, "id");
    }
    const auto kind = named<NodeKind>(node_kind_names, fields_.text(map, "kind"));
    if (!kind) return fail(place, ErrorCode::bad_value, message::node_kind, fields_.find(map, "kind"), "kind");
    node.kind = *kind;
    for (const auto& [property, target] :
         {std::pair{Property::position, &node.rest.position}, std::pair{Property::rotation, &node.rest.rotation},
          std::pair{Property::scale, &node.rest.scale}}) {
      const std::string_view field = name_of(property);
      const YamlNode* const value = fields_.find(map, field);
      if (value == nullptr) continue;
      std::array<double, 3> v = {};
      if (!fields_.numbers(value, v)) return fail(place, ErrorCode::wrong_type, message::vector, value, field);
      *target = {v[0], v[1], v[2]};
      if (const Verdict wrong = check_value(property, *target)) {
        return fail(place, wrong->code, wrong->message, value, field);
      }
    }
    node.name = fields_.text(map, "name");
    if (node.name.empty()) node.name = node.id;
    node.parent = fields_.text(map, "parent");
    node.model = fields_.text(map, "model");
    binding_.nodes.push_back(std::move(node));
    return ok();
  }

  Status check_parents() {
    std::vector<Kinship> parts;
    parts.reserve(binding_.nodes.size());
    for (const Node& node : binding_.nodes) parts.push_back({node.id, node.parent});
    HierarchyOrder ignored;
    const auto wrong = check_hierarchy(parts, ignored);
    if (!wrong) return ok();
    const Place& place = read_from_[wrong->part];
    const std::string_view field = wrong->complaint.code == ErrorCode::duplicate ? "id" : "parent";
    return fail(place, wrong->complaint.code, wrong->complaint.message, fields_.find(as_map(place.node), field), field);
  }

  Fields fields_;
  const YamlNode* root_ = nullptr;
  const YamlNode* list_ = nullptr;
  std::string list_name_;
  std::vector<Place> read_from_;
  Binding binding_;
};

}  // namespace

Result<Binding> parse_binding(std::string_view text, std::string_view file, const ReadOptions& options) {
  return guard_memory(file, [&]() -> Result<Binding> {
    const Result<YamlDocument> document = YamlDocument::parse(text, file, options.limits);
    if (!document) return document.error();
    Result<Binding> binding = BindingReader(*document, options).read();
    if (binding && options.keep_source) binding->source = std::make_shared<const std::string>(text);
    return binding;
  });
}

Result<Binding> load_binding(const std::string& path, const ReadOptions& options) {
  const Result<std::string> text = read_file(path, options.limits.max_bytes);
  if (!text) return text.error();
  return parse_binding(*text, path, options);
}

std::optional<FileKind> kind_of_text(std::string_view text) {
  const Result<YamlDocument> document = YamlDocument::parse(text, {}, ReadOptions().limits);
  if (!document) return std::nullopt;
  const ReadOptions options;
  const Fields fields(*document, options);
  const YamlNode* const root = as_map(&document->root());
  if (fields.find(root, "nodes") != nullptr) return FileKind::rig;
  if (list_size(fields.find(root, "entities")) > 0) return FileKind::scene;
  for (const std::string_view field : {"tracks", "duration", "binding"}) {
    if (fields.find(root, field) != nullptr) return FileKind::clip;
  }
  return std::nullopt;
}

}  // namespace sinew::motion
