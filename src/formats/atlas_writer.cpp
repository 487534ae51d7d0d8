// The .atlas writer: the new layout, pretty or compact, and the old one (spec: atlas.md 8).
#include <algorithm>
#include <cmath>

#include "base/memory_guard.hpp"
#include "formats/atlas_text.hpp"
#include "sinew/atlas.hpp"

namespace sinew {

namespace {

class AtlasWriter {
 public:
  AtlasWriter(const Atlas& atlas, AtlasLayout layout, std::vector<Warning>* warnings)
      : atlas_(atlas),
        old_(layout == AtlasLayout::old),
        indent_(layout == AtlasLayout::pretty ? "\t" : ""),
        colon_(layout == AtlasLayout::compact ? ":" : ": "),
        comma_(layout == AtlasLayout::compact ? "," : ", "),
        warnings_(warnings) {}

  Result<std::string> write() {
    std::vector<std::vector<const AtlasRegion*>> regions(atlas_.pages().size());
    for (const AtlasRegion& region : atlas_.regions()) {
      if (region.page >= regions.size()) {
        return refuse("The region '" + region.name + "' is on page " + std::to_string(region.page) +
                      ", but there are only " + std::to_string(regions.size()) + " pages.");
      }
      regions[region.page].push_back(&region);
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (old_ || i > 0) text_ += '\n';
      if (Status status = write_page(atlas_.pages()[i]); !status) return status.error();
      std::stable_sort(regions[i].begin(), regions[i].end(), [](const AtlasRegion* a, const AtlasRegion* b) {
        const int order = a->name.compare(b->name);
        return order != 0 ? order < 0 : a->index < b->index;
      });
      for (const AtlasRegion* const region : regions[i]) {
        if (Status status = check_region(*region); !status) return status.error();
        text_.append(region->name) += '\n';
        if (is_empty(*region)) continue;
        if (old_) {
          write_old_region(*region);
        } else {
          write_region(*region);
        }
      }
    }
    return std::move(text_);
  }

 private:
  // --- pages ---

  Status write_page(const AtlasPage& page) {
    if (Status status = check_name(page.name, "page"); !status) return status;
    if (text_.size() <= 1 && page.name.compare(0, 3, "\xef\xbb\xbf") == 0) {
      return refuse("The name of the first page begins with a byte order mark, which readers skip. Rename its image.");
    }
    if (page.width < 0 || page.height < 0) return refuse("The page '" + page.name + "' has a negative size.");
    if (Status status = check_value(page.format, "texture format"); !status) return status;
    if (!std::isfinite(page.scale)) return refuse("The scale of the page '" + page.name + "' is not a finite number.");
    text_.append(page.name) += '\n';
    return old_ ? write_old_page(page) : write_new_page(page);
  }

  Status write_new_page(const AtlasPage& page) {
    if (page.width != 0 || page.height != 0) ints("size", {page.width, page.height});
    if (page.format != "RGBA8888") field("format", page.format);
    field("filter", std::string(name_of(page.min_filter)).append(comma_).append(name_of(page.mag_filter)));
    if (page.repeat_u || page.repeat_v) field("repeat", repeat_of(page));
    if (page.premultiplied_alpha) field("pma", "true");
    if (page.scale != 1) {
      std::string scale;
      atlas_text::append_number(scale, page.scale);
      field("scale", scale);
    }
    for (const AtlasPageValue& custom : page.values) {
      if (Status status = check_custom(custom.name, custom.values.size(), atlas_text::page_entries); !status) {
        return status;
      }
      std::string values;
      for (std::size_t i = 0; i < custom.values.size(); ++i) {
        if (Status status = check_value(custom.values[i], "value"); !status) return status;
        if (i > 0) values += comma_;
        values += custom.values[i];
      }
      field(custom.name, values);
    }
    return ok();
  }

  Status write_old_page(const AtlasPage& page) {
    // Pages have no space after the comma here, regions do.
    if (page.width != 0 || page.height != 0) {
      field("size", std::to_string(page.width) + ',' + std::to_string(page.height));
    }
    field("format", page.format);
    field("filter", std::string(name_of(page.min_filter)).append(",").append(name_of(page.mag_filter)));
    field("repeat", repeat_of(page));
    const std::string name = "page '" + page.name + "'";
    if (page.premultiplied_alpha) {
      warn("The old layout cannot say that the " + name +
           " is premultiplied. Call the file something ending in -pma.atlas.");
    }
    if (page.scale != 1) warn("The old layout has no place for the scale of the " + name + ".");
    if (!page.values.empty()) warn("The old layout has no place for the custom values of the " + name + ".");
    return ok();
  }

  static const char* repeat_of(const AtlasPage& page) {
    if (page.repeat_u) return page.repeat_v ? "xy" : "x";
    return page.repeat_v ? "y" : "none";
  }

  // --- regions ---

  void write_region(const AtlasRegion& region) {
    if (region.index != -1) ints("index", {region.index});
    ints("bounds", {region.x, region.y, region.width, region.height});
    const auto [width, height] = original_of(region);
    if (region.offset_x != 0 || region.offset_y != 0 || width != region.width || height != region.height) {
      ints("offsets", {region.offset_x, region.offset_y, width, height});
    }
    write_nine_patch(region);
    for (const AtlasRegionValue& custom : region.values) {
      std::string values;
      for (std::size_t i = 0; i < custom.values.size(); ++i) {
        if (i > 0) values += comma_;
        atlas_text::append_number(values, custom.values[i]);
      }
      field(custom.name, values);
    }
    if (region.degrees != 0) ints("rotate", {region.degrees});
  }

  void write_old_region(const AtlasRegion& region) {
    indent_ = "  ";
    const std::string degrees = std::to_string(region.degrees);
    field("rotate", region.degrees == 0 ? "false" : region.degrees == 90 ? "true" : degrees);
    ints("xy", {region.x, region.y});
    ints("size", {region.width, region.height});
    write_nine_patch(region);
    const auto [width, height] = original_of(region);
    ints("orig", {width, height});
    ints("offset", {region.offset_x, region.offset_y});
    ints("index", {region.index});
    indent_ = "";
    if (!region.values.empty()) {
      warn("The old layout has no place for the custom values of the region '" + region.name + "'.");
    }
  }

  void write_nine_patch(const AtlasRegion& region) {
    if (const auto& split = region.split) ints("split", {(*split)[0], (*split)[1], (*split)[2], (*split)[3]});
    if (const auto& pad = region.pad) ints("pad", {(*pad)[0], (*pad)[1], (*pad)[2], (*pad)[3]});
  }

  /// Nothing but a name: it is written as such, because a size of 0 cannot be read.
  static bool is_empty(const AtlasRegion& region) {
    return region.x == 0 && region.y == 0 && region.width == 0 && region.height == 0 && region.offset_x == 0 &&
           region.offset_y == 0 && region.original_width == 0 && region.original_height == 0 && region.degrees == 0 &&
           region.index == -1 && !region.split && !region.pad && region.values.empty();
  }

  /// A region made by hand may leave the original size out, as a file may.
  static std::pair<int, int> original_of(const AtlasRegion& region) {
    if (region.original_width == 0 && region.original_height == 0) return {region.width, region.height};
    return {region.original_width, region.original_height};
  }

  // --- what the format can express ---

  Status check_region(const AtlasRegion& region) {
    if (Status status = check_name(region.name, "region"); !status) return status;
    const std::string name = "region '" + region.name + "'";
    if (region.degrees != 0 && region.degrees != 90 && region.degrees != 180 && region.degrees != 270) {
      return refuse("The " + name + " is turned by " + std::to_string(region.degrees) +
                    " degrees, but only 0, 90, 180 and 270 can be written.");
    }
    if (!is_empty(region) && (region.width <= 0 || region.height <= 0)) {
      return refuse("The " + name + " is " + std::to_string(region.width) + " x " + std::to_string(region.height) +
                    " pixels, but both must be at least 1.");
    }
    const auto [width, height] = original_of(region);
    if (width < std::int64_t{region.width} + region.offset_x ||
        height < std::int64_t{region.height} + region.offset_y) {
      return refuse("The original image of the " + name + " is smaller than what is left of it plus its offset.");
    }
    for (const AtlasRegionValue& custom : region.values) {
      if (Status status = check_custom(custom.name, custom.values.size(), atlas_text::region_entries); !status) {
        return status;
      }
      for (const double value : custom.values) {
        if (!std::isfinite(value)) {
          return refuse("The entry '" + custom.name + "' of the " + name + " has a value that is not a finite number.");
        }
      }
    }
    return ok();
  }

  Status check_name(const std::string& name, const char* what) {
    std::string problem;
    if (name.empty()) {
      problem = "is empty";
    } else if (name.find_first_of("\r\n") != std::string::npos) {
      problem = "contains a line break";
    } else if (name.find(':') != std::string::npos) {
      problem = "contains a colon";
    } else if (atlas_text::trim(name).size() != name.size()) {
      problem = "begins or ends with a blank";
    } else if (atlas_text::find_invalid_utf8(name)) {
      problem = "is not valid UTF-8";
    } else {
      return ok();
    }
    return refuse(std::string("The name '") + name + "' of a " + what + ' ' + problem +
                  ", which an atlas cannot express. Rename the image.");
  }

  template <class Table>
  Status check_custom(const std::string& name, std::size_t count, const Table& known) {
    std::string problem;
    if (name.find_first_of(":\r\n") != std::string::npos) {
      problem = "contains a colon or a line break";
    } else if (atlas_text::trim(name).size() != name.size()) {
      problem = "begins or ends with a blank";
    } else if (atlas_text::find_invalid_utf8(name)) {
      problem = "is not valid UTF-8";
    } else if (std::find(known.begin(), known.end(), name) != known.end()) {
      problem = "is one of the format's own";
    } else if (count > 4) {
      problem = "has more than four values";
    } else {
      return ok();
    }
    return refuse("The custom entry '" + name + "' " + problem + ", which an atlas cannot express.");
  }

  Status check_value(const std::string& value, const char* what) {
    if (value.find_first_of(",\r\n") == std::string::npos && atlas_text::trim(value).size() == value.size() &&
        !atlas_text::find_invalid_utf8(value)) {
      return ok();
    }
    return refuse(
        std::string("The ") + what + " '" + value +
        "' contains a comma, a line break, a blank at one end or invalid UTF-8, which an atlas cannot express.");
  }

  // --- output ---

  void field(std::string_view name, std::string_view value) {
    text_.append(indent_).append(name).append(colon_).append(value);
    while (atlas_text::is_blank(text_.back())) text_.pop_back();  // an entry without values
    text_ += '\n';
  }

  void ints(std::string_view name, std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) {
      if (!text.empty()) text += comma_;
      text += std::to_string(value);
    }
    field(name, text);
  }

  static Error refuse(std::string message) { return {ErrorCode::bad_value, std::move(message), {}}; }

  void warn(std::string message) {
    if (warnings_ != nullptr) warnings_->push_back({ErrorCode::not_supported, std::move(message), {}});
  }

  const Atlas& atlas_;
  bool old_;
  std::string_view indent_;
  std::string_view colon_;
  std::string_view comma_;
  std::vector<Warning>* warnings_;
  std::string text_;
};

}  // namespace

Result<std::string> write_atlas(const Atlas& atlas, AtlasLayout layout, std::vector<Warning>* warnings) {
  return guard_memory({}, [&]() -> Result<std::string> { return AtlasWriter(atlas, layout, warnings).write(); });
}

}  // namespace sinew
