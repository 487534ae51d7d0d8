// sinew atlas: packs pictures onto pages, takes them apart again, and says what an atlas holds.
#ifdef SINEW_HAS_RENDER

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/visible_text.hpp"
#include "media/atlas_info.hpp"
#include "media/atlas_pack.hpp"
#include "media/atlas_unpack.hpp"
#include "media/image.hpp"
#include "media/output_file.hpp"
#include "sinew/atlas.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/file_kind.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

namespace fs = std::filesystem;

void print_warnings(const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) print_warning(warning);
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

/// "87.5 %"; "unknown" when a page's size is not known.
std::string percent(double fill) {
  return fill > 0 ? fixed(100 * fill, 1) + " %" : "unknown";
}

/// What a path is called without the ending ".atlas" or a slash at the end: "images/hero/" is "hero".
std::string stem_of(const std::string& path) {
  std::error_code problem;
  fs::path whole = fs::weakly_canonical(path, problem);
  if (problem) whole = path;
  if (whole.filename().empty()) whole = whole.parent_path();
  return whole.extension() == ".atlas" ? whole.stem().string() : whole.filename().string();
}

// --- pack ---

struct PackArguments {
  std::string folder;
  std::string output;
  AtlasPackOptions options;
  std::vector<TextureFilter> filters;
  bool no_trim = false, no_rotate = false, no_share = false, no_bleed = false;
};

int pack(const PackArguments& arguments) {
  remove_temporary_files_on_interrupt();
  AtlasPackOptions options = arguments.options;
  options.trim = !arguments.no_trim;
  options.rotate = !arguments.no_rotate;
  options.share = !arguments.no_share;
  options.bleed = !arguments.no_bleed;
  if (!arguments.filters.empty()) {
    options.min_filter = arguments.filters.front();
    options.mag_filter = arguments.filters.back();
  }
  std::string output = arguments.output;
  if (output.empty()) output = stem_of(arguments.folder);
  if (fs::path(output).extension() != ".atlas") output += ".atlas";

  std::vector<Warning> warnings;
  const Result<AtlasPackReport> report = pack_atlas_folder(arguments.folder, output, options, &warnings);
  if (!report) return print_error(report.error());
  print_warnings(warnings);
  const AtlasInfo info = atlas_info(report->atlas);
  std::string text = visible_text(report->files[0]) + ": " +
                     counted(report->atlas.regions().size(), "picture", "pictures") + " on " +
                     counted(report->atlas.pages().size(), "page", "pages");
  if (report->shared > 0) text += ", " + std::to_string(report->shared) + " with the place of an equal one";
  text += '\n';
  for (std::size_t i = 0; i < info.pages.size(); ++i) {
    const AtlasPage& page = report->atlas.pages()[i];
    text += visible_text(report->files[i + 1]) + ": " + std::to_string(page.width) + " x " +
            std::to_string(page.height) + ", " + percent(info.pages[i].fill) + " filled\n";
  }
  return print_result(text);
}

void add_pack(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<PackArguments>();
  AtlasPackOptions& options = arguments->options;
  CLI::App* command = parent.add_subcommand(
      "pack",
      "Pack the pictures of a folder into an atlas\n"
      "\n"
      "Takes all PNG pictures of a folder and the folders in it, and writes NAME.atlas and its pages,\n"
      "NAME.png, NAME_2.png, ...\n"
      "A region is called like its picture, relative to the folder and without '.png': 'arms/left'.\n"
      "The same pictures and options always give the same files.");
  command->add_option("FOLDER", arguments->folder, "Folder of pictures")->required();
  command->add_option("-o,--output", arguments->output, "The atlas to write; the folder's name if not given")
      ->option_text("NAME.atlas")
      ->check(not_empty());
  command->add_flag("--pma", options.premultiply, "Multiply colours by alpha, and say so in the atlas");
  command->add_option("--max-size", options.max_size, "Largest width and height of a page (2048)")
      ->option_text("PIXELS")
      ->check(CLI::Range(1, max_image_side));
  command->add_flag("--power-of-two", options.power_of_two, "Make the pages' sides powers of two");
  command->add_option("--padding", options.padding, "Distance between neighbours (2)")
      ->option_text("PIXELS")
      ->check(CLI::Range(0, 64));
  command->add_flag("--no-rotate", arguments->no_rotate, "Turn no pictures");
  command->add_flag("--no-trim", arguments->no_trim, "Keep transparent margins");
  command->add_flag("--no-share", arguments->no_share, "Give equal pictures places of their own");
  command->add_flag("--no-bleed", arguments->no_bleed,
                    "Leave the colours of transparent pixels alone (they are given those of their\n"
                    "neighbours, against fringes, unless --pma is given)");
  command->add_flag("--indexes", options.indexes,
                    "Take numbers off the ends of names and write them as indexes: 'walk3' becomes\n"
                    "'walk' with index 3. Only for players that look frames up by index");
  static const std::map<std::string, TextureFilter> filters = [] {
    std::map<std::string, TextureFilter> names;
    for (int i = 0; i <= static_cast<int>(TextureFilter::mipmap_linear_linear); ++i) {
      const auto filter = static_cast<TextureFilter>(i);
      names.emplace(name_of(filter), filter);
    }
    return names;
  }();
  command
      ->add_option_function<std::vector<std::string>>(
          "--filter",
          [arguments](const std::vector<std::string>& names) {
            for (const std::string& name : names) arguments->filters.push_back(filters.at(name));
          },
          "Texture filter, or those for minification and magnification (Linear):\n"
          "Nearest, Linear, MipMap, MipMapNearestNearest, MipMapLinearNearest,\n"
          "MipMapNearestLinear, MipMapLinearLinear")
      ->option_text("FILTER[,FILTER]")
      ->delimiter(',')
      ->expected(1, 2)
      ->check(CLI::IsMember(filters));
  static const std::map<std::string, AtlasLayout> layouts = {
      {"pretty", AtlasLayout::pretty}, {"compact", AtlasLayout::compact}, {"old", AtlasLayout::old}};
  command
      ->add_option_function<std::string>(
          "--layout", [&options](const std::string& name) { options.layout = layouts.at(name); },
          "How the atlas is written: pretty (default), compact, or old (players before 4.0)")
      ->option_text("LAYOUT")
      ->check(CLI::IsMember(layouts));
  command->footer(
      "Examples:\n"
      "  sinew atlas pack images/hero -o build/hero.atlas\n"
      "  sinew atlas pack images/hero -o build/hero.atlas --pma --max-size 4096\n"
      "  sinew atlas pack images/hero -o old/hero.atlas --layout old --power-of-two");
  command->callback([arguments, &exit_code] { exit_code = pack(*arguments); });
}

// --- unpack ---

struct UnpackArguments {
  std::string atlas;
  std::string output;
  AtlasUnpackOptions options;
  bool pma = false, straight = false;
};

int unpack(const UnpackArguments& arguments) {
  remove_temporary_files_on_interrupt();
  AtlasUnpackOptions options = arguments.options;
  if (arguments.pma || arguments.straight) options.premultiplied = arguments.pma;
  const std::string output = arguments.output.empty() ? stem_of(arguments.atlas) : arguments.output;
  std::vector<Warning> warnings;
  const Result<AtlasUnpackReport> report = unpack_atlas(arguments.atlas, output, options, &warnings);
  if (!report) return print_error(report.error());
  print_warnings(warnings);
  std::string text;
  for (const std::string& file : report->files) text += visible_text(file) + '\n';
  const int written = print_result(text);
  return written == exit_success && report->left_out > 0 ? exit_fell_short : written;
}

void add_unpack(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<UnpackArguments>();
  CLI::App* command = parent.add_subcommand(
      "unpack",
      "Take an atlas apart into single pictures\n"
      "\n"
      "Writes every region of an atlas as a PNG of its own: upright, with its transparent margins and\n"
      "straight alpha. Regions with an index get it appended to their name: 'walk' with index 3 becomes\n"
      "'walk3.png', or 'walk03.png' if the largest index has two digits. Prints the files written.");
  command->add_option("ATLAS", arguments->atlas, "Atlas file; its page images must be where it says")->required();
  command->add_option("-o,--output", arguments->output, "Folder to write into; the atlas's name if not given")
      ->option_text("FOLDER")
      ->check(not_empty());
  CLI::Option* const pma = command->add_flag("--pma", arguments->pma, "The pages are premultiplied, whatever it says");
  command->add_flag("--straight", arguments->straight, "The pages are not premultiplied, whatever it says")
      ->excludes(pma);
  command->add_option("--digits", arguments->options.index_digits, "Write indexes with at least so many digits")
      ->option_text("COUNT")
      ->check(CLI::Range(1, 9));
  command->footer(
      "Examples:\n"
      "  sinew atlas unpack hero.atlas\n"
      "  sinew atlas unpack old/hero.atlas -o images --pma");
  command->callback([arguments, &exit_code] { exit_code = unpack(*arguments); });
}

// --- info ---

struct InfoArguments {
  std::string atlas;
  bool regions = false;
  bool json = false;
};

const char* repeat_of(const AtlasPage& page) {
  if (page.repeat_u) return page.repeat_v ? "xy" : "x";
  return page.repeat_v ? "y" : "none";
}

std::string for_people(const std::string& file, const Atlas& atlas, const AtlasInfo& info, bool with_regions) {
  const std::size_t count = atlas.regions().size();
  std::string text = visible_text(file) + "\n\n";
  text += "  " + counted(count, "region", "regions") + " with " + counted(info.names, "name", "names") + " on " +
          counted(atlas.pages().size(), "page", "pages") + ", " + percent(info.fill) + " filled\n";
  text += "  " + std::to_string(info.trimmed) + " trimmed, " + std::to_string(info.turned) + " turned, " +
          std::to_string(info.indexed) + " with an index, " + std::to_string(info.shared) + " in a shared place\n";
  text += "\nPages\n";
  for (std::size_t i = 0; i < atlas.pages().size(); ++i) {
    const AtlasPage& page = atlas.pages()[i];
    text += "  " + visible_text(page.name) + ": ";
    text += page.width == 0 || page.height == 0 ? std::string("size not given")
                                                : std::to_string(page.width) + " x " + std::to_string(page.height);
    text += ", " + visible_text(page.format) + ", filter " + std::string(name_of(page.min_filter)) + '/' +
            std::string(name_of(page.mag_filter)) + ", repeat " + repeat_of(page) +
            (page.premultiplied_alpha ? ", premultiplied" : ", straight alpha") + ", " +
            counted(info.pages[i].regions, "region", "regions") + ", " + percent(info.pages[i].fill) + " filled\n";
  }
  if (!with_regions) return text;
  text += "\nRegions\n";
  for (const AtlasRegion& region : atlas.regions()) {
    text += "  " + visible_text(region.name);
    if (region.index != -1) text += " [" + std::to_string(region.index) + ']';
    text += ": " + std::to_string(region.width) + " x " + std::to_string(region.height) + " at " +
            std::to_string(region.x) + ", " + std::to_string(region.y);
    if (atlas.pages().size() > 1) text += " on " + visible_text(atlas.page_of(region).name);
    if (region.degrees != 0) text += ", turned by " + std::to_string(region.degrees);
    if (region.trimmed()) {
      text +=
          ", trimmed from " + std::to_string(region.original_width) + " x " + std::to_string(region.original_height);
    }
    text += '\n';
  }
  return text;
}

void write_region(JsonOutput& json, const AtlasRegion& region) {
  json.open_object();
  json.key("name").text(region.name);
  json.key("index").integer(region.index);
  json.key("page").count(region.page);
  json.key("x").integer(region.x);
  json.key("y").integer(region.y);
  json.key("width").integer(region.width);
  json.key("height").integer(region.height);
  json.key("degrees").integer(region.degrees);
  json.key("offsetX").integer(region.offset_x);
  json.key("offsetY").integer(region.offset_y);
  json.key("originalWidth").integer(region.original_width);
  json.key("originalHeight").integer(region.original_height);
  json.close_object();
}

std::string for_programs(const std::string& file, const Atlas& atlas, const AtlasInfo& info, bool with_regions) {
  JsonOutput json;
  json.open_object();
  json.key("file").text(file);
  json.key("counts").open_object();
  json.key("pages").count(atlas.pages().size());
  json.key("regions").count(atlas.regions().size());
  json.key("names").count(info.names);
  json.key("trimmed").count(info.trimmed);
  json.key("turned").count(info.turned);
  json.key("indexed").count(info.indexed);
  json.key("shared").count(info.shared);
  json.close_object();
  json.key("fill").number(info.fill);
  json.key("pages").open_list();
  for (std::size_t i = 0; i < atlas.pages().size(); ++i) {
    const AtlasPage& page = atlas.pages()[i];
    json.open_object();
    json.key("name").text(page.name);
    json.key("width").integer(page.width);
    json.key("height").integer(page.height);
    json.key("format").text(page.format);
    json.key("minFilter").text(name_of(page.min_filter));
    json.key("magFilter").text(name_of(page.mag_filter));
    json.key("repeat").text(repeat_of(page));
    json.key("premultipliedAlpha").boolean(page.premultiplied_alpha);
    json.key("scale").number(page.scale);
    json.key("regions").count(info.pages[i].regions);
    json.key("fill").number(info.pages[i].fill);
    json.close_object();
  }
  json.close_list();
  if (with_regions) {
    json.key("regions").open_list();
    for (const AtlasRegion& region : atlas.regions()) write_region(json, region);
    json.close_list();
  }
  json.close_object();
  return json.take();
}

int info(const InfoArguments& arguments) {
  std::vector<Warning> warnings;
  const Result<Atlas> atlas = load_atlas(arguments.atlas, &warnings);
  if (!atlas) return print_error(explain_wrong_kind(atlas.error(), arguments.atlas, ContentKind::atlas));
  print_warnings(warnings);
  const AtlasInfo counts = atlas_info(*atlas);
  return print_result(arguments.json ? for_programs(arguments.atlas, *atlas, counts, arguments.regions)
                                     : for_people(arguments.atlas, *atlas, counts, arguments.regions));
}

void add_info(CLI::App& parent, int& exit_code) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = parent.add_subcommand(
      "info",
      "Say what is in an atlas\n"
      "\n"
      "Lists what an atlas holds: pages, sizes, how well they are filled, how many regions are trimmed,\n"
      "turned or indexed. Warns about what is odd in it. The page images are not needed.");
  command->add_option("ATLAS", arguments->atlas, "Atlas file")->required();
  command->add_flag("--regions", arguments->regions, "List every region too");
  command->add_flag("--json", arguments->json, "Print JSON instead of text");
  command->footer(
      "Examples:\n"
      "  sinew atlas info hero.atlas\n"
      "  sinew atlas info hero.atlas --json --regions | jq -r '.regions[].name'");
  command->callback([arguments, &exit_code] { exit_code = info(*arguments); });
}

}  // namespace

void add_atlas_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("atlas", "Pack, unpack and look into atlases");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  sinew atlas pack images/hero -o hero.atlas\n"
      "  sinew atlas unpack hero.atlas -o images/hero\n"
      "  sinew atlas info hero.atlas");
  add_pack(*command, exit_code);
  add_unpack(*command, exit_code);
  add_info(*command, exit_code);
}

}  // namespace sinew::tools

#endif
