#include "base/visible_text.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

const std::string unknown = "\xef\xbf\xbd";

TEST(VisibleText, OrdinaryTextStaysAsItIs) {
  for (const std::string text :
       {"", "left arm", "~ !", "Ähre", "骨", "\U0001f480", "\u00a0", "\u202f", "\u2065", "\u206a"}) {
    EXPECT_EQ(visible_text(text), text);
  }
}

TEST(VisibleText, ControlsBecomeSpaces) {
  EXPECT_EQ(visible_text("a\x1b[2Jb\ac\nd\te\x7f"), "a [2Jb c d e ");
  EXPECT_EQ(visible_text(std::string("a\0b", 3)), "a b");
  EXPECT_EQ(visible_text("a\u2028b\u2029c"), "a b c");
}

TEST(VisibleText, HiddenCharactersAreReplaced) {
  for (const std::string hidden : {"\u0080", "\u009b", "\u009f", "\u202a", "\u202e", "\u2066", "\u2069"}) {
    EXPECT_EQ(visible_text("a" + hidden + "31m"), "a" + unknown + "31m");
  }
}

TEST(VisibleText, BytesThatAreNoTextAreReplacedOneByOne) {
  EXPECT_EQ(visible_text("a\x9b"
                         "b\xff"),
            "a" + unknown + "b" + unknown);
  EXPECT_EQ(visible_text("\xc3"), unknown);                              // cut short
  EXPECT_EQ(visible_text("\xe2\x80"), unknown + unknown);                // cut short
  EXPECT_EQ(visible_text("\xc0\x9b"), unknown + unknown);                // longer than it need be
  EXPECT_EQ(visible_text("\xed\xa0\x80"), unknown + unknown + unknown);  // half of a character
  EXPECT_EQ(visible_text("\xf5\x80\x80\x80"
                         "a"),
            unknown + unknown + unknown + unknown + "a");
}

TEST(VisibleText, LinesStayLines) {
  EXPECT_EQ(visible_lines("a\nb\x1b\n"), "a\nb \n");
}

TEST(VisibleText, SaysWhatACharacterIs) {
  const LeadingCharacter skull = leading_character("\U0001f480 and more");
  EXPECT_EQ(skull.size, 4u);
  EXPECT_EQ(skull.code, U'\U0001f480');
  EXPECT_EQ(skull.effect, Effect::none);
}

}  // namespace
}  // namespace sinew
