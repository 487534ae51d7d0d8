#include "sinew/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <sstream>

namespace sinew {
namespace {

constexpr ErrorCode every_code[] = {ErrorCode::file_not_found,
                                    ErrorCode::file_not_readable,
                                    ErrorCode::file_not_writable,
                                    ErrorCode::empty_input,
                                    ErrorCode::syntax,
                                    ErrorCode::encoding,
                                    ErrorCode::limit,
                                    ErrorCode::unsupported_version,
                                    ErrorCode::missing_member,
                                    ErrorCode::wrong_type,
                                    ErrorCode::bad_value,
                                    ErrorCode::unknown_reference,
                                    ErrorCode::bad_order,
                                    ErrorCode::duplicate,
                                    ErrorCode::unknown_name,
                                    ErrorCode::not_supported,
                                    ErrorCode::environment};

TEST(Error, SaysFileLineColumnPointerAndMessage) {
  const Error error{ErrorCode::unknown_reference,
                    "There is no bone called 'hipp' before this one.",
                    {"hero.json", 12, 7, {}, "/bones/3/parent"}};
  EXPECT_EQ(error.to_string(), "hero.json:12:7: /bones/3/parent: There is no bone called 'hipp' before this one.");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ((Error{ErrorCode::bad_value, "A sentence.", {}}.to_string()), "A sentence.");
  EXPECT_EQ((Error{ErrorCode::bad_value, "A sentence.", {"a.json", 0, 0, {}, ""}}.to_string()), "a.json: A sentence.");
  EXPECT_EQ((Error{ErrorCode::bad_value, "A sentence.", {"a.json", 3, 0, {}, ""}}.to_string()),
            "a.json:3: A sentence.");
  EXPECT_EQ((Error{ErrorCode::bad_value, "A sentence.", {"", 0, 0, {}, "/bones/0"}}.to_string()),
            "/bones/0: A sentence.");
}

TEST(Error, SaysTheByteOfBinaryInput) {
  const std::string text = Error{ErrorCode::syntax, "A sentence.", {"hero.skel", 0, 0, 1234, ""}}.to_string();
  EXPECT_EQ(text.rfind("hero.skel", 0), 0u) << text;
  EXPECT_NE(text.find("1234"), std::string::npos) << text;
  EXPECT_NE(text.find("A sentence."), std::string::npos) << text;
  // Byte 0 is a place too.
  EXPECT_NE((Error{ErrorCode::syntax, "A sentence.", {"hero.skel", 0, 0, 0, ""}}.to_string().find('0')),
            std::string::npos);
}

TEST(Error, IsWrittenToStreamsAsItsText) {
  const Error error{ErrorCode::syntax, "A sentence.", {"a.json", 1, 2, {}, "/x"}};
  std::ostringstream out;
  out << error;
  EXPECT_EQ(out.str(), error.to_string());
}

TEST(ErrorCode, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (ErrorCode code : every_code) names.insert(name_of(code));
  EXPECT_EQ(names.size(), std::size(every_code));
  EXPECT_EQ(names.count(""), 0u);
  EXPECT_EQ(name_of(ErrorCode::file_not_found), "file_not_found");
  EXPECT_EQ(name_of(ErrorCode::missing_member), "missing_member");
  EXPECT_EQ(name_of(ErrorCode::environment), "environment");
}

TEST(Result, HoldsAValueOrAnError) {
  const Result<int> good = 7;
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 7);
  const Result<int> bad = Error{ErrorCode::limit, "Too much.", {}};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::limit);
  EXPECT_TRUE(ok());
}

TEST(Result, GivesItsValueAway) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
}

}  // namespace
}  // namespace sinew
