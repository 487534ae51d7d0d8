// The tests' main: like GoogleTest's own, but under the locale that SINEW_TEST_LOCALE names, if it names one; so are
// the programs that tests start.
#include <gtest/gtest.h>

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <string_view>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (const char* const name = std::getenv("SINEW_TEST_LOCALE")) {
    if (std::setlocale(LC_ALL, name) == nullptr) {
      std::fprintf(stderr, "There is no locale '%s' on this machine (LOCPATH names the folder to look in).\n", name);
      return 2;
    }
    std::locale::global(std::locale(name));
    ::setenv("LC_ALL", name, 1);
    char number[16];
    std::snprintf(number, sizeof number, "%.1f", 0.5);
    if (std::string_view(number) != "0,5") {
      std::fprintf(stderr, "The locale '%s' does not have a decimal comma.\n", name);
      return 2;
    }
  }
  return RUN_ALL_TESTS();
}
