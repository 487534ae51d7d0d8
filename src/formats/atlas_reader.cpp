// The .atlas reader. One loop reads every layout, because only the colon tells an entry from a name (spec: atlas.md 3).
#include <algorithm>
#include <array>
#include <utility>

#include "base/limit_error.hpp"
#include "base/memory_guard.hpp"
#include "formats/atlas_lines.hpp"
#include "formats/atlas_text.hpp"
#include "sinew/atlas.hpp"
#include "sinew/file.hpp"

namespace sinew {

namespace {

using atlas_text::Entry;
using atlas_text::Lines;
using atlas_text::NumberStatus;
using atlas_text::Piece;

constexpr std::size_t max_warnings = 1000;

template <class Table>
bool contains(const Table& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 80;
  if (text.empty()) return "nothing";
  std::string result = "'";
  if (text.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not inside a character
    return result.append(text.substr(0, end)).append("...'");
  }
  return result.append(text).append("'");
}

class AtlasReader {
 public:
  AtlasReader(std::string_view text, std::string_view file, std::vector<Warning>* warnings, std::size_t max_items)
      : lines_(text), file_(file), warnings_(warnings), max_items_(max_items) {}

  Result<Atlas> read(std::string folder) {
    while (!lines_.done() && lines_.blank()) lines_.advance();
    while (lines_.is_entry()) lines_.advance();  // the header
    bool in_page = false;
    while (!lines_.done()) {
      if (lines_.blank()) {
        in_page = false;
        lines_.advance();
        continue;
      }
      if (const Status status = in_page ? read_region() : read_page(); !status) return status.error();
      in_page = true;
    }
    if (pages_.empty()) {
      return Error{
          ErrorCode::syntax,
          "There is no page in this text. An atlas begins with the file name of a page image, without a colon, "
          "on a line of its own.",
          place({})};
    }
    Atlas atlas(std::move(pages_), std::move(regions_), std::move(folder));
    warn_about_duplicates(atlas);
    hand_over_warnings();
    return atlas;
  }

 private:
  // --- pages (spec: atlas.md 3.1) ---

  Status read_page() {
    if (pages_.size() == max_items_) return too_many("pages");
    const Piece name = lines_.current();
    AtlasPage page;
    page.name = name.text;
    bool says_alpha = false;
    std::string_view region_entry;
    for (lines_.advance(); lines_.is_entry(); lines_.advance()) {
      const Entry entry = lines_.entry();
      const std::string_view key = entry.name.text;
      if (key == "pma") says_alpha = true;
      if (key == "bounds" || key == "xy" || key == "rotate") region_entry = key;
      if (Status status = read_page_entry(page, entry); !status) return status;
    }
    if (!region_entry.empty()) {
      warn(ErrorCode::syntax, name,
           quoted(name.text) + " is taken for a page because a blank line comes before it, but '" +
               std::string(region_entry) +
               "' is an entry of a region. Remove the blank line if it is a region of the page above.");
    }
    constexpr std::string_view convention = "-pma.atlas";
    if (!says_alpha && file_.size() >= convention.size() &&
        file_.substr(file_.size() - convention.size()) == convention) {
      page.premultiplied_alpha = true;
    }
    pages_.push_back(std::move(page));
    return ok();
  }

  Status read_page_entry(AtlasPage& page, const Entry& entry) {
    const std::string_view key = entry.name.text;
    const Piece& value = entry.values[0];
    if (key == "size") {
      if (Status status = read_ints<2>(entry, {&page.width, &page.height}); !status) return status;
      if (page.width < 0 || page.height < 0) {
        return Error{ErrorCode::bad_value, "A page cannot have a negative size. Write the size of its image in pixels.",
                     place(value)};
      }
    } else if (key == "format") {
      if (!contains(atlas_text::texture_formats, value.text)) {
        warn(ErrorCode::bad_value, value,
             "The texture format " + quoted(value.text) + " is not known. It is kept, as a hint like 'RGBA8888'.");
      }
      page.format = value.text;
    } else if (key == "filter") {
      return read_filter(page, entry);
    } else if (key == "repeat") {
      page.repeat_u = value.text.find('x') != std::string_view::npos;
      page.repeat_v = value.text.find('y') != std::string_view::npos;
      if (value.text != "none" && value.text != "x" && value.text != "y" && value.text != "xy") {
        warn(ErrorCode::bad_value, value,
             "The entry 'repeat' should be none, x, y or xy, but is " + quoted(value.text) + ".");
      }
    } else if (key == "pma") {
      page.premultiplied_alpha = value.text == "true";
      if (value.text != "true" && value.text != "false") {
        warn(ErrorCode::bad_value, value,
             "The entry 'pma' should be true or false, but is " + quoted(value.text) + "; it counts as false.");
      }
    } else if (key == "scale") {
      return read_number(entry, 0, page.scale);
    } else {
      if (++custom_values_ > max_items_) return too_many("entries that are not part of the format");
      AtlasPageValue custom{std::string(key), {}};
      for (std::size_t i = 0; i < value_count(entry); ++i) custom.values.emplace_back(entry.values[i].text);
      page.values.push_back(std::move(custom));
    }
    return ok();
  }

  Status read_filter(AtlasPage& page, const Entry& entry) {
    if (value_count(entry) < 2) return too_few(entry, 2);
    for (std::size_t i = 0; i < 2; ++i) {
      const Piece& value = entry.values[i];
      TextureFilter& target = i == 0 ? page.min_filter : page.mag_filter;
      const std::optional<TextureFilter> filter = texture_filter(value.text);
      if (!filter) {
        warn(ErrorCode::bad_value, value,
             "The filter " + quoted(value.text) + " is not known; Nearest is taken. Known ones are Nearest, Linear, " +
                 "MipMap, MipMapNearestNearest, MipMapLinearNearest, MipMapNearestLinear and MipMapLinearLinear.");
        target = TextureFilter::nearest;
      } else if (i == 1 && *filter != TextureFilter::nearest) {
        target = TextureFilter::linear;
        if (*filter != TextureFilter::linear) {
          warn(ErrorCode::bad_value, value,
               "Mipmaps do not apply to magnification; Linear is taken instead of " + quoted(value.text) + ".");
        }
      } else {
        target = *filter;
      }
    }
    return ok();
  }

  // --- regions (spec: atlas.md 3.2) ---

  /// Where the entries are that the checks at the end speak of.
  struct RegionPlaces {
    Piece position, size, original;
  };

  Status read_region() {
    if (regions_.size() == max_items_) return too_many("regions");
    const Piece name = lines_.current();
    AtlasRegion region;
    region.page = static_cast<std::uint32_t>(pages_.size() - 1);
    region.name = name.text;
    RegionPlaces places{name, name, name};
    bool has_entries = false;
    for (lines_.advance(); lines_.is_entry(); lines_.advance()) {
      has_entries = true;
      if (Status status = read_region_entry(region, lines_.entry(), places); !status) return status;
    }
    if (region.original_width == 0 && region.original_height == 0) {
      region.original_width = region.width;
      region.original_height = region.height;
    }
    if (!has_entries) {
      warn(ErrorCode::missing_member, name,
           "The region " + quoted(name.text) + " has no entries, so it is empty. Give it 'bounds', or remove it.");
    } else if (Status status = check_region(region, places); !status) {
      return status;
    }
    regions_.push_back(std::move(region));
    region_names_.push_back(name);
    return ok();
  }

  Status read_region_entry(AtlasRegion& region, const Entry& entry, RegionPlaces& places) {
    const std::string_view key = entry.name.text;
    if (key == "bounds") {
      places.position = places.size = entry.name;
      return read_ints<4>(entry, {&region.x, &region.y, &region.width, &region.height});
    }
    if (key == "xy") {
      places.position = entry.name;
      return read_ints<2>(entry, {&region.x, &region.y});
    }
    if (key == "size") {
      places.size = entry.name;
      return read_ints<2>(entry, {&region.width, &region.height});
    }
    if (key == "offsets") {
      places.original = entry.name;
      return read_ints<4>(entry, {&region.offset_x, &region.offset_y, &region.original_width, &region.original_height});
    }
    if (key == "offset") {
      places.original = entry.name;
      return read_ints<2>(entry, {&region.offset_x, &region.offset_y});
    }
    if (key == "orig") {
      places.original = entry.name;
      return read_ints<2>(entry, {&region.original_width, &region.original_height});
    }
    if (key == "index") return read_ints<1>(entry, {&region.index});
    if (key == "rotate") return read_rotation(entry, region.degrees);
    if (key == "split") return read_four(entry, region.split);
    if (key == "pad") return read_four(entry, region.pad);
    return read_custom(entry, region);
  }

  Status read_rotation(const Entry& entry, int& degrees) {
    const Piece& value = entry.values[0];
    if (value.text == "true" || value.text == "false") {
      degrees = value.text == "true" ? 90 : 0;
      return ok();
    }
    int turned = 0;
    if (Status status = read_ints<1>(entry, {&turned}); !status) return status;
    turned = (turned % 360 + 360) % 360;
    if (turned % 90 != 0) {
      return Error{ErrorCode::bad_value,
                   "The entry 'rotate' can be true, false, 0, 90, 180 or 270, but is " + quoted(value.text) + ".",
                   place(value)};
    }
    degrees = turned;
    return ok();
  }

  Status read_four(const Entry& entry, std::optional<std::array<int, 4>>& target) {
    std::array<int, 4> four{};
    Status status = read_ints<4>(entry, {&four[0], &four[1], &four[2], &four[3]});
    if (status) target = four;
    return status;
  }

  Status read_custom(const Entry& entry, AtlasRegion& region) {
    if (++custom_values_ > max_items_) return too_many("entries that are not part of the format");
    AtlasRegionValue custom{std::string(entry.name.text), {}};
    for (std::size_t i = 0; i < value_count(entry); ++i) {
      double number = 0;
      if (Status status = read_number(entry, i, number); !status) {
        Error error = status.error();
        error.message += " If the line is meant as the name of a region: a name cannot contain a colon.";
        return error;
      }
      custom.values.push_back(number);
    }
    region.values.push_back(std::move(custom));
    return ok();
  }

  /// spec: atlas.md 3.2, the errors that several entries make together.
  Status check_region(const AtlasRegion& region, const RegionPlaces& places) {
    const std::string name = quoted(region.name);
    if (region.width <= 0 || region.height <= 0) {
      return Error{ErrorCode::bad_value,
                   "The region " + name + " is " + std::to_string(region.width) + " x " +
                       std::to_string(region.height) + " pixels, but both must be at least 1.",
                   place(places.size)};
    }
    if (region.original_width < std::int64_t{region.width} + region.offset_x ||
        region.original_height < std::int64_t{region.height} + region.offset_y) {
      return Error{ErrorCode::bad_value,
                   "The original image of the region " + name + " is " + std::to_string(region.original_width) + " x " +
                       std::to_string(region.original_height) + " pixels, smaller than the " +
                       std::to_string(region.width) + " x " + std::to_string(region.height) +
                       " left of it plus its offset " + std::to_string(region.offset_x) + ", " +
                       std::to_string(region.offset_y) + ".",
                   place(places.original)};
    }
    const AtlasPage& page = pages_[region.page];
    const std::int64_t right = std::int64_t{region.x} + region.packed_width();
    const std::int64_t bottom = std::int64_t{region.y} + region.packed_height();
    if (region.x < 0 || region.y < 0 || (page.width > 0 && right > page.width) ||
        (page.height > 0 && bottom > page.height)) {
      std::string message = "The region " + name + " spans " + std::to_string(region.x) + ", " +
                            std::to_string(region.y) + " to " + std::to_string(right) + ", " + std::to_string(bottom) +
                            ", which is not all on its page " + quoted(page.name);
      if (page.width > 0 && page.height > 0) {
        message += " of " + std::to_string(page.width) + " x " + std::to_string(page.height) + " pixels";
      }
      warn(ErrorCode::bad_value, places.position, message + ".");
    }
    return ok();
  }

  void warn_about_duplicates(const Atlas& atlas) {
    for (std::size_t i = 0; i < atlas.regions().size(); ++i) {
      const AtlasRegion& region = atlas.regions()[i];
      const AtlasRegion* const first = atlas.find(region.name, region.index);
      if (first == &region) continue;
      const auto first_at = static_cast<std::size_t>(first - atlas.regions().data());
      warn(ErrorCode::duplicate, region_names_[i],
           "The region " + quoted(region.name) +
               (region.index == -1 ? std::string() : " with index " + std::to_string(region.index)) +
               " is there already, on line " + std::to_string(region_names_[first_at].line) +
               "; the first one counts.");
    }
  }

  // --- values ---

  /// How many values there are; "name:" has none.
  static std::size_t value_count(const Entry& entry) {
    return entry.count == 1 && entry.values[0].text.empty() ? 0 : entry.count;
  }

  template <std::size_t N>
  Status read_ints(const Entry& entry, const std::array<int*, N>& targets) {
    if (value_count(entry) < N) return too_few(entry, N);
    for (std::size_t i = 0; i < N; ++i) {
      const NumberStatus status = atlas_text::parse_int(entry.values[i].text, *targets[i]);
      if (status != NumberStatus::ok) return not_a_number(entry, i, status, "a whole number");
    }
    return ok();
  }

  Status read_number(const Entry& entry, std::size_t i, double& target) {
    if (value_count(entry) <= i) return too_few(entry, i + 1);
    const NumberStatus status = atlas_text::parse_number(entry.values[i].text, target);
    return status == NumberStatus::ok ? ok() : not_a_number(entry, i, status, "a number");
  }

  Error not_a_number(const Entry& entry, std::size_t i, NumberStatus status, const char* wanted) const {
    const Piece& value = entry.values[i];
    const std::string start = "Value " + std::to_string(i + 1) + " of the entry " + quoted(entry.name.text);
    if (status == NumberStatus::out_of_range) {
      return {ErrorCode::bad_value, start + " is out of range: " + quoted(value.text) + ".", place(value)};
    }
    return {ErrorCode::wrong_type, start + " must be " + wanted + ", found " + quoted(value.text) + ".", place(value)};
  }

  Error too_few(const Entry& entry, std::size_t wanted) const {
    return {ErrorCode::missing_member,
            "The entry " + quoted(entry.name.text) + " needs " + std::to_string(wanted) +
                (wanted == 1 ? " value" : " values") + ", found " + std::to_string(value_count(entry)) + ".",
            place(entry.name)};
  }

  Error too_many(const char* what) const {
    Error error = limit_error("The atlas has at least", max_items_ + 1, what, max_items_, "max_regions", {});
    error.where = place(lines_.current());
    return error;
  }

  // --- reporting ---

  [[nodiscard]] Location place(const Piece& piece) const {
    Location where;
    where.file = file_;
    where.line = piece.line;
    where.column = piece.column;
    return where;
  }

  void warn(ErrorCode code, const Piece& piece, std::string message) {
    if (warnings_ == nullptr || own_warnings_.size() > max_warnings) return;
    if (own_warnings_.size() == max_warnings) {
      own_warnings_.push_back({ErrorCode::limit, "Further warnings are left out.", place({})});
      return;
    }
    own_warnings_.push_back({code, std::move(message), place(piece)});
  }

  /// In the order of the lines; the note that some are left out has none and stays last.
  void hand_over_warnings() {
    if (warnings_ == nullptr) return;
    std::stable_sort(own_warnings_.begin(), own_warnings_.end(),
                     [](const Warning& a, const Warning& b) { return a.where.line - 1u < b.where.line - 1u; });
    for (Warning& warning : own_warnings_) warnings_->push_back(std::move(warning));
  }

  Lines lines_;
  std::string_view file_;
  std::vector<Warning>* warnings_;
  std::vector<Warning> own_warnings_;
  std::vector<AtlasPage> pages_;
  std::vector<AtlasRegion> regions_;
  std::vector<Piece> region_names_;
  std::size_t max_items_;  ///< of regions, pages and custom values each
  std::size_t custom_values_ = 0;
};

Result<Atlas> parse(std::string_view text, std::string_view file_name, std::string folder,
                    std::vector<Warning>* warnings, const LoadLimits& limits) {
  if (text.size() > limits.max_bytes) return file_size_error(text.size(), limits.max_bytes, file_name);
  Location where;
  where.file = file_name;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  if (text.empty()) {
    return Error{ErrorCode::empty_input, "The atlas is empty. Export or pack it again.", where};
  }
  // A zero byte is valid UTF-8, but text has none: without this check many a binary file would pass for an atlas.
  const std::size_t zero = text.find('\0');
  std::optional<std::size_t> bad = atlas_text::find_invalid_utf8(text.substr(0, zero));
  const bool is_text = bad || zero == std::string_view::npos;
  if (!is_text) bad = zero;
  if (bad) {
    Lines lines(text.substr(0, *bad));
    std::size_t line_start = text.find_last_of("\r\n", *bad);
    line_start = line_start == std::string_view::npos ? 0 : line_start + 1;
    for (where.line = 1; !lines.done(); lines.advance()) where.line = lines.current().line;
    if (*bad > 0 && line_start == *bad) ++where.line;
    where.column = static_cast<std::uint32_t>(*bad - line_start + 1);
    return Error{ErrorCode::encoding,
                 is_text ? "The text is not valid UTF-8. Save the atlas as UTF-8."
                         : "This is not an atlas: it has a zero byte, which no text has.",
                 where};
  }
  return AtlasReader(text, file_name, warnings, limits.max_regions).read(std::move(folder));
}

}  // namespace

Result<Atlas> parse_atlas(std::string_view text, std::string_view file_name, std::vector<Warning>* warnings,
                          const LoadLimits& limits) {
  return guard_memory(file_name, [&] { return parse(text, file_name, {}, warnings, limits); });
}

Result<Atlas> load_atlas(const std::string& path, std::vector<Warning>* warnings, const LoadLimits& limits) {
  return guard_memory(path, [&]() -> Result<Atlas> {
    const Result<std::string> text = read_file(path, limits.max_bytes);
    if (!text) return text.error();
#ifdef _WIN32
    const std::size_t slash = path.find_last_of("/\\");
#else
  const std::size_t slash = path.find_last_of('/');
#endif
    // Keeps the slash of the root folder.
    std::string folder = slash == std::string::npos ? std::string() : path.substr(0, slash == 0 ? 1 : slash);
    return parse(*text, path, std::move(folder), warnings, limits);
  });
}

}  // namespace sinew
