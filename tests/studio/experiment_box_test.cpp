#include "app/studio/experiment_box.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QTest>

#include "layers/workloads/experiments.h"

namespace strata {
namespace {

class ExperimentBoxTest : public ::testing::Test {
 protected:
  ExperimentBoxTest() {
    box.add(experiments());
    box.show();
  }
  void type(QWidget* into, const char* letters) {
    QTest::qWait(QApplication::keyboardInputInterval() + 100);  // what was typed before is over
    QTest::keyClicks(into, QString::fromLatin1(letters));
  }

  ExperimentBox box;
};

TEST_F(ExperimentBoxTest, ANameThatIsTypedChoosesItsExperiment) {
  int chosen = -1;
  QObject::connect(&box, &QComboBox::activated, [&chosen](int row) { chosen = row; });
  type(&box, "frames");
  EXPECT_EQ(box.currentText(), QStringLiteral("One frame, four ways"));
  EXPECT_EQ(chosen, box.currentIndex());
  type(&box, "conv2d");
  EXPECT_EQ(box.currentText(), QStringLiteral("2-D convolution"));
  EXPECT_EQ(chosen, box.currentIndex());
  type(&box, "one");
  EXPECT_EQ(box.currentText(), QStringLiteral("One frame, four ways")) << "a title as ever";
}

TEST_F(ExperimentBoxTest, InTheOpenListItIsFoundWithoutBeingChosen) {
  const int before = box.currentIndex();
  box.showPopup();
  type(box.view(), "frames");
  EXPECT_TRUE(QTest::qWaitFor([this] {
    return box.view()->currentIndex().data().toString() == QStringLiteral("One frame, four ways");
  })) << box.view()->currentIndex().data().toString().toStdString();
  EXPECT_EQ(box.currentIndex(), before);
  box.hidePopup();
}

}  // namespace
}  // namespace strata
