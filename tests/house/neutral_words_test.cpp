#include <gtest/gtest.h>

#include "tests/house/house_files.h"

namespace strata {
namespace {

/// They reach the command line, where parameters are set by an option, and windows, where they are fields of a form: so
/// they call a parameter by its name, "tokenizer=PATH".
TEST(NeutralWords, MessagesBelowTheProgramsSpeakOfParametersNotOfOptions) {
  std::size_t looked = 0;
  for (const HouseFile& file : houseFiles(STRATA_SOURCE_DIR)) {
    if (file.path.starts_with("app/")) continue;
    ++looked;
    EXPECT_EQ(file.text.find("--set"), std::string::npos) << file.path;
  }
  EXPECT_GT(looked, 300u);
}

}  // namespace
}  // namespace strata
