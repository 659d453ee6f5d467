#include "app/studio/studio_style.h"

#include <gtest/gtest.h>

#include <QColor>
#include <QRegularExpression>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/theme.h"

namespace strata {
namespace {

class SheetTest : public ::testing::TestWithParam<const Theme*> {
 protected:
  /// Of the rule with this selector.
  Color sheetColor(const char* selector, const char* property) const {
    const QRegularExpression rule(
        QStringLiteral("(?:^|\\n)%1 \\{[^}]*\\b%2:[^;]*(#[0-9a-f]{6})")
            .arg(QRegularExpression::escape(QString::fromLatin1(selector)), QString::fromLatin1(property)));
    const auto found = rule.match(sheetFor(theme(), 1));
    EXPECT_TRUE(found.hasMatch()) << selector << " " << property;
    const QColor color(found.hasMatch() ? found.captured(1) : QStringLiteral("#000000"));
    return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
            static_cast<std::uint8_t>(color.blue())};
  }
  static const Theme& theme() { return *GetParam(); }
};

// WCAG 1.4.11: 3:1 for what tells a state.
TEST_P(SheetTest, TheEntryThatIsChosenIsToldFromTheOthers) {
  const std::pair<const char*, Color> marked[] = {{"QMenuBar::item:selected", theme().bar},
                                                  {"QMenu::item:selected", theme().card},
                                                  {"#Palette QListWidget::item:selected", theme().card}};
  for (const auto& [selector, ground] : marked)
    EXPECT_GE(contrast(sheetColor(selector, "border-color"), ground), 3) << selector;
  const Color entry = sheetColor("QComboBox QAbstractItemView", "selection-background-color");
  EXPECT_GE(contrast(entry, theme().card), 3);
  EXPECT_GE(contrast(entry, sheetColor("QComboBox QAbstractItemView", "selection-color")), 4.5) << "it can be read";
}

TEST_P(SheetTest, ACheckBoxIsSeen) {
  const Color border = sheetColor("QCheckBox::indicator", "border");
  for (const Color ground : {theme().field, theme().dock}) EXPECT_GE(contrast(border, ground), 3);
}

INSTANTIATE_TEST_SUITE_P(Themes, SheetTest, ::testing::Values(&darkTheme(), &lightTheme(), &projectorTheme()));

}  // namespace
}  // namespace strata
