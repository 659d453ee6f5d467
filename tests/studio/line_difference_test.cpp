#include "app/studio/line_difference.h"

#include <gtest/gtest.h>

#include <QStringList>

namespace strata {
namespace {

QString joined(const LineDifference& difference, QChar without) {
  QStringList lines;
  for (const auto& line : difference.lines)
    if (line.sign != without) lines << line.text;
  return lines.join(QLatin1Char('\n'));
}

TEST(LineDifference, HoldsBothTextsWhateverTheyAre) {
  const QStringList texts{"", "a", "a\nb\nc", "a\nx\nc", "b\nc\na", "\n\n", "a\nb\nc\n", "c\nc\nc\na\nb"};
  for (const QString& before : texts)
    for (const QString& now : texts) {
      const LineDifference difference = lineDifference(before, now);
      EXPECT_EQ(joined(difference, u'+'), before);
      EXPECT_EQ(joined(difference, u'-'), now);
      EXPECT_EQ(difference.none(), before == now);
      const QStringList lines = now.split(QLatin1Char('\n'));
      for (const auto& line : difference.lines) {
        if (line.now == 0) continue;
        EXPECT_EQ(lines.at(line.now - 1), line.text);
      }
    }
}

TEST(LineDifference, IsTheLeast) {
  EXPECT_EQ(lineDifference("a\nb\nc\nd", "a\nc\nx\nd").putIn(), std::vector<int>{3});
  EXPECT_EQ(lineDifference("a\nb\nc\nd", "a\nc\nx\nd").toText(0), QStringLiteral("…\n-b\n…\n+x\n…"));
  EXPECT_EQ(lineDifference("a\nb\nc\nd\ne", "a\nb\nX\nd\ne").toText(1), QStringLiteral("…\n b\n-c\n+X\n d\n…"));
}

TEST(LineDifference, OfHugeTextsWithoutACommonLineIsSaidAtOnce) {
  const QString before = QStringLiteral("a\n").repeated(50'000), now = QStringLiteral("b\n").repeated(50'000);
  EXPECT_EQ(lineDifference(before, now).putIn().size(), 50'000u);
}

}  // namespace
}  // namespace strata
