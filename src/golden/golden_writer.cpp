#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>

#include "base/number_text.hpp"
#include "golden/golden_file.hpp"
#include "model/names.hpp"

namespace sinew {

namespace {

/// One line a frame, so that a difference between two files shows which frames differ.
class GoldenWriter {
 public:
  std::string write(const GoldenFile& file) {
    text_ = "{\n  \"format\": \"sinew-golden/1\",\n  \"skeleton\": ";
    string(file.skeleton);
    text_ += ",\n  \"semantics\": ";
    string(name_of(file.semantics));
    text_ += ",\n  \"tolerance\": ";
    append_rounded(text_, file.tolerance, 9);
    text_ += ",\n  \"bones\": ";
    list(file.bones, [this](const std::string& name) { string(name); });
    text_ += ",\n  \"slots\": ";
    list(file.slots, [this](const std::string& name) { string(name); });
    text_ += ",\n  \"runs\": [\n";
    for (std::size_t i = 0; i < file.runs.size(); ++i) {
      run(file.runs[i]);
      text_ += i + 1 < file.runs.size() ? ",\n" : "\n";
    }
    text_ += "  ]\n}\n";
    return std::move(text_);
  }

  /// The first number that was not finite, as "run walk, step 12"; empty: all are.
  [[nodiscard]] const std::string& not_finite() const noexcept { return not_finite_; }

 private:
  void string(std::string_view value) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    text_.append(buffer.GetString(), buffer.GetSize());
  }

  void number(double value) {
    if (!std::isfinite(value) && not_finite_.empty()) not_finite_ = here_;
    append_rounded(text_, value, 7);
  }

  template <class List, class Element>
  void list(const List& values, const Element& element) {
    text_ += '[';
    bool first = true;
    for (const auto& value : values) {
      if (!first) text_ += ',';
      first = false;
      element(value);
    }
    text_ += ']';
  }
  template <class List>
  void numbers(const List& values) {
    list(values, [this](double value) { number(value); });
  }

  void run(const GoldenRun& run) {
    text_ += "    {\"name\": ";
    string(run.name);
    text_ += ", \"skin\": ";
    run.skin ? string(*run.skin) : void(text_ += "null");
    text_ += ", \"fps\": ";
    append_exact(text_, run.fps);
    text_ += ", \"mode\": \"pose\", \"animation\": ";
    run.animation ? string(*run.animation) : void(text_ += "null");
    text_ += ", \"frames\": [\n";
    for (std::size_t i = 0; i < run.frames.size(); ++i) {
      here_ = "run " + run.name + ", step " + std::to_string(run.frames[i].step);
      frame(run.frames[i]);
      text_ += i + 1 < run.frames.size() ? ",\n" : "\n";
    }
    text_ += "    ]}";
  }

  void frame(const GoldenFrame& frame) {
    text_ += "      {\"step\":" + std::to_string(frame.step) + ",\"bones\":";
    list(frame.bones, [this](const std::optional<Affine>& bone) {
      if (!bone) {
        text_ += "null";
        return;
      }
      numbers(std::array<double, 6>{bone->a, bone->b, bone->c, bone->d, bone->tx, bone->ty});
    });
    text_ += ",\"drawOrder\":";
    list(frame.draw_order, [this](std::uint32_t slot) { text_ += std::to_string(slot); });
    if (frame.draws) {
      text_ += ",\"draws\":";
      list(*frame.draws, [this](const GoldenDraw& value) { draw(value); });
    }
    text_ += ",\"events\":";
    list(frame.events, [this](const GoldenEvent& value) { event(value); });
    text_ += '}';
  }

  void draw(const GoldenDraw& draw) {
    text_ += "{\"slot\":" + std::to_string(draw.slot) + ",\"attachment\":";
    string(draw.attachment);
    text_ += ",\"image\":";
    string(draw.image);
    text_ += draw.mesh ? ",\"kind\":\"mesh\",\"positions\":" : ",\"kind\":\"quad\",\"positions\":";
    numbers(draw.positions);
    text_ += ",\"color\":";
    numbers(draw.color);
    if (draw.dark) {
      text_ += ",\"dark\":";
      numbers(*draw.dark);
    }
    text_ += '}';
  }

  void event(const GoldenEvent& event) {
    text_ += "{\"step\":" + std::to_string(event.step) + ",\"name\":";
    string(event.name);
    text_ += ",\"int\":" + std::to_string(event.int_value) + ",\"float\":";
    number(event.float_value);
    text_ += ",\"string\":";
    string(event.string_value);
    if (event.audio) {
      text_ += ",\"volume\":";
      number(event.audio->volume);
      text_ += ",\"balance\":";
      number(event.audio->balance);
    }
    text_ += '}';
  }

  std::string text_, here_, not_finite_;
};

}  // namespace

Result<std::string> write_golden(const GoldenFile& file) {
  GoldenWriter writer;
  std::string text = writer.write(file);
  if (writer.not_finite().empty()) return text;
  return Error{
      ErrorCode::bad_value,
      "A golden file cannot hold numbers that are not finite, and the pose has some (" + writer.not_finite() + ").",
      {}};
}

}  // namespace sinew
