#include <gtest/gtest.h>

#include <QApplication>
#include <cstdio>
#include <string_view>

#include "app/studio/display.h"
#include "app/studio/open_gl.h"
#include "app/studio/studio_style.h"

namespace {

bool onlyLists(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]).starts_with("--gtest_list_tests")) return true;
  return false;
}

}  // namespace

/// The OpenGL driver and D-Bus keep memory of their own to the end; that is not ours to judge.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

int main(int argc, char** argv) {
  if (!onlyLists(argc, argv) && !strata::hasDisplay()) {
    strata::runWithoutScreen(argv, true);
    std::puts("SKIPPED: window tests need a display or xvfb-run (apt install xvfb xauth)");
    return 0;
  }
  ::testing::InitGoogleTest(&argc, argv);
  if (::testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  strata::askForOpenGl();
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Strata"));  // without one QSettings says that nothing can be kept
  if (const auto found = strata::findOpenGl(); !found.ok()) {
    std::printf("SKIPPED: %s\n", found.error().message.c_str());
    return 0;
  }
  QApplication::setQuitOnLastWindowClosed(false);
  strata::StudioStyle::shared().apply(application);
  return RUN_ALL_TESTS();
}
