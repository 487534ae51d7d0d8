// What `sinew bench crowd` prints.
#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "tools/bench_crowd.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {
namespace {

struct Row {
  const char* json;
  const char* text;
  StageTimes times;
};

std::vector<Row> rows_of(const CrowdWay& way) {
  return {{"skin", "skin", way.skin},
          {"submit", "submit", way.submit},
          {"finish", "finish", way.finish},
          {"all", "together", StageTimes::sum({&way.skin, &way.submit, &way.finish})}};
}

std::string row(const std::string& name, const StageTimes& times, std::size_t count) {
  const auto characters = static_cast<double>(count);
  return "  " + left(name, 24) + right(fixed(times.median() * 1e3, 3), 12) +
         right(fixed(times.fastest() * 1e3, 3), 12) + right(fixed(times.median() * 1e6 / characters, 3), 16) + '\n';
}

std::string plural(std::size_t count, const std::string& thing) {
  return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

/// "walk, run and 9 more".
std::string some(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i > 0 ? ", " : "") + visible_text(names[i]);
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

void append(std::string& text, const std::string& title, const CrowdWay& way, std::size_t count) {
  text += title + '\n';
  for (const Row& part : rows_of(way)) text += row(std::string("  ") + part.text, part.times, count);
  text += "    " + plural(way.draw_calls, "draw call") + ", " +
          rounded(static_cast<double>(way.uploaded_bytes) / static_cast<double>(count), 1) +
          " bytes uploaded a character\n";
}

bool is_software(std::string_view driver) {
  for (const std::string_view name : {"llvmpipe", "softpipe", "SwiftShader"}) {
    if (driver.find(name) != std::string_view::npos) return true;
  }
  return false;
}

void write(JsonOutput& json, const StageTimes& times, std::size_t count) {
  json.open_object();
  json.key("median_ms").number(times.median() * 1e3);
  json.key("fastest_ms").number(times.fastest() * 1e3);
  json.key("us_a_character").number(times.median() * 1e6 / static_cast<double>(count));
  json.close_object();
}

void write(JsonOutput& json, const CrowdWay& way, std::size_t count) {
  for (const Row& part : rows_of(way)) {
    json.key(part.json);
    write(json, part.times, count);
  }
  json.key("draw_calls").count(way.draw_calls);
  json.key("uploaded_bytes").count(way.uploaded_bytes);
}

void write(JsonOutput& json, const std::vector<std::string>& names) {
  json.open_list();
  for (const std::string& name : names) json.text(name);
  json.close_list();
}

}  // namespace

std::string crowd_report(const BenchCrowdOptions& options, const CrowdFigures& figures) {
  std::string text = visible_text(options.skeleton) + ": " + plural(options.count, "character");
  text += figures.animations.empty() ? ", setup pose" : ", " + some(figures.animations);
  if (!figures.skins.empty()) text += "; skins " + some(figures.skins);
  text += "\n" + plural(options.frames, "frame") + " of " + std::to_string(options.size.width) + " x " +
          std::to_string(options.size.height) + ", posed on " + plural(figures.threads, "thread") + ", drawn by " +
          visible_text(figures.driver) + "\n\n";
  text += left("", 26) + right("median ms", 12) + right("fastest ms", 12) + right("us a character", 16) + '\n';
  text += row("pose", figures.pose, options.count);
  if (figures.cpu) append(text, "  skinned by the CPU", *figures.cpu, options.count);
  if (figures.gpu) {
    append(text, "  skinned by the GPU", *figures.gpu, options.count);
    const auto slots = static_cast<double>(figures.crowd.gpu_slots + figures.crowd.cpu_slots);
    text += "    " + rounded(slots / static_cast<double>(options.count), 1) + " slots a character, " +
            rounded(slots > 0 ? 100 * static_cast<double>(figures.crowd.cpu_slots) / slots : 0, 1) +
            " % of them deformed or clipped: by the CPU; " + std::to_string(figures.static_bytes) +
            " bytes once for all\n";
  }
  if (figures.different_pixels) {
    text += *figures.different_pixels == 0
                ? "Both show the same picture.\n"
                : plural(*figures.different_pixels, "pixel") + " of the last frame differ by more than one level.\n";
  }
  if (is_software(figures.driver)) {
    text += "This OpenGL ES draws with the CPU: a GPU would take nearly all of 'submit' and 'finish' from it.\n";
  }
  return text;
}

std::string crowd_json(const BenchCrowdOptions& options, const CrowdFigures& figures) {
  JsonOutput json;
  json.open_object();
  json.key("skeleton").text(options.skeleton);
  json.key("characters").count(options.count);
  json.key("animations");
  write(json, figures.animations);
  json.key("skins");
  write(json, figures.skins);
  json.key("frames").count(options.frames);
  json.key("width").integer(options.size.width);
  json.key("height").integer(options.size.height);
  json.key("threads").count(figures.threads);
  json.key("driver").text(figures.driver);
  json.key("pose");
  write(json, figures.pose, options.count);
  if (figures.cpu) {
    json.key("cpu");
    json.open_object();
    write(json, *figures.cpu, options.count);
    json.close_object();
  }
  if (figures.gpu) {
    json.key("gpu");
    json.open_object();
    write(json, *figures.gpu, options.count);
    json.key("gpu_slots").count(figures.crowd.gpu_slots);
    json.key("cpu_slots").count(figures.crowd.cpu_slots);
    json.key("static_bytes").count(figures.static_bytes);
    json.close_object();
  }
  if (figures.different_pixels) json.key("different_pixels").count(*figures.different_pixels);
  json.close_object();
  return json.take();
}

}  // namespace sinew::tools
