#include "kernel_desk_fixture.h"

// What the editor makes of keys.

namespace strata {
namespace {

class KernelTypingTest : public KernelDeskTest {
 protected:
  /// In an empty text, each key once the one before it is drawn, as a hand does.
  QString typed(const char* keys) {
    text().setText({});
    text().setFocus();
    for (const char* key = keys; *key != 0; ++key) {
      *key == '\n' ? QTest::keyClick(&text(), Qt::Key_Return) : QTest::keyClick(&text(), *key);
      QTest::qWait(5);
    }
    return text().text();
  }
};

TEST_F(KernelTypingTest, BelowAStatementThatIsWholeTheNextIsAsDeep) {
  openWindow();
  editACopy();
  EXPECT_EQ(typed("if (a) b;\nc;"), QStringLiteral("if (a) b;\nc;"));
  EXPECT_EQ(typed("{\nfor (;;) a;  // b\nc;"), QStringLiteral("{\n  for (;;) a;  // b\n  c;"));
  EXPECT_EQ(typed("{\nif (a)\nb;\nc;"), QStringLiteral("{\n  if (a)\n    b;\n  c;")) << "its body stands below";
  EXPECT_EQ(typed("if (a) {\nb;\n}\nc;"), QStringLiteral("if (a) {\n  b;\n}\nc;"));
}

}  // namespace
}  // namespace strata
