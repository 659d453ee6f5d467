#include "app/still/printable.h"

#include <gtest/gtest.h>

#include "app/still/report_tables.h"

namespace strata::printable_test {
namespace {

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[31mb\x7f"), "a\\x1b[31mb\\x7f");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "b"),
            "a\\x9bb");
  EXPECT_EQ(printable("two\nlines"), "two lines");
}

TEST(Printable, ShowsWhatTurnsTheDirectionOfLettersAbout) {
  EXPECT_EQ(printable("\u202Eevil\u202C"), "\\u202eevil\\u202c");
  EXPECT_EQ(printable("\u200E\u200F\u061C|\u2066a\u2069"), "\\u200e\\u200f\\u061c|\\u2066a\\u2069");
  EXPECT_EQ(printable("\u2028\u2029"), "\\u2028\\u2029");
  for (const char* same : {"日本語カーネル🚀", "مرحبا عالم", "a … – b", "\u200D\u2030\u2065\u206A"})
    EXPECT_EQ(printable(same), same);
  EXPECT_EQ(printable("\xE2\x80"), "\xE2\x80") << "cut off";
}

TEST(NameCell, OfNoNameSaysSo) {
  EXPECT_EQ(nameCell("", 40), "(no name)");
  EXPECT_EQ(nameCell("\u202Eevil", 40), "\\u202eevil");
}

}  // namespace
}  // namespace strata::printable_test
