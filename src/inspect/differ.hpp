// Comparing two values after the other, with the path to where we are.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/names.hpp"
#include "sinew/diff.hpp"

namespace sinew::inspect {

/// A text as JSON has it, in quotes.
[[nodiscard]] std::string json_text(std::string_view text);

/// Joins several parts in one name, such as a slot and a key; no name in a file has it.
inline constexpr char part_separator = '\x1f';

/// Appends "/name" with ~ and / escaped as in JSON pointers, and part_separator as /.
void append_part(std::string& path, std::string_view name);

inline constexpr std::uint32_t no_index = 0xffffffffu;

/// Things of the same name in two lists; no_index where one has none.
using Matches = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Collects differences.
class Differ {
 public:
  Differ(const SkeletonData& first, const SkeletonData& second, const DiffOptions& how)
      : a(first), b(second), options(how) {}

  const SkeletonData &a, &b;
  const DiffOptions& options;
  /// Two folders' lists, and whether they have the same names in the same order.
  struct Folders {
    const SlotIndex *a = nullptr, *b = nullptr;
    bool same = false;
  } last_folders;
  std::optional<bool> same_slots;  ///< whether the slots of both have the same names in the same order, once known

  /// Appends a part to the path as long as it lives.
  class Scope {
   public:
    Scope(Differ& differ, std::string_view part) : differ_(differ), length_(differ.path_.size()) {
      append_part(differ.path_, part);
    }
    ~Scope() { differ_.path_.resize(length_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Differ& differ_;
    std::size_t length_;
  };

  /// `part` is what comes behind the path; empty: nothing does.
  void number(std::string_view part, double x, double y);
  void text(std::string_view part, std::string_view x, std::string_view y);
  void boolean(std::string_view part, bool x, bool y);
  void color(std::string_view part, const Color& x, const Color& y);
  template <class E>
  void enumeration(std::string_view part, E x, E y) {
    text(part, name_of(x), name_of(y));
  }
  /// Arrays of one length; else their lengths differ.
  template <class T>
  void numbers(std::string_view part, std::span<const T> x, std::span<const T> y) {
    if (x.size() != y.size()) return lengths(part, x.size(), y.size());
    Farthest farthest;
    for (std::size_t i = 0; i < x.size(); ++i)
      farthest.add(*this, static_cast<double>(x[i]), static_cast<double>(y[i]));
    farthest.report(*this, part);
  }
  void lengths(std::string_view part, std::size_t x, std::size_t y);
  void report(std::string_view part, std::string x, std::string y, double distance = 0, std::size_t count = 1);
  /// Two numbers, of which those from files of floats are written as short as floats can be.
  void report_numbers(std::string_view part, double x, double y, std::size_t count = 1);

  /// The pair that differs most of many.
  struct Farthest {
    double distance = 0, x = 0, y = 0;
    std::size_t count = 0;
    void add(const Differ& differ, double first, double second) {
      if (differ.alike(first, second)) return;
      const double apart = std::fabs(first - second);
      ++count;
      if (count > 1 && !(apart > distance)) return;
      distance = apart, x = first, y = second;
    }
    void report(Differ& differ, std::string_view part) const;
  };

  [[nodiscard]] bool alike(double x, double y) const noexcept {
    if (x == y) return true;
    const double apart = std::fabs(x - y);
    return apart <= options.tolerance || apart <= options.relative_tolerance * std::fmax(std::fabs(x), std::fabs(y));
  }
  [[nodiscard]] bool full() const noexcept { return found.size() >= options.most; }

  /// Matches two lists by name and calls compare(x, y) at the path of each pair, with null for what is not there, which
  /// is reported as a whole. With `ordered` it also reports when those in both stand in different orders.
  template <class List, class Name, class Compare>
  void lists(const List& x, const List& y, bool ordered, Name name, Compare compare) {
    std::vector<std::string> names_x, names_y;
    for (const auto& thing : x) names_x.push_back(name(a, thing));
    for (const auto& thing : y) names_y.push_back(name(b, thing));
    number_repeats(names_x);
    number_repeats(names_y);
    const Matches matches = match(names_x, names_y);
    if (ordered) order(names_x, names_y, matches);
    for (const auto& [i, j] : matches) {
      if (full()) return;
      const std::string& here = i != no_index ? names_x[i] : names_y[j];
      if (i == no_index || j == no_index) {
        const Scope scope(*this, here);
        report({}, i != no_index ? "present" : "", j != no_index ? "present" : "");
      } else {
        const Scope scope(*this, here);
        compare(x[i], y[j]);
      }
    }
  }

  std::vector<Difference> found;

 private:
  static void number_repeats(std::vector<std::string>& names);
  static Matches match(const std::vector<std::string>& x, const std::vector<std::string>& y);
  void order(const std::vector<std::string>& x, const std::vector<std::string>& y, const Matches& matches);

  std::string path_;
};

// The parts of a skeleton; each in a file of its own.
void diff_skins(Differ& differ);
void diff_constraints(Differ& differ);
void diff_animations(Differ& differ);

/// Names of things that an index refers to; empty: none.
[[nodiscard]] std::string_view bone_name(const SkeletonData& data, BoneIndex bone);
[[nodiscard]] std::string_view slot_name(const SkeletonData& data, SlotIndex slot);
/// Lists of bones, slots, ... by their names, as JSON arrays; equal ones are not reported.
void diff_bone_lists(Differ& differ, std::string_view part, std::span<const BoneIndex> x, std::span<const BoneIndex> y);

/// The names in JSON: ["a","b"].
template <class List, class Name>
[[nodiscard]] std::string name_list(const List& list, Name name) {
  std::string text = "[";
  for (const auto& thing : list) {
    if (text.size() > 1) text += ',';
    text += json_text(name(thing));
  }
  return text + ']';
}

}  // namespace sinew::inspect
