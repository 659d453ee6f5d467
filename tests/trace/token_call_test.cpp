#include "engine/trace/token_call.h"

#include <gtest/gtest.h>

namespace strata::test {
namespace {

TEST(TokenCall, IsCalledAlikeWhateverItReads) {
  for (const char* name : {"token 28 ' the'", "token 6 ','", "token 7", "token 9 '''", "token 9 ''", "token 130 ' '"})
    EXPECT_EQ(withoutToken(name), "token") << name;
  for (const char* name : {"token", "token table", "token 28 the", "tokens 28", "token 28'", "token  8", "a token 8"})
    EXPECT_EQ(withoutToken(name), name);
}

}  // namespace
}  // namespace strata::test
