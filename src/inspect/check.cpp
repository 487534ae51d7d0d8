#include "sinew/check.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "inspect/checker.hpp"

namespace sinew {

namespace inspect {

void check_case(std::vector<Finding>& found, std::string_view kind, const std::vector<std::string_view>& names,
                const std::vector<std::string>& paths) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string folded(names[i]);
    for (char& c : folded) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    const auto [place, added] = first.emplace(std::move(folded), i);
    if (added || names[place->second] == names[i]) continue;
    found.push_back({Severity::warning, "case-only-names",
                     "The names of the " + std::string(kind) + " " + quote(names[place->second]) + " and " +
                         quote(names[i]) + " differ only by case: easy to mix up, and the same file on some systems.",
                     paths[i]});
  }
}

namespace {

template <class Things>
void check_names_of(Checker& checker, std::string_view kind, const Things& things) {
  std::vector<std::string_view> names;
  std::vector<std::string> paths;
  for (const auto& thing : things) {
    names.push_back(thing.name);
    paths.push_back(Checker::path_of(kind, thing.name));
    if (!thing.name.empty() && (thing.name.front() == ' ' || thing.name.back() == ' ')) {
      checker.warn("blank-in-name", paths.back(), "The name begins or ends with a blank: " + quote(thing.name) + ".");
    }
  }
  check_case(checker.found, kind, names, paths);
}

}  // namespace

void check_names(Checker& checker) {
  const SkeletonData& data = checker.data;
  check_names_of(checker, "bones", data.bones);
  check_names_of(checker, "slots", data.slots);
  check_names_of(checker, "skins", data.skins);
  check_names_of(checker, "events", data.events);
  check_names_of(checker, "animations", data.animations);
  for (const ConstraintType type : {ConstraintType::ik, ConstraintType::transform, ConstraintType::path,
                                    ConstraintType::physics, ConstraintType::slider}) {
    std::vector<std::string_view> names;
    std::vector<std::string> paths;
    for (const ConstraintData& constraint : data.constraints) {
      if (constraint.type != type) continue;
      names.push_back(constraint.name);
      paths.push_back(checker.path_of(constraint));
    }
    check_case(checker.found, std::string(name_of(type)) + " constraints", names, paths);
  }
  // Keys within one slot: an attachment key takes exactly one of them. Placeholders of a slot stand together.
  std::map<std::uint32_t, std::vector<std::string_view>> keys;
  for (const Placeholder& placeholder : data.placeholders) keys[placeholder.slot.value].push_back(placeholder.key);
  for (const auto& [slot, names] : keys) {
    const std::string path = Checker::path_of("slots", data.slots[slot].name);
    check_case(checker.found, "attachments", names, std::vector<std::string>(names.size(), path));
  }
}

}  // namespace inspect

std::string_view name_of(Severity severity) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"error", "warning", "hint"});
  return names[static_cast<std::size_t>(severity)];
}

std::vector<Finding> check_skeleton(const SkeletonData& data, const Atlas* atlas) {
  inspect::Checker checker{data, {}};
  inspect::check_names(checker);
  inspect::check_bones(checker);
  inspect::check_slots_and_skins(checker);
  inspect::check_attachments(checker);
  inspect::check_constraints(checker);
  inspect::check_animations(checker);
  if (atlas) inspect::check_images(checker, *atlas);
  std::stable_sort(checker.found.begin(), checker.found.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
  return std::move(checker.found);
}

}  // namespace sinew
