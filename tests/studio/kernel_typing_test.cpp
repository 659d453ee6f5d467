#include "app/studio/status_line.h"
#include "kernel_desk_fixture.h"

// What the editor makes of keys, and a run of a text that is not whole.

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

TEST_F(KernelTypingTest, BesideATextThatDoesNotCompileNothingElseIsRun) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f");
  KernelDeskTest::press("KernelRun");
  ASSERT_TRUE(variants().contains("naive"));
  for (const RunResult& result : window().session().results()) {
    const bool mine = result.variant == "mine";
    EXPECT_EQ(result.status, mine ? RunResult::Status::Failed : RunResult::Status::NotRun) << result.variant;
    EXPECT_EQ(result.message == "not run: mine.cu does not compile", !mine) << result.message;
  }
  EXPECT_TRUE(editor().outcome().contains("does not compile")) << editor().outcome().toStdString();
  EXPECT_TRUE(window().status().text().contains("run failed: mine.cu does not compile"))
      << window().status().text().toStdString();
  replace("float sum = 0.0f", "float sum = 0.0f;");
  KernelDeskTest::press("KernelRun");
  EXPECT_TRUE(variants().contains("naive"));
  EXPECT_TRUE(window().status().text().contains("run done")) << window().status().text().toStdString();
}

}  // namespace
}  // namespace strata
