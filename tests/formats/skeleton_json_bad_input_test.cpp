// Whatever the bytes are, loading ends with a value or an error, and soon.
#include <chrono>
#include <random>

#include "skeleton_json_example.hpp"
#include "skeleton_json_fixture.hpp"

namespace sinew::test {
namespace {

/// Looks at everything in the data, for sanitizers, and checks what readers promise to the pose engine.
void expect_consistent(const SkeletonData& data) {
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const BoneIndex parent = data.bones[i].parent;
    ASSERT_TRUE(i == 0 ? !parent : parent && parent.value < i);
  }
  for (const SlotData& slot : data.slots) ASSERT_LT(slot.bone.value, data.bones.size());
  for (const Attachment& attachment : data.attachments) {
    ASSERT_LT(attachment.slot.value, data.slots.size());
    ASSERT_LT(attachment.timeline_attachment.value, data.attachments.size());
    if (attachment.mesh) {
      for (const std::uint32_t index : attachment.mesh->triangles) ASSERT_LT(index, attachment.mesh->vertices.count);
      ASSERT_EQ(attachment.mesh->uvs.size(), 2 * attachment.mesh->vertices.count);
    }
    if (const Vertices* vertices = attachment.vertices(); vertices && vertices->weighted()) {
      ASSERT_EQ(vertices->first_entry.size(), vertices->count + 1u);
      ASSERT_EQ(vertices->first_entry.back(), vertices->bones.size());
      for (const BoneIndex bone : vertices->bones) ASSERT_LT(bone.value, data.bones.size());
    }
  }
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) {
      const std::size_t keys = timeline.times.size();
      ASSERT_GE(keys, 1u);
      for (std::size_t i = 1; i < keys; ++i) ASSERT_LE(timeline.times[i - 1], timeline.times[i]);
      ASSERT_EQ(timeline.values.size(), keys * timeline.components);
      ASSERT_TRUE(timeline.curves.empty() || timeline.curves.size() == keys);
      for (const std::uint32_t curve : timeline.curves) {
        const bool own_curve = curve < Timeline::kStepped;
        ASSERT_TRUE(!own_curve || curve + timeline.curves_per_key <= timeline.beziers.size());
      }
    }
  }
}

void expect_value_or_error(std::string_view json) {
  const Loaded loaded = load(json);
  if (loaded.data) {
    expect_consistent(*loaded.data);
  } else {
    ASSERT_TRUE(loaded.error);
    EXPECT_FALSE(loaded.error->message.empty());
  }
}

TEST(SkeletonJsonBadInput, IsAnErrorWhereverTheFileEnds) {
  for (const FormatVersion version : every_version) {
    const std::string text = worked_example(version);
    const std::size_t end = text.rfind('}');
    for (std::size_t size = 0; size < text.size(); ++size) {
      // A copy of just this size, so that reading beyond its end is noticed.
      const std::vector<char> bytes(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
      const Loaded loaded = load({bytes.data(), bytes.size()});
      ASSERT_EQ(loaded.error.has_value(), size <= end) << size;
      if (loaded.error && size > 0) {
        EXPECT_TRUE(loaded.error->code == ErrorCode::syntax || loaded.error->code == ErrorCode::empty_input)
            << *loaded.error;
      }
    }
  }
}

/// Every value of a document in turn is replaced with a value of each type.
void replace_every_value(const std::string& text) {
  for (const char* other :
       {"null", "true", "-1", "1e300", "0.5", "\"\"", "\"root\"", "[]", "[[]]", "{}", "{\"a\": {}}"}) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != ':' && text[i] != '[' && text[i] != ',') continue;
      // The value that follows: up to the next separator outside of it.
      std::size_t first = text.find_first_not_of(" \n", i + 1), last = first;
      int depth = 0;
      bool quoted = false;
      for (; last < text.size(); ++last) {
        const char c = text[last];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '[' || c == '{') ++depth;
        if ((c == ']' || c == '}') && depth-- == 0) break;
        if ((c == ',' || c == ':') && depth == 0) break;
      }
      expect_value_or_error(text.substr(0, first) + other + text.substr(last));
    }
  }
}

TEST(SkeletonJsonBadInput, HoldsSomethingElseAnywhere) {
  for (const FormatVersion version : {FormatVersion::v3_8, FormatVersion::v4_0, FormatVersion::v4_3}) {
    replace_every_value(worked_example(version));
  }
}

TEST(SkeletonJsonBadInput, IsMutated) {
  std::vector<std::string> original;
  for (const FormatVersion version : every_version) original.push_back(worked_example(version));
  std::mt19937 random(20240601);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  std::size_t good = 0;
  for (int i = 0; i < 6000; ++i) {
    std::string text = original[below(original.size())];
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      switch (below(6)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(20));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), below(60)));
          break;
        case 3:
          text[at] = "0123456789-.eE{}[],:\""[below(21)];
          break;
        case 4: {  // another number
          const std::size_t digit = text.find_first_of("0123456789", at);
          if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
          break;
        }
        case 5: {  // another name: references break, names repeat
          const std::size_t quote = text.find('"', at);
          if (quote != std::string::npos && quote + 1 < text.size()) text[quote + 1] = "arhgxst"[below(7)];
          break;
        }
      }
    }
    const Loaded loaded = load(text);
    if (loaded.data) {
      ++good;
      expect_consistent(*loaded.data);
    } else {
      ASSERT_TRUE(loaded.error);
    }
  }
  EXPECT_GT(good, 100u) << "mutations that leave nothing valid test only the parser";
  EXPECT_LT(good, 5800u);
}

/// Runs in time that is about linear: twice the size must not take much more than twice as long.
TEST(SkeletonJsonBadInput, TakesLinearTime) {
  const auto seconds = [](const std::string& text) {
    const auto start = std::chrono::steady_clock::now();
    const Loaded loaded = load(text);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto repeated = [](std::string text, const char* part, const char* end, int count) {
    for (int i = 0; i < count; ++i) {
      if (i != 0) text += ',';
      for (const char* c = part; *c; ++c) {
        if (*c == '#') {
          text += std::to_string(i);
        } else {
          text += *c;
        }
      }
    }
    return text + end;
  };
  const std::string head = R"({"skeleton": {"spine": "4.3.1"}, "bones": [{"name": "r"}], )";
  const std::string slots = head + repeated("\"slots\": [", R"({"name": "#", "bone": "r"})", "], ", 20'000);
  struct Case {
    const char* what;
    std::string text;
  };
  const int n = 50'000;
  const Case cases[] = {
      {"members of one object", repeated(head + "\"x\": {", "\"#\": 0", "}}", n)},
      {"repeated members", repeated(head + "\"x\": {", "\"a\": 0, \"b\": 1", "}}", n)},
      {"bones", repeated(R"({"bones": [{"name": "r"},)", R"({"name": "#", "parent": "r"})", "]}", n)},
      {"bones of one name", repeated(R"({"bones": [{"name": "r"},)", R"({"name": "x", "parent": "r"})", "]}", n)},
      {"attachments of unknown type",
       repeated(head + R"("slots": [{"name": "s", "bone": "r"}], "skins": [{"name": "default", "attachments": {"s": {)",
                R"("#": {"type": "?"})", "}}}]}", n)},
      {"constraints of one order", repeated(R"({"skeleton": {"spine": "4.2.1"}, "bones": [{"name": "r"}], "ik": [)",
                                            R"({"name": "x", "bones": ["r"], "target": "r"})", "]}", n)},
      {"folders over many slots", repeated(slots + R"("animations": {"a": {"drawOrderFolder": [)",
                                           R"({"slots": ["7"], "keys": [{}]})", "]}}}", n)},
      {"draw orders over many slots", repeated(slots + R"("animations": {"a": {"drawOrder": [)",
                                               R"({"offsets": [{"slot": "7", "offset": 1}]})", "]}}}", n)},
      {"animations", repeated(head + "\"animations\": {", R"("#": {"bones": {"r": {"rotate": [{}]}}})", "}}", n)},
      {"numbers as names", repeated(head + "\"slots\": [", R"({"name": #, "bone": "r"})", "]}", n)},
      {"keys out of order",
       repeated(head + R"("animations": {"a": {"bones": {"r": {"rotate": [)", R"({"time": -#})", "]}}}}}", n)},
  };
  for (const Case& one : cases) EXPECT_LT(seconds(one.text), 3) << one.what << " (quadratic would take longer)";
}

}  // namespace
}  // namespace sinew::test
