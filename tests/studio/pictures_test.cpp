#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <set>

#include "app/studio/comparer.h"
#include "app/studio/layouts.h"
#include "app/studio/picture.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/studio_style.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// The pictures of docs/images: the README cannot show what is not there. `./dev pictures` keeps them.
class PicturesTest : public WindowTest {
 protected:
  ~PicturesTest() override { StudioStyle::shared().setLight(false); }

  void run(const std::string& experiment, const std::vector<std::string>& set) {
    ASSERT_TRUE(window().chooseExperiment(experiment));
    ASSERT_TRUE(window().fillForm(set).ok());
    window().runs().run();
    ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
    ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
    ASSERT_FALSE(window().session().results().empty());
  }
  /// With that dock in front of its place.
  void keep(const char* layout, const char* dock, const char* name) {
    window().resize(1920, 1080);
    ASSERT_TRUE(window().layouts().apply(std::string(layout)));
    waitUntilPanelsRest();
    auto* const wanted = window().findChild<QDockWidget*>(QString::fromLatin1(dock));
    ASSERT_NE(wanted, nullptr) << dock;
    window().layouts().bringToFront(*wanted);
    ASSERT_TRUE(waitUntil([&] { return window().layouts().inFrontOf(*wanted) == wanted; })) << dock;
    waitUntilPanelsRest();
    const QImage image = grabWindow(window());
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
      for (int x = 0; x < image.width(); x += 3) colours.insert(image.pixel(x, y));
    EXPECT_GT(colours.size(), 60u) << name;
    const QString folder = qEnvironmentVariable("STRATA_PICTURES", QString::fromStdString(temporary("")));
    EXPECT_TRUE(image.save(QDir(folder).filePath(QStringLiteral("%1.png").arg(QString::fromLatin1(name)))));
  }
};

TEST_F(PicturesTest, MatrixProduct) {
  openWindow();
  run("matmul", {"n=512", "model_gpu=none"});
  keep("overview", "StackDock", "studio");
  StudioStyle::shared().setLight(true);
  keep("overview", "StackDock", "light");
  StudioStyle::shared().setLight(false);
}

TEST_F(PicturesTest, CountedLines) {
  openWindow();
  run("matmul", {"n=64", "observe=memory"});
  keep("kernel", "KernelDock", "kernel");
}

TEST_F(PicturesTest, Transformer) {
  openWindow();
  run("transformer", {"prompt=Once upon a time", "tokens=64"});
  ASSERT_TRUE(window().layouts().apply(std::string("transformer")));
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.table != nullptr; })) << "Statistics in front";
  keep("transformer", "TokensDock", "transformer");
}

TEST_F(PicturesTest, TwoSessionsSideBySide) {
  openWindow();
  run("matmul", {"n=128"});
  window().comparer().keep();
  run("matmul", {"n=192"});
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  keep("compare", "CompareDock", "compare");
}

}  // namespace
}  // namespace strata
