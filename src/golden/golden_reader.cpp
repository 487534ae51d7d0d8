#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <algorithm>
#include <initializer_list>

#include "base/limit_error.hpp"
#include "formats/json_parse.hpp"
#include "golden/golden_file.hpp"
#include "model/names.hpp"

namespace sinew {

namespace {

using Value = rapidjson::Value;

/// Where in the document a value is; on the stack, and only spelled out for a message.
struct Place {
  const Place* up = nullptr;
  std::string_view key = {};
  std::size_t index = 0;

  [[nodiscard]] Place operator[](std::string_view member) const { return {this, member, 0}; }
  [[nodiscard]] Place operator[](std::size_t element) const { return {this, {}, element}; }

  [[nodiscard]] std::string pointer() const {
    if (up == nullptr) return {};
    std::string text = up->pointer() + '/';
    if (key.empty()) return text + std::to_string(index);
    for (const char c : key) {
      if (c == '~') {
        text += "~0";
      } else if (c == '/') {
        text += "~1";
      } else {
        text += c;
      }
    }
    return text;
  }
};

std::string_view text_of(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

std::string kind_of(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
      return "false";
    case rapidjson::kTrueType:
      return "true";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "a list";
    case rapidjson::kStringType:
      return "a text";
    case rapidjson::kNumberType:
      return "a number";
  }
  return "something else";
}

/// Reads the document top down. After the first error every function returns without doing anything of note; the caller
/// looks at `failed()` in the end.
class GoldenReader {
 public:
  GoldenReader(std::string_view name, GoldenFile& file) : name_(name), file_(file) {}

  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

  void read(const Value& root) {
    const Place top;
    if (!is_object(root, top)) return;
    std::string format;
    text(root, top, "format", format);
    if (!failed() && format != "sinew-golden/1") {
      fail(ErrorCode::unsupported_version, top["format"], "The format is '" + format + "', not 'sinew-golden/1'.");
    }
    text(root, top, "skeleton", file_.skeleton);
    std::string semantics;
    text(root, top, "semantics", semantics);
    if (failed()) return;
    const auto parsed = parse_name<Semantics>(semantics);
    if (!parsed || *parsed == Semantics::automatic) {
      return fail(ErrorCode::bad_value, top["semantics"], "Expected 'rigby' or 'spine', found '" + semantics + "'.");
    }
    file_.semantics = *parsed;
    if (root.HasMember("tolerance")) file_.tolerance = number(root, top, "tolerance");
    if (!failed() && !(file_.tolerance >= 0)) {
      return fail(ErrorCode::bad_value, top["tolerance"], "The tolerance must not be negative.");
    }
    names(root, top, "bones", file_.bones);
    names(root, top, "slots", file_.slots);
    const Value* runs = array(root, top, "runs");
    if (runs == nullptr) return;
    if (runs->Empty()) return fail(ErrorCode::bad_value, top["runs"], "The file holds no runs, so it proves nothing.");
    file_.runs.resize(runs->Size());
    const Place runs_place = top["runs"];
    for (rapidjson::SizeType i = 0; i < runs->Size() && !failed(); ++i) {
      run((*runs)[i], runs_place[i], file_.runs[i]);
      if (!failed()) count_work(file_.runs[i], runs_place[i]);
    }
  }

 private:
  /// Steps are simulated one by one, and each looks at all operations and calls of its run.
  void count_work(const GoldenRun& run, const Place& place) {
    const std::uint64_t steps = std::uint64_t{run.frames.back().step} + 1;
    steps_ += steps;
    looks_ += steps * (run.ops.size() + run.calls.size() + run.applies.size());
    if (steps_ > most_golden_steps) {
      return fail(ErrorCode::limit, place["frames"],
                  "The runs up to here have " + std::to_string(steps_) + " steps; the limit is " +
                      std::to_string(most_golden_steps) + ". Divide the runs among several files.");
    }
    if (looks_ > most_golden_looks) {
      fail(ErrorCode::limit, place["frames"],
           "Operations and calls times the steps of their runs come to " + std::to_string(looks_) +
               " up to here; the limit is " + std::to_string(most_golden_looks) +
               ". Divide the runs among several files.");
    }
  }

  // -- Errors ---------------------------------------------------------------------------------------------------------

  void fail(ErrorCode code, const Place& place, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), {std::string(name_), 0, 0, {}, place.pointer()}};
  }
  void wrong_type(const Place& place, std::string_view expected, const Value& found) {
    fail(ErrorCode::wrong_type, place, "Expected " + std::string(expected) + ", found " + kind_of(found) + '.');
  }

  // -- Values ---------------------------------------------------------------------------------------------------------

  bool is_object(const Value& value, const Place& place) {
    if (value.IsObject()) return true;
    wrong_type(place, "an object", value);
    return false;
  }

  const Value* member(const Value& object, const Place& place, const char* key) {
    const auto found = object.FindMember(key);
    if (found != object.MemberEnd()) return &found->value;
    fail(ErrorCode::missing_member, place, std::string("The member '") + key + "' is missing.");
    return nullptr;
  }

  const Value* array(const Value& object, const Place& place, const char* key) {
    const Value* value = member(object, place, key);
    if (value == nullptr || value->IsArray()) return value;
    wrong_type(place[key], "a list", *value);
    return nullptr;
  }

  void text(const Value& object, const Place& place, const char* key, std::string& target) {
    const Value* value = member(object, place, key);
    if (value == nullptr) return;
    if (!value->IsString()) return wrong_type(place[key], "a text", *value);
    target = text_of(*value);
  }

  double number(const Value& value, const Place& place) {
    if (value.IsNumber()) return value.GetDouble();
    wrong_type(place, "a number", value);
    return 0;
  }
  double number(const Value& object, const Place& place, const char* key) {
    const Value* value = member(object, place, key);
    return value == nullptr ? 0 : number(*value, place[key]);
  }
  double number_or(const Value& object, const Place& place, const char* key, double otherwise) {
    return object.HasMember(key) ? number(object, place, key) : otherwise;
  }
  std::optional<double> maybe_number(const Value& object, const Place& place, const char* key) {
    if (!object.HasMember(key)) return std::nullopt;
    return number(object, place, key);
  }

  /// A whole number from 0 to `largest`.
  std::uint32_t index(const Value& value, const Place& place, std::size_t largest) {
    if (value.IsUint() && value.GetUint() <= largest) return value.GetUint();
    if (!value.IsNumber()) {
      wrong_type(place, "a whole number", value);
    } else {
      fail(ErrorCode::bad_value, place, "Expected a whole number from 0 to " + std::to_string(largest) + '.');
    }
    return 0;
  }
  std::uint32_t slot_index(const Value& value, const Place& place) {
    if (!file_.slots.empty()) return index(value, place, file_.slots.size() - 1);
    fail(ErrorCode::unknown_reference, place, "The file lists no slots, so there is none to refer to.");
    return 0;
  }

  bool boolean_or(const Value& object, const Place& place, const char* key, bool otherwise) {
    const auto found = object.FindMember(key);
    if (found == object.MemberEnd()) return otherwise;
    if (found->value.IsBool()) return found->value.GetBool();
    wrong_type(place[key], "true or false", found->value);
    return otherwise;
  }

  /// Fixed-size lists of numbers.
  template <std::size_t N>
  std::array<double, N> numbers(const Value& value, const Place& place) {
    std::array<double, N> result{};
    if (!value.IsArray()) {
      wrong_type(place, "a list of numbers", value);
    } else if (value.Size() != N) {
      fail(ErrorCode::bad_value, place,
           "Expected " + std::to_string(N) + " numbers, found " + std::to_string(value.Size()) + '.');
    } else {
      for (rapidjson::SizeType i = 0; i < N; ++i) result[i] = number(value[i], place[i]);
    }
    return result;
  }

  void names(const Value& object, const Place& place, const char* key, std::vector<std::string>& target) {
    const Value* list = array(object, place, key);
    if (list == nullptr) return;
    const Place here = place[key];
    for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) {
      const Value& name = (*list)[i];
      if (!name.IsString()) return wrong_type(here[i], "a text", name);
      target.emplace_back(text_of(name));
    }
  }

  /// The first member that is not in the list; empty: none.
  static std::string stray_member(const Value& object, std::initializer_list<std::string_view> known) {
    for (const auto& entry : object.GetObject()) {
      if (std::find(known.begin(), known.end(), text_of(entry.name)) == known.end())
        return std::string(text_of(entry.name));
    }
    return {};
  }
  static void note(std::string& not_understood, const std::string& stray, const std::string& what) {
    if (!stray.empty() && not_understood.empty())
      not_understood = "the field '" + stray + "' of " + what + " is not supported";
  }

  // -- Runs -----------------------------------------------------------------------------------------------------------

  void run(const Value& value, const Place& place, GoldenRun& run) {
    if (!is_object(value, place)) return;
    text(value, place, "name", run.name);
    const Value* skin = member(value, place, "skin");
    if (skin != nullptr && !skin->IsNull()) text(value, place, "skin", run.skin.emplace());
    run.fps = number(value, place, "fps");
    if (!failed() && !is_golden_fps(run.fps)) {
      fail(ErrorCode::bad_value, place["fps"], "The number of steps a second must be from 0.001 to 1000000.");
    }
    std::string mode;
    text(value, place, "mode", mode);
    if (failed()) return;
    if (mode == "pose") {
      run.mode = GoldenMode::pose;
      note(run.not_understood, stray_member(value, {"name", "skin", "fps", "mode", "frames", "animation", "calls"}),
           "the run");
      const Value* animation = member(value, place, "animation");
      if (animation != nullptr && !animation->IsNull()) text(value, place, "animation", run.animation.emplace());
      calls(value, place, run);
    } else if (mode == "state") {
      run.mode = GoldenMode::state;
      state(value, place, run);
    } else if (mode == "apply") {
      run.mode = GoldenMode::apply;
      note(run.not_understood, stray_member(value, {"name", "skin", "fps", "mode", "frames", "applies"}), "the run");
      const Value* list = array(value, place, "applies");
      if (list == nullptr) return;
      const Place here = place["applies"];
      for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) {
        apply((*list)[i], here[i], run.applies.emplace_back(), run.not_understood);
      }
    } else {
      return fail(ErrorCode::bad_value, place["mode"], "Expected 'pose', 'state' or 'apply', found '" + mode + "'.");
    }
    frames(value, place, run);
  }

  void calls(const Value& value, const Place& place, GoldenRun& run) {
    if (!value.HasMember("calls")) return;
    const Value* list = array(value, place, "calls");
    if (list == nullptr) return;
    const Place here = place["calls"];
    for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) call((*list)[i], here[i], run);
  }

  void call(const Value& value, const Place& place, GoldenRun& run) {
    if (!is_object(value, place)) return;
    GoldenCall& call = run.calls.emplace_back();
    if (const Value* step = member(value, place, "step")) call.step = index(*step, place["step"], largest_golden_step);
    std::string kind;
    text(value, place, "call", kind);
    if (failed()) return;
    const std::string what = "the call '" + kind + "'";
    using Kind = GoldenCall::Kind;
    if (kind == "skeleton") {
      call.kind = Kind::skeleton;
      note(run.not_understood, stray_member(value, {"step", "call", "x", "y", "scaleX", "scaleY"}), what);
    } else if (kind == "physicsTranslate") {
      call.kind = Kind::physics_translate;
      note(run.not_understood, stray_member(value, {"step", "call", "x", "y"}), what);
    } else if (kind == "physicsRotate") {
      call.kind = Kind::physics_rotate;
      note(run.not_understood, stray_member(value, {"step", "call", "x", "y", "degrees"}), what);
    } else if (kind == "wind") {
      call.kind = Kind::wind;
      note(run.not_understood, stray_member(value, {"step", "call", "windX", "windY", "gravityX", "gravityY"}), what);
    } else if (kind == "physics") {
      call.kind = Kind::physics;
      std::string mode;
      text(value, place, "mode", mode);
      if (mode == "none") {
        call.physics = PhysicsMode::none;
      } else if (mode == "reset") {
        call.physics = PhysicsMode::reset;
      } else if (mode == "update") {
        call.physics = PhysicsMode::update;
      } else if (mode == "pose") {
        call.physics = PhysicsMode::pose;
      } else if (!failed()) {
        fail(ErrorCode::bad_value, place["mode"],
             "Expected 'none', 'reset', 'update' or 'pose', found '" + mode + "'.");
      }
    } else if (run.not_understood.empty()) {
      run.not_understood = what + " is not supported";
    }
    call.x = maybe_number(value, place, "x");
    call.y = maybe_number(value, place, "y");
    call.scale_x = maybe_number(value, place, "scaleX");
    call.scale_y = maybe_number(value, place, "scaleY");
    call.degrees = maybe_number(value, place, "degrees");
    call.wind_x = maybe_number(value, place, "windX");
    call.wind_y = maybe_number(value, place, "windY");
    call.gravity_x = maybe_number(value, place, "gravityX");
    call.gravity_y = maybe_number(value, place, "gravityY");
  }

  void state(const Value& value, const Place& place, GoldenRun& run) {
    note(run.not_understood,
         stray_member(value,
                      {"name", "skin", "fps", "mode", "frames", "ops", "reset", "defaultMix", "mixes", "timeScale"}),
         "the run");
    run.reset = boolean_or(value, place, "reset", true);
    run.default_mix = number_or(value, place, "defaultMix", 0);
    run.time_scale = number_or(value, place, "timeScale", 1);
    if (value.HasMember("mixes")) {
      const Value* list = array(value, place, "mixes");
      const Place here = place["mixes"];
      for (rapidjson::SizeType i = 0; list != nullptr && i < list->Size() && !failed(); ++i) {
        if (!is_object((*list)[i], here[i])) return;
        GoldenMix& mix = run.mixes.emplace_back();
        text((*list)[i], here[i], "from", mix.from);
        text((*list)[i], here[i], "to", mix.to);
        mix.duration = number((*list)[i], here[i], "duration");
      }
    }
    const Value* list = array(value, place, "ops");
    if (list == nullptr) return;
    const Place here = place["ops"];
    for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) {
      op((*list)[i], here[i], run.ops.emplace_back(), run.not_understood);
    }
  }

  void op(const Value& value, const Place& place, GoldenOp& op, std::string& not_understood) {
    if (!is_object(value, place)) return;
    std::string kind;
    text(value, place, "op", kind);
    op.at = number(value, place, "at");
    if (failed()) return;
    const std::string what = "op '" + kind + "'";
    using Kind = GoldenOp::Kind;
    if (kind == "set" || kind == "add") {
      op.kind = kind == "set" ? Kind::set : Kind::add;
      text(value, place, "animation", op.animation);
      op.loop = boolean_or(value, place, "loop", false);
    } else if (kind == "setEmpty" || kind == "addEmpty" || kind == "setEmptyAll") {
      op.kind = kind == "setEmpty" ? Kind::set_empty : kind == "addEmpty" ? Kind::add_empty : Kind::set_empty_all;
      number(value, place, "mix");
    } else if (kind == "clear") {
      op.kind = Kind::clear;
    } else if (kind == "clearAll") {
      op.kind = Kind::clear_all;
    } else if (kind == "modify") {
      op.kind = Kind::modify;
    } else if (kind == "timeScale") {
      op.kind = Kind::time_scale;
      op.value = number(value, place, "value");
    } else {
      if (not_understood.empty()) not_understood = what + " is not supported";
      return;
    }
    note(not_understood,
         stray_member(value, {"at",
                              "op",
                              "track",
                              "animation",
                              "loop",
                              "mix",
                              "delay",
                              "value",
                              "alpha",
                              "timeScale",
                              "trackTime",
                              "trackEnd",
                              "animationStart",
                              "animationEnd",
                              "animationLast",
                              "reverse",
                              "shortestRotation",
                              "holdPrevious",
                              "additive",
                              "mixInterpolation",
                              "eventThreshold",
                              "mixAttachmentThreshold",
                              "alphaAttachmentThreshold",
                              "mixDrawOrderThreshold",
                              "resetRotation"}),
         what);
    if (value.HasMember("track")) op.track = index(value["track"], place["track"], 1'000'000);
    op.delay = number_or(value, place, "delay", 0);
    op.mix = maybe_number(value, place, "mix");
    op.alpha = maybe_number(value, place, "alpha");
    op.time_scale = maybe_number(value, place, "timeScale");
    op.track_time = maybe_number(value, place, "trackTime");
    op.track_end = maybe_number(value, place, "trackEnd");
    op.animation_start = maybe_number(value, place, "animationStart");
    op.animation_end = maybe_number(value, place, "animationEnd");
    op.animation_last = maybe_number(value, place, "animationLast");
    op.event_threshold = maybe_number(value, place, "eventThreshold");
    op.mix_attachment_threshold = maybe_number(value, place, "mixAttachmentThreshold");
    op.alpha_attachment_threshold = maybe_number(value, place, "alphaAttachmentThreshold");
    op.mix_draw_order_threshold = maybe_number(value, place, "mixDrawOrderThreshold");
    const auto maybe_flag = [&](const char* key) -> std::optional<bool> {
      if (!value.HasMember(key)) return std::nullopt;
      return boolean_or(value, place, key, false);
    };
    op.reverse = maybe_flag("reverse");
    op.shortest_rotation = maybe_flag("shortestRotation");
    op.hold_previous = maybe_flag("holdPrevious");
    op.additive = maybe_flag("additive");
    op.reset_rotation = boolean_or(value, place, "resetRotation", false);
    if (value.HasMember("mixInterpolation")) {
      std::string name;
      text(value, place, "mixInterpolation", name);
      static constexpr const char* names[] = {"linear", "smooth", "slowFast", "fastSlow", "circle"};
      for (std::uint8_t i = 0; i < 5; ++i) {
        if (name == names[i]) op.mix_interpolation = static_cast<MixInterpolation>(i);
      }
      if (!op.mix_interpolation && !failed()) {
        fail(ErrorCode::bad_value, place["mixInterpolation"], "There is no interpolation called '" + name + "'.");
      }
    }
  }

  void apply(const Value& value, const Place& place, GoldenApply& apply, std::string& not_understood) {
    if (!is_object(value, place)) return;
    note(not_understood, stray_member(value, {"animation", "alpha", "blend", "direction", "from", "add", "out"}),
         "an apply");
    text(value, place, "animation", apply.animation);
    ApplyOptions& options = apply.options;
    options.weight = number_or(value, place, "alpha", 1);
    // 4.2 has four blends; 4.3 takes them apart (docs/animation.md, "Applying: parameters").
    if (value.HasMember("blend")) {
      std::string blend;
      text(value, place, "blend", blend);
      if (blend == "first") {
        options.base = MixBase::first;
      } else if (blend == "replace" || blend == "add") {
        options.base = MixBase::current;
        options.additive = blend == "add";
      } else if (blend != "setup" && !failed()) {
        fail(ErrorCode::bad_value, place["blend"],
             "Expected 'setup', 'first', 'replace' or 'add', found '" + blend + "'.");
      }
    }
    if (value.HasMember("direction")) {
      std::string direction;
      text(value, place, "direction", direction);
      options.mixing_out = direction == "out";
      if (direction != "in" && direction != "out" && !failed()) {
        fail(ErrorCode::bad_value, place["direction"], "Expected 'in' or 'out', found '" + direction + "'.");
      }
    }
    if (value.HasMember("from")) {
      std::string base;
      text(value, place, "from", base);
      if (base == "first") {
        options.base = MixBase::first;
      } else if (base == "current") {
        options.base = MixBase::current;
      } else if (base != "setup" && !failed()) {
        fail(ErrorCode::bad_value, place["from"], "Expected 'setup', 'first' or 'current', found '" + base + "'.");
      }
    }
    options.additive = boolean_or(value, place, "add", options.additive);
    options.mixing_out = boolean_or(value, place, "out", options.mixing_out);
  }

  // -- Frames ---------------------------------------------------------------------------------------------------------

  void frames(const Value& value, const Place& place, GoldenRun& run) {
    const Value* list = array(value, place, "frames");
    if (list == nullptr) return;
    const Place here = place["frames"];
    if (list->Empty()) return fail(ErrorCode::bad_value, here, "The run holds no frames, so it proves nothing.");
    run.frames.resize(list->Size());
    for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) {
      frame((*list)[i], here[i], run.frames[i]);
      if (!failed() && i > 0 && run.frames[i].step <= run.frames[i - 1].step) {
        fail(ErrorCode::bad_order, here[i]["step"], "The steps of a run must ascend.");
      }
    }
  }

  void frame(const Value& value, const Place& place, GoldenFrame& frame) {
    if (!is_object(value, place)) return;
    const std::string stray =
        stray_member(value, {"step", "bones", "drawOrder", "draws", "events", "applied", "constraints", "listener"});
    if (!stray.empty()) frame.not_understood = "the frame's '" + stray + "' cannot be compared yet";
    if (const Value* step = member(value, place, "step")) frame.step = index(*step, place["step"], largest_golden_step);

    const Value* bones = array(value, place, "bones");
    const Place bones_place = place["bones"];
    if (bones != nullptr && bones->Size() != file_.bones.size()) {
      return fail(
          ErrorCode::bad_value, bones_place,
          "Expected " + std::to_string(file_.bones.size()) + " bones, found " + std::to_string(bones->Size()) + '.');
    }
    for (rapidjson::SizeType i = 0; bones != nullptr && i < bones->Size() && !failed(); ++i) {
      std::optional<Affine>& bone = frame.bones.emplace_back();
      if ((*bones)[i].IsNull()) continue;
      const auto m = numbers<6>((*bones)[i], bones_place[i]);
      bone = Affine{m[0], m[1], m[2], m[3], m[4], m[5]};
    }

    const Value* order = array(value, place, "drawOrder");
    const Place order_place = place["drawOrder"];
    for (rapidjson::SizeType i = 0; order != nullptr && i < order->Size() && !failed(); ++i) {
      frame.draw_order.push_back(slot_index((*order)[i], order_place[i]));
    }

    if (value.HasMember("draws")) {
      const Value* draws = array(value, place, "draws");
      const Place draws_place = place["draws"];
      frame.draws.emplace();
      for (rapidjson::SizeType i = 0; draws != nullptr && i < draws->Size() && !failed(); ++i) {
        draw((*draws)[i], draws_place[i], frame.draws->emplace_back(), frame.not_understood);
      }
    }

    const Value* events = array(value, place, "events");
    const Place events_place = place["events"];
    for (rapidjson::SizeType i = 0; events != nullptr && i < events->Size() && !failed(); ++i) {
      event((*events)[i], events_place[i], frame.events.emplace_back(), frame.not_understood);
    }
    if (value.HasMember("applied")) applied(value, place, frame);
    if (value.HasMember("listener")) listener(value, place, frame);
    if (value.HasMember("constraints")) constraints(value, place, frame);
  }

  void listener(const Value& value, const Place& place, GoldenFrame& frame) {
    const Value* list = array(value, place, "listener");
    const Place here = place["listener"];
    frame.listener.emplace();
    for (rapidjson::SizeType i = 0; list != nullptr && i < list->Size() && !failed(); ++i) {
      const Value& one = (*list)[i];
      if (!is_object(one, here[i])) return;
      GoldenNotification& notification = frame.listener->emplace_back();
      if (const Value* step = member(one, here[i], "step")) {
        notification.step = index(*step, here[i]["step"], largest_golden_step);
      }
      if (const Value* track = member(one, here[i], "track")) {
        notification.track = index(*track, here[i]["track"], 1'000'000);
      }
      text(one, here[i], "type", notification.type);
      text(one, here[i], "animation", notification.animation);
      if (one.HasMember("event")) text(one, here[i], "event", notification.event);
    }
  }

  void applied(const Value& value, const Place& place, GoldenFrame& frame) {
    const Value* list = array(value, place, "applied");
    if (list == nullptr) return;
    const Place here = place["applied"];
    if (list->Size() != file_.bones.size()) {
      return fail(ErrorCode::bad_value, here, "Expected one pose for each bone of the file.");
    }
    frame.applied.emplace();
    for (rapidjson::SizeType i = 0; i < list->Size() && !failed(); ++i) {
      std::optional<BonePose>& pose = frame.applied->emplace_back();
      if ((*list)[i].IsNull()) continue;
      const auto n = numbers<7>((*list)[i], here[i]);
      pose = BonePose{n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
    }
  }

  void constraints(const Value& value, const Place& place, GoldenFrame& frame) {
    const Place here = place["constraints"];
    const Value& all = value["constraints"];
    if (!is_object(all, here)) return;
    for (const auto& constraint : all.GetObject()) {
      if (!is_object(constraint.value, here)) return;
      for (const auto& field : constraint.value.GetObject()) {
        GoldenValue& one = frame.constraints.emplace_back();
        one.constraint = text_of(constraint.name);
        one.field = text_of(field.name);
        one.value = field.value.IsBool() ? (field.value.GetBool() ? 1 : 0) : number(field.value, here);
      }
    }
  }

  void draw(const Value& value, const Place& place, GoldenDraw& draw, std::string& not_understood) {
    if (!is_object(value, place)) return;
    note(not_understood, stray_member(value, {"slot", "attachment", "image", "kind", "positions", "color", "dark"}),
         "a draw");
    if (const Value* slot = member(value, place, "slot")) draw.slot = slot_index(*slot, place["slot"]);
    text(value, place, "attachment", draw.attachment);
    text(value, place, "image", draw.image);
    std::string kind;
    text(value, place, "kind", kind);
    draw.mesh = kind == "mesh";
    if (!failed() && kind != "mesh" && kind != "quad") {
      fail(ErrorCode::bad_value, place["kind"], "Expected 'quad' or 'mesh', found '" + kind + "'.");
    }
    const Value* positions = array(value, place, "positions");
    const Place positions_place = place["positions"];
    if (positions != nullptr) draw.positions.reserve(positions->Size());
    for (rapidjson::SizeType i = 0; positions != nullptr && i < positions->Size() && !failed(); ++i) {
      draw.positions.push_back(number((*positions)[i], positions_place[i]));
    }
    if (const Value* color = member(value, place, "color")) draw.color = numbers<4>(*color, place["color"]);
    if (value.HasMember("dark")) draw.dark = numbers<3>(value["dark"], place["dark"]);
  }

  void event(const Value& value, const Place& place, GoldenEvent& event, std::string& not_understood) {
    if (!is_object(value, place)) return;
    note(not_understood, stray_member(value, {"step", "name", "int", "float", "string", "volume", "balance"}),
         "an event");
    if (const Value* step = member(value, place, "step")) event.step = index(*step, place["step"], largest_golden_step);
    text(value, place, "name", event.name);
    if (const Value* number = member(value, place, "int")) {
      if (number->IsInt64()) {
        event.int_value = number->GetInt64();
      } else {
        wrong_type(place["int"], "a whole number", *number);
      }
    }
    event.float_value = number(value, place, "float");
    text(value, place, "string", event.string_value);
    if (value.HasMember("volume") || value.HasMember("balance")) {
      event.audio = GoldenEvent::Audio{number(value, place, "volume"), number(value, place, "balance")};
    }
  }

  std::string_view name_;
  GoldenFile& file_;
  std::uint64_t steps_ = 0, looks_ = 0;  ///< most_golden_steps, most_golden_looks
  std::optional<Error> error_;
};

Error syntax_error(std::string_view text, std::string_view name, const rapidjson::ParseResult& result) {
  const std::size_t offset = std::min(result.Offset(), text.size());
  const auto before = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
  const std::size_t newline = before.rfind('\n');
  const auto column = static_cast<std::uint32_t>(offset - (newline == std::string_view::npos ? 0 : newline + 1) + 1);
  const bool encoding = result.Code() == rapidjson::kParseErrorStringInvalidEncoding;
  return Error{encoding ? ErrorCode::encoding : ErrorCode::syntax,
               std::string("This is not JSON: ") + rapidjson::GetParseError_En(result.Code()),
               {std::string(name), line, column, offset, {}}};
}

}  // namespace

Result<GoldenFile> read_golden(std::string_view text, std::string_view name, const LoadLimits& limits) {
  if (text.size() > limits.max_bytes) return file_size_error(text.size(), limits.max_bytes, name);
  if (text.empty()) {
    return Error{
        ErrorCode::empty_input, "The file is empty; expected a golden file.", {std::string(name), 0, 0, {}, {}}};
  }
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
  rapidjson::Document document;
  const rapidjson::ParseResult parsed = parse_json(text, document);
  if (parsed.IsError()) return syntax_error(text, name, parsed);
  GoldenFile file;
  GoldenReader reader(name, file);
  reader.read(document);
  if (reader.failed()) return reader.error();
  return file;
}

}  // namespace sinew
