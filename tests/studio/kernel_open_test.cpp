#include <fstream>

#include "app/studio/message_bar.h"
#include "app/studio/session_files.h"
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

TEST_F(KernelOpenTest, OneThatCannotBeReadIsSaid) {
  openWindow();
  window().openFiles({"/nowhere/at/all.cu"});
  EXPECT_TRUE(window().messages().message().contains("all.cu"));
}

}  // namespace
}  // namespace strata
