#include <QComboBox>
#include <QPushButton>
#include <cstdlib>
#include <filesystem>

#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/source_panel.h"
#include "app/words/messages.h"
#include "window_fixture.h"

namespace strata {
namespace {

class ForeignTest : public WindowTest {
 protected:
  static std::string trace() {
    const char* folder = std::getenv("STRATA_TEST_DATA");
    const std::filesystem::path data =
        folder ? std::filesystem::path(folder) : std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
    return data / "traces/nv_h100_qwen1.5-0.5b.json.gz";
  }
};

// Another tool's trace is of none of Strata's experiments, and of a device that need not be here.
TEST_F(ForeignTest, TheWindowShowsItsDeviceAndNothingOfTheExperimentInTheForm) {
  if (!std::filesystem::exists(trace()))
    GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  StudioOptions options;
  options.quitWhenDone = true;
  MainWindow window(options);
  window.show();
  window.files().open(QString::fromStdString(trace()));
  ASSERT_TRUE(waitUntil([&] { return window.session().origin().has_value(); }));
  EXPECT_TRUE(window.findChild<QComboBox*>("Device")->currentText().contains("H100"));
  EXPECT_FALSE(window.runs().probeStarted());
  EXPECT_EQ(window.scene().state().session.experiment, nullptr);
  EXPECT_TRUE(window.findChild<SourcePanel*>()->source().isEmpty());
  ASSERT_TRUE(window.chooseExperiment("softmax"));
  EXPECT_FALSE(window.findChild<SourcePanel*>()->source().isEmpty()) << "what would run next";
}

}  // namespace
}  // namespace strata
