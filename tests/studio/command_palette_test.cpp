#include "app/studio/command_palette.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(CommandPalette, EachTypedWordMustBeFound) {
  const QString light = QStringLiteral("View › Theme › Light");
  EXPECT_GT(commandFit(light, QStringLiteral("th li")), 0);
  EXPECT_GT(commandFit(light, QStringLiteral("LIGHT")), 0);
  EXPECT_EQ(commandFit(light, QStringLiteral("th dark")), -1);
  EXPECT_EQ(commandFit(light, QString()), 0) << "without letters everything is offered";
}

TEST(CommandPalette, BeginningsOfWordsFitBest) {
  EXPECT_GT(commandFit(QStringLiteral("Run › Stop"), QStringLiteral("st")),
            commandFit(QStringLiteral("View › Fastest"), QStringLiteral("st")));
}

TEST(CommandPalette, TheTableOfEventsIsOpenedBeforeItIsExported) {
  const QString opens = QStringLiteral("Go › Table of events"),
                exports = QStringLiteral("File › Export › Table of events …");
  for (const char* typed : {"table", "table of", "table of events", "tab ev"})
    EXPECT_GT(commandFit(opens, typed), commandFit(exports, typed)) << typed;
  EXPECT_GT(commandFit(opens, "table"), commandFit(QStringLiteral("Window › Next table"), "table"));
}

}  // namespace
}  // namespace strata
