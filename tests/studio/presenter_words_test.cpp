#include <gtest/gtest.h>

#include "app/studio/presenter.h"
#include "app/studio/studio_style.h"

namespace strata {
namespace {

TEST(PresenterWords, ALessonHasTheGroundOfTheWindowItIsStartedFrom) {
  const QString lesson = QStringLiteral("own.lesson"), show = QStringLiteral("own.strata-show");
  const bool before = StudioStyle::shared().isLight();
  StudioStyle::shared().setLight(false);
  EXPECT_EQ(presenterWords(lesson), QStringList{lesson});
  StudioStyle::shared().setLight(true);
  EXPECT_EQ(presenterWords(lesson), (QStringList{lesson, QStringLiteral("--light")}));
  EXPECT_EQ(presenterWords(show), QStringList{show}) << "its file says so";
  StudioStyle::shared().setLight(before);
}

}  // namespace
}  // namespace strata
