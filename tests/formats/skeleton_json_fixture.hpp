// Small skeleton JSON documents for the reader's tests.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"

namespace sinew::test {

/// What came of loading: data or an error, and the warnings.
struct Loaded {
  SkeletonDataPtr data;
  std::optional<Error> error;
  std::vector<Warning> warnings;

  const SkeletonData* operator->() const { return data.get(); }
};

inline Loaded load(std::string_view json, LoadOptions options = {}) {
  Loaded loaded;
  options.warnings = &loaded.warnings;
  Result<SkeletonDataPtr> result = parse_skeleton(json, "test.json", options);
  if (result) {
    loaded.data = *result;
  } else {
    loaded.error = result.error();
  }
  return loaded;
}

/// A document with a header and these members.
inline std::string document(std::string_view version, std::string_view members) {
  return R"({"skeleton": {"hash": "abc", "spine": ")" + std::string(version) + "\"}, " + std::string(members) + "}";
}

/// Loads a document that must be without error.
inline Loaded load_good(std::string_view version, std::string_view members, LoadOptions options = {}) {
  Loaded loaded = load(document(version, members), options);
  EXPECT_FALSE(loaded.error) << *loaded.error << "\nin " << members;
  if (!loaded.data) loaded.data = std::make_shared<const SkeletonData>();
  return loaded;
}

/// The same, and without warnings.
inline Loaded load_clean(std::string_view version, std::string_view members, LoadOptions options = {}) {
  Loaded loaded = load_good(version, members, options);
  for (const Warning& warning : loaded.warnings) ADD_FAILURE() << warning << "\nin " << members;
  return loaded;
}

inline LoadOptions with_semantics(Semantics semantics) {
  LoadOptions options;
  options.semantics = semantics;
  return options;
}
inline LoadOptions with_scale(double scale) {
  LoadOptions options;
  options.scale = scale;
  return options;
}

/// A text in which '@' marks a place: the text without the mark, and where the mark was.
struct Marked {
  explicit Marked(std::string marked) : text(std::move(marked)) {
    const std::size_t at = text.find('@');
    if (at == std::string::npos) return;
    text.erase(at, 1);
    for (std::size_t i = 0; i < at; ++i) {
      ++column;
      if (text[i] == '\n') ++line, column = 1;
    }
    offset = at;
  }
  std::string text;
  std::uint32_t line = 1, column = 1;
  std::size_t offset = 0;
};

/// The first timeline of the only animation.
inline const Timeline& first_timeline(const Loaded& loaded) {
  static const Timeline none;
  if (loaded->animations.empty() || loaded->animations[0].timelines.empty()) {
    ADD_FAILURE() << "there is no timeline";
    return none;
  }
  return loaded->animations[0].timelines[0];
}

template <class T>
std::vector<T> to_vector(std::span<const T> values) {
  return {values.begin(), values.end()};
}

using Numbers = std::vector<double>;

}  // namespace sinew::test
