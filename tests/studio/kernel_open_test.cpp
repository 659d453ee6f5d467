#include <QMenu>
#include <algorithm>
#include <fstream>

#include "app/studio/message_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/start_page.h"
#include "app/studio/ui_text.h"
#include "kernel_desk_fixture.h"

// A kernel's file comes into the editor by whatever way files come into the window.

namespace strata {
namespace {

class KernelOpenTest : public KernelDeskTest {
 protected:
  QString kernelFile(const char* name) {
    const std::string file = temporary(name);
    std::ofstream(file) << "__global__ void " << QFileInfo(name).baseName().toStdString()
                        << "(const float* a, const float* b, float* c, int n) { c[0] = n; }\n";
    return QString::fromStdString(file);
  }
  void expectInEditor(const char* name) {
    EXPECT_TRUE(text().isVisible()) << name;
    EXPECT_EQ(desk().draft().fileName(), name);
    EXPECT_TRUE(desk().draft().saved) << name;
    EXPECT_EQ(window().messages().message(), QString()) << name;
    EXPECT_FALSE(window().session().opening()) << name;
  }
};

TEST_F(KernelOpenTest, ByNameByTheFileMenuAndByDropping) {
  openWindow();
  window().openFiles({kernelFile("named.cu")});
  expectInEditor("named.cu");
  emit window().files().chosen({kernelFile("chosen.hip")});
  expectInEditor("chosen.hip");
  drop({kernelFile("dropped.cpp").toStdString()});
  expectInEditor("dropped.cpp");
  EXPECT_TRUE(window().session().results().empty()) << "nothing runs unasked";
}

TEST_F(KernelOpenTest, OneThatWasOpenedIsARecentFileThatOpensInTheEditor) {
  openWindow();
  const QString first = kernelFile("first.cu"), second = kernelFile("second.hip");
  window().openFiles({first});
  drop({second.toStdString()});
  EXPECT_EQ(window().files().recent(), (QStringList{second, first}));
  const auto menus = window().findChildren<QMenu*>();
  const auto menu = std::ranges::find(menus, say(Msg::StudioOpenRecent), &QMenu::title);
  ASSERT_NE(menu, menus.end());
  ASSERT_EQ((*menu)->actions().size(), 2);
  (*menu)->actions()[1]->trigger();
  expectInEditor("first.cu");
  EXPECT_EQ(window().files().recent(), (QStringList{first, second}));
  emit window().start().started({StartAct::Kind::Recent, 1});
  expectInEditor("second.hip");
}

TEST_F(KernelOpenTest, OneThatCannotBeReadIsSaid) {
  openWindow();
  window().openFiles({"/nowhere/at/all.cu"});
  EXPECT_TRUE(window().messages().message().contains("all.cu"));
  EXPECT_TRUE(window().files().recent().isEmpty());
}

TEST_F(KernelOpenTest, AFileOfAnotherKindIsRefusedWithAllThatOpens) {
  openWindow();
  const std::string notes = temporary("notes.txt"), trace = temporary("none.pftrace");
  for (const std::string& file : {notes, trace}) std::ofstream(file) << "to be done";
  const auto refusal = [this](const std::string& file) {
    window().openFiles({QString::fromStdString(file)});
    EXPECT_TRUE(waitUntil([&] { return window().messages().message().contains(QFileInfo(toQt(file)).fileName()); }));
    return window().messages().message();
  };
  const QString said = refusal(notes);
  for (const char* kind : {"Traces (*.pftrace", "CUDA, HIP C++ (*.cu", "Lessons (*.lesson)"})
    EXPECT_TRUE(said.contains(kind)) << said.toStdString();
  EXPECT_FALSE(refusal(trace).contains("*.cu")) << "its name says what it should be";
}

}  // namespace
}  // namespace strata
