// Collecting findings; the checks are in files by what they look at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/names.hpp"
#include "model/timeline_place.hpp"
#include "sinew/check.hpp"

namespace sinew::inspect {

struct Checker {
  const SkeletonData& data;
  std::vector<Finding> found;

  void add(Severity severity, std::string_view code, std::string path, std::string message) {
    found.push_back({severity, code, std::move(message), std::move(path)});
  }
  void warn(std::string_view code, std::string path, std::string message) {
    add(Severity::warning, code, std::move(path), std::move(message));
  }
  void hint(std::string_view code, std::string path, std::string message) {
    add(Severity::hint, code, std::move(path), std::move(message));
  }

  [[nodiscard]] static std::string path_of(std::string_view kind, std::string_view name) {
    std::string path = "/" + std::string(kind);
    append_place_part(path, name);
    return path;
  }
  [[nodiscard]] std::string path_of(const ConstraintData& constraint) const {
    std::string path = "/constraints";
    append_place_part(path, name_of(constraint.type));
    append_place_part(path, constraint.name);
    return path;
  }
  [[nodiscard]] std::string path_of(const Attachment& attachment) const {
    std::string path = path_of("skins", data[attachment.skin].name) + "/attachments";
    append_place_part(path, data[attachment.slot].name);
    append_place_part(path, attachment.key);
    return path;
  }
  [[nodiscard]] std::string path_of(const Animation& animation, const Timeline& timeline) const {
    std::string path = path_of("animations", animation.name);
    for (const std::string_view part : timeline_place(data, timeline)) append_place_part(path, part);
    return path;
  }
};

/// 'name'.
[[nodiscard]] inline std::string quote(std::string_view name) {
  return "'" + std::string(name) + "'";
}

/// Names of one kind that differ only by the case of the letters a to z, each group once.
void check_case(std::vector<Finding>& found, std::string_view kind, const std::vector<std::string_view>& names,
                const std::vector<std::string>& paths);

void check_names(Checker& checker);
void check_bones(Checker& checker);
void check_slots_and_skins(Checker& checker);
void check_attachments(Checker& checker);
void check_constraints(Checker& checker);
void check_animations(Checker& checker);
void check_images(Checker& checker, const Atlas& atlas);

}  // namespace sinew::inspect
