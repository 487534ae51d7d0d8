#include "formats/json_string.hpp"

#include <rapidjson/reader.h>

#include "formats/json_allocator.hpp"

namespace sinew {

namespace {

struct StringHandler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, StringHandler> {
  bool Default() { return false; }
  bool String(const char* string, rapidjson::SizeType size, bool /*copy*/) {
    text = {string, size};
    return true;
  }
  std::string_view text;
};

}  // namespace

std::optional<std::string_view> decode_json_string(char* quote) {
  StringHandler handler;
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> reader;
  rapidjson::InsituStringStream stream(quote);
  constexpr unsigned flags =
      rapidjson::kParseInsituFlag | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseStopWhenDoneFlag;
  if (reader.Parse<flags>(stream, handler).IsError()) return std::nullopt;
  return handler.text;
}

}  // namespace sinew
