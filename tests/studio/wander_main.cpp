// A person who tries everything for as long as wanted. No test of ctest's: it takes its time.
//   xvfb-run -a -s "-screen 0 1920x1080x24" studio_wander_test --seed 7 --minutes 60

#include <QApplication>
#include <QCommandLineParser>
#include <QDirIterator>
#include <cstdio>

#include "app/studio/display.h"
#include "app/studio/open_gl.h"
#include "app/studio/studio_style.h"
#include "wanderer.h"

namespace {

QStringList tracesIn(const QString& folder) {
  QStringList paths;
  for (QDirIterator at(folder, QDir::Files); at.hasNext();) paths << at.next();
  paths.sort();
  return paths;
}

}  // namespace

int main(int argc, char** argv) {
  if (!strata::hasDisplay()) return strata::runWithoutScreen(argv, true);
  strata::askForOpenGl();
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Strata"));
  QApplication::setApplicationName(QStringLiteral("Wanderer"));
  QApplication::setQuitOnLastWindowClosed(false);
  strata::StudioStyle::shared().apply(application);
  QCommandLineParser options;
  options.addHelpOption();
  options.addOptions({{"seed", "What is done follows from it.", "number", "1"},
                      {"minutes", "How long.", "number", "1"},
                      {"hang", "The window may be held up so long, in milliseconds.", "number", "1000"},
                      {"data", "Folder with traces/ of other tools.", "folder",
                       qEnvironmentVariable("STRATA_TEST_DATA", QStringLiteral(STRATA_SOURCE_DIR "/../shared/data"))}});
  options.process(application);
  const auto seed = options.value("seed").toULongLong();
  std::printf("seed %llu, %s minutes\n", seed, qPrintable(options.value("minutes")));
  strata::Wanderer wanderer(seed, tracesIn(options.value("data") + QStringLiteral("/traces")),
                            options.value("hang").toLongLong());
  wanderer.wander(options.value("minutes").toDouble());
  for (const QString& finding : wanderer.findings()) std::printf("%s\n", qPrintable(finding));
  std::printf("%lld findings\n", static_cast<long long>(wanderer.findings().size()));
  return wanderer.findings().isEmpty() ? 0 : 1;
}
