#include "engine/base/toolkits.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

namespace strata {
namespace {

using Places = std::vector<std::string>;

/// Without what this machine's own environment says of toolkits.
class Toolkits : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "ROCM_PATH", "ROCM_HOME"}) {
      if (const char* value = std::getenv(variable)) m_before[variable] = value;
      ::unsetenv(variable);
    }
  }
  void TearDown() override {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "ROCM_PATH", "ROCM_HOME"}) ::unsetenv(variable);
    for (const auto& [variable, value] : m_before) ::setenv(variable.c_str(), value.c_str(), 1);
  }

 private:
  std::map<std::string, std::string> m_before;
};

TEST_F(Toolkits, ToldFoldersComeBeforePathForProgramsAndAfterTheLinkerForLibraries) {
  ::setenv("CUDA_HOME", "/told/cuda", 1);
  ::setenv("CUDA_PATH", "/also/told", 1);
  const Toolkit cuda = cudaToolkit();
  EXPECT_EQ(cuda.told, (Places{"/told/cuda", "/also/told"}));
  const Places nvcc = cuda.program("nvcc");
  EXPECT_EQ((Places{nvcc.begin(), nvcc.begin() + 3}), (Places{"/told/cuda/bin/nvcc", "/also/told/bin/nvcc", "nvcc"}));
  const Places files = cuda.library({"libcublas.so.13", "libcublas.so.12"});
  EXPECT_EQ((Places{files.begin(), files.begin() + 4}),
            (Places{"libcublas.so.13", "libcublas.so.12", "/told/cuda/lib64/libcublas.so.13",
                    "/told/cuda/lib64/libcublas.so.12"}));
}

TEST_F(Toolkits, RocmsLibrariesLieInLibAndUsualFoldersOnlyWhereTheyAre) {
  ::setenv("ROCM_PATH", "", 1);
  ::setenv("ROCM_HOME", "/told/rocm", 1);
  const Toolkit rocm = rocmToolkit();
  EXPECT_EQ(rocm.told, Places{"/told/rocm"}) << "an empty variable says nothing";
  EXPECT_EQ(rocm.library({"libamdhip64.so.10"})[1], "/told/rocm/lib/libamdhip64.so.10");
  EXPECT_EQ(rocm.folders("include").front(), "/told/rocm/include");
  for (const Toolkit& toolkit : {rocm, cudaToolkit()})
    for (const std::string& folder : toolkit.usual) EXPECT_TRUE(std::filesystem::is_directory(folder)) << folder;
}

}  // namespace
}  // namespace strata
