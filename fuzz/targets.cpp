#include "targets.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include "exercise.hpp"
#include "sinew/atlas.hpp"
#include "sinew/golden.hpp"

namespace sinew::fuzz {

namespace {

/// A problem that a user meets is a sentence with a place, never an empty or unending text.
void check(const Error& error) {
  if (error.message.size() < 10 || error.to_string().size() > 100'000) std::abort();
}
void check(const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) check(warning);
}

Result<SkeletonDataPtr> load(std::string_view bytes) {
  std::vector<Warning> warnings;
  LoadOptions options;
  options.warnings = &warnings;
  Result<SkeletonDataPtr> data = parse_skeleton(bytes, "fuzz", options);
  check(warnings);
  if (!data) check(data.error());
  return data;
}

std::uint64_t seed_of(std::string_view bytes) {
  std::uint64_t seed = 14695981039346656037u;
  for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return seed;
}

void skeleton(std::string_view bytes) {
  static_cast<void>(load(bytes));
}

void play(std::string_view bytes) {
  const Result<SkeletonDataPtr> data = load(bytes);
  if (data) play_and_draw(*data, seed_of(bytes), {.animations = 8, .frames = 4, .skins = 2});
}

void atlas(std::string_view bytes) {
  std::vector<Warning> warnings;
  const Result<Atlas> first = parse_atlas(bytes, "fuzz", &warnings);
  check(warnings);
  if (!first) check(first.error());
}

/// The golden file is the input; the skeleton that it is about is always the same.
void golden(std::string_view bytes) {
  static constexpr std::string_view skeleton_json = R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
    "bones": [{"name": "root"}, {"name": "bone", "parent": "root", "x": 5}], "slots": [{"name": "slot", "bone": "bone"}],
    "animations": {"a": {"bones": {"bone": {"rotate": [{"value": 10}, {"time": 1, "value": 20}]}}}, "b": {}}})";
  const Result<GoldenReport> report = check_golden(bytes, "fuzz", skeleton_json, "skeleton");
  if (!report) check(report.error());
}

constexpr Target all[] = {
    {"atlas", atlas},
    {"golden", golden},
    {"play", play},
    {"skeleton", skeleton},
};

}  // namespace

std::span<const Target> targets() noexcept {
  return all;
}

const Target* find_target(std::string_view name) noexcept {
  for (const Target& target : all) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace sinew::fuzz
