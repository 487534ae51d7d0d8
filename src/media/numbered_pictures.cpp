// A clip as numbered PNG files.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "media/clip_formats.hpp"
#include "media/output_file.hpp"
#include "media/png.hpp"

namespace sinew {

namespace {

/// A name with one place for a number. The pattern is taken apart here: it never reaches printf.
struct NumberedName {
  std::string before;
  std::string after;
  std::size_t digits = 0;  // at least; filled up with zeros

  [[nodiscard]] std::string with(std::uint64_t number) const {
    std::string text = std::to_string(number);
    if (text.size() < digits) text.insert(0, digits - text.size(), '0');
    return before + text + after;
  }
};

Result<NumberedName> parse_numbered_name(const std::string& path) {
  const auto wrong = [&path](const std::string& what) {
    return Error{ErrorCode::bad_value,
                 what +
                     " Write one %d or %04d where the number of the picture belongs, e.g. walk_%04d.png; "
                     "%% stands for a percent sign.",
                 {path, 0, 0, {}, {}}};
  };
  NumberedName name;
  bool found = false;
  std::string* text = &name.before;
  const std::size_t slash = path.rfind('/');
  const std::size_t folder_end = slash == std::string::npos ? 0 : slash + 1;
  text->append(path, 0, folder_end);  // a '%' in a folder's name is just that
  for (std::size_t i = folder_end; i < path.size(); ++i) {
    if (path[i] != '%') {
      text->push_back(path[i]);
      continue;
    }
    ++i;
    if (i < path.size() && path[i] == '%') {
      text->push_back('%');
      continue;
    }
    std::size_t digits = 0;
    if (i < path.size() && path[i] == '0') {
      ++i;
      if (i >= path.size() || path[i] < '1' || path[i] > '9') return wrong("'%0' needs a width from 1 to 9.");
      digits = static_cast<std::size_t>(path[i++] - '0');
    }
    if (i >= path.size() || path[i] != 'd')
      return wrong("A '%' in the name is not followed by 'd' or by '0', one digit and 'd'.");
    if (found) return wrong("The name has two places for the number of the picture.");
    found = true;
    name.digits = digits;
    text = &name.after;
  }
  if (!found) return wrong("Several pictures cannot have one name.");
  return name;
}

class NumberedPictures final : public ClipWriter {
 public:
  NumberedPictures(const std::string& path, const ClipOptions& options, NumberedName name)
      : ClipWriter(path, options), name_(std::move(name)), number_(options.first_number) {}

 private:
  Status write_frame(const Image& frame) override {
    // Programs that read a sequence expect one kind of picture: all with alpha, or all without. Level 4 takes two
    // thirds of the time of 6 and gives nearly the same size.
    const PngOptions png{4, options().has_alpha ? PngChannels::rgba : PngChannels::rgb};
    const Result<std::vector<std::uint8_t>> bytes = encode_png(frame, png);
    if (!bytes) return bytes.error();
    Result<OutputFile> file = OutputFile::create(name_.with(number_));
    if (!file) return file.error();
    if (Status written = file->write(*bytes); !written) return written;
    if (Status committed = file->commit(); !committed) return committed;
    bytes_ += bytes->size();
    ++number_;
    return ok();
  }

  Status complete(ClipSummary& summary) override {
    summary.format = "numbered PNG";
    summary.bytes = bytes_;
    return ok();
  }

  NumberedName name_;
  std::uint64_t number_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

ClipWriterResult open_numbered_pictures(const std::string& path, const ClipOptions& options) {
  Result<NumberedName> name = parse_numbered_name(path);
  if (!name) return name.error();
  const Result<OutputFile> first = OutputFile::create(name->with(options.first_number));
  if (!first) return first.error();
  return ClipWriterResult(std::make_unique<NumberedPictures>(path, options, std::move(*name)));
}

}  // namespace sinew
