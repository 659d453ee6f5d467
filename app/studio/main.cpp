#include <malloc.h>

#include <QApplication>
#include <cstdlib>
#include <exception>

#include "app/session/exit_code.h"
#include "app/studio/automation.h"
#include "app/studio/display.h"
#include "app/studio/main_window.h"
#include "app/studio/open_gl.h"
#include "app/studio/options.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "engine/base/exception_error.h"
#include "engine/base/standard_streams.h"
#include "engine/base/version.h"

namespace {

constexpr int kExitUnavailable = static_cast<int>(strata::ExitCode::Unavailable);

/// Where Qt cannot open the display it would abort: the program leaves with a sentence instead.
void leaveWithoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& said) {
  if (type != QtFatalMsg) return;
  const QString why = said.simplified().remove(QStringLiteral("Reinstalling the application may fix this problem. "));
  strata::printRemark("strata-studio: the display cannot be opened (" + strata::displayAsked() + "). " +
                      why.toStdString() + strata::displayRemedy() + "\n");
  std::_Exit(kExitUnavailable);
}

/// What nobody caught, on any thread. A limit of the machine is a sentence; a bug is one, too, and leaves its core.
[[noreturn]] void leaveWithoutCatch() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::exception& thrown) {
    const strata::Error error = strata::exceptionError("The window", thrown);
    strata::printRemark("strata-studio: " + error.message + "\n");
    if (error.code != strata::ErrorCode::Internal) std::_Exit(static_cast<int>(strata::exitCodeOf(error.code)));
  } catch (...) {
  }
  std::abort();
}

/// Pictures and font files held for a moment go back to the system; left alone, malloc learns to keep their room. What
/// is smaller stays: OpenGL makes and drops thousands of such pieces at the start, and fresh pages cost a quarter of
/// it.
void keepHeapSmall() {
  constexpr int kLargeBytes = 1 << 20, kKeptBytes = 8 << 20;
  mallopt(M_MMAP_THRESHOLD, kLargeBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

}  // namespace

int main(int argc, char** argv) {
  strata::prepareStandardStreams();
  std::set_terminate(leaveWithoutCatch);
  keepHeapSmall();
  int exitCode = -1;
  const strata::StudioOptions options = strata::parseOptions(argc, argv, exitCode);
  if (exitCode >= 0) return exitCode;
  if (!strata::hasDisplay()) return strata::runWithoutScreen(argv, options.unattended());
  strata::askForOpenGl();
  qInstallMessageHandler(leaveWithoutDisplay);
  QApplication application(argc, argv);
  qInstallMessageHandler(nullptr);
  if (const auto found = strata::findOpenGl(); !found.ok()) {
    strata::printRemark("strata-studio: " + found.error().message + "\n");
    return kExitUnavailable;
  }
  QApplication::setApplicationName(QStringLiteral("Strata Studio"));
  QApplication::setOrganizationName(QStringLiteral("Strata"));
  QApplication::setDesktopFileName(QStringLiteral("strata-studio"));
  QApplication::setApplicationVersion(strata::toQt(strata::version()));
  strata::StudioStyle::shared().apply(application);
  strata::MainWindow window(options);
  strata::Automation automation(window, options);
  window.show();
  automation.start();
  return QApplication::exec();
}
