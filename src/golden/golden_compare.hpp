// Compares frames and keeps the largest difference with its place.
#pragma once

#include <string>
#include <string_view>

#include "golden/golden_file.hpp"

namespace sinew {

class GoldenCompare {
 public:
  GoldenCompare(const GoldenFile& file, GoldenReport& report) : file_(file), report_(report) {}

  /// Compares what was computed with what the file records. True when all of it was compared and is equal within the
  /// tolerance; else the report says where the largest difference is.
  bool frame(const GoldenRun& run, const GoldenFrame& found, const GoldenFrame& expected);

  /// Notes that something could not be compared at all, with the reason.
  void note(const GoldenRun& run, const GoldenFrame* frame, std::string_view reason);

  /// Puts the first reason noted into the report, unless there is a real difference to show.
  void finish();

 private:
  void bones(const GoldenFrame& found, const GoldenFrame& expected);
  void draw_order(const GoldenFrame& found, const GoldenFrame& expected);
  void draws(const GoldenFrame& found, const GoldenFrame& expected);
  void draw(const GoldenDraw& found, const GoldenDraw& expected, std::size_t index);
  void applied(const GoldenFrame& found, const GoldenFrame& expected);
  void listener(const GoldenFrame& found, const GoldenFrame& expected);
  void constraints(const GoldenFrame& found, const GoldenFrame& expected);
  void events(const GoldenFrame& found, const GoldenFrame& expected);
  void event(const GoldenEvent& found, const GoldenEvent& expected, std::size_t index);

  template <class Place>
  void number(double found, double expected, const Place& place);
  template <class Place>
  void kind(const std::string& found, const std::string& expected, const Place& place);
  void differ(double difference, std::string where);

  [[nodiscard]] std::string place(const GoldenRun& run, const GoldenFrame* frame) const;
  [[nodiscard]] std::string slot_name(std::uint32_t slot) const { return "slot " + file_.slots[slot]; }

  const GoldenFile& file_;
  GoldenReport& report_;
  const GoldenRun* run_ = nullptr;
  const GoldenFrame* frame_ = nullptr;
  bool equal_ = true;
  std::string reason_;
};

}  // namespace sinew
