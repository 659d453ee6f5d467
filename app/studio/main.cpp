#include <malloc.h>

#include <QApplication>

#include "app/studio/automation.h"
#include "app/studio/display.h"
#include "app/studio/main_window.h"
#include "app/studio/open_gl.h"
#include "app/studio/options.h"
#include "app/studio/studio_style.h"

namespace {

/// Pictures and font files held for a moment go back to the system; left alone, malloc learns to keep their room.
void keepHeapSmall() {
  constexpr int kLargeBytes = 128 << 10;
  mallopt(M_MMAP_THRESHOLD, kLargeBytes);
}

}  // namespace

int main(int argc, char** argv) {
  keepHeapSmall();
  int exitCode = -1;
  const strata::StudioOptions options = strata::parseOptions(argc, argv, exitCode);
  if (exitCode >= 0) return exitCode;
  if (!strata::hasDisplay()) return strata::runWithoutScreen(argv, options.unattended());
  strata::askForOpenGl();
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Strata Studio"));
  QApplication::setOrganizationName(QStringLiteral("Strata"));
  QApplication::setApplicationVersion(QStringLiteral(STRATA_VERSION));
  strata::StudioStyle::shared().apply(application);
  strata::MainWindow window(options);
  strata::Automation automation(window, options);
  window.show();
  automation.start();
  return QApplication::exec();
}
