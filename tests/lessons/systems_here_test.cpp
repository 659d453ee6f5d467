#include "app/lessons/systems_here.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace strata {
namespace {

namespace fs = std::filesystem;

class SystemsHereTest : public ::testing::Test {
 protected:
  void SetUp() override {
    m_root = fs::path(::testing::TempDir()) / ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(m_root);
    places = {
        {(m_root / "lib").string()}, {(m_root / "bin").string()}, {(m_root / "python").string()}, m_root.string()};
  }
  void TearDown() override { fs::remove_all(m_root); }

  void file(const std::string& name, const std::string& text = "x") {
    fs::create_directories((m_root / name).parent_path());
    std::ofstream(m_root / name) << text;
  }
  const SystemsHere::Found* found(const std::string& name) {
    m_here = findSystems(stackMap(), places);
    const auto at = m_here.found.find(name);
    return at == m_here.found.end() ? nullptr : &at->second;
  }

  PlacesToLook places;
  fs::path m_root;
  SystemsHere m_here;
};

TEST_F(SystemsHereTest, AnEmptyMachineHasStrataOnly) {
  const SystemsHere here = findSystems(stackMap(), places);
  for (const auto& [name, found] : here.found) EXPECT_TRUE(stackMap().find(name)->find.always) << name;
}

TEST_F(SystemsHereTest, ALibraryIsTheFileBehindItsLinks) {
  file("lib/libcublas.so.13.1.2");
  fs::create_symlink("libcublas.so.13.1.2", m_root / "lib/libcublas.so.13");
  ASSERT_NE(found("cuBLAS"), nullptr);
  EXPECT_EQ(found("cuBLAS")->version, "") << "a file's number need not be the library's";
  EXPECT_TRUE(found("cuBLAS")->where.ends_with("/lib/libcublas.so.13.1.2")) << found("cuBLAS")->where;
  EXPECT_EQ(found("rocBLAS"), nullptr);
}

TEST_F(SystemsHereTest, ADistributionTellsItsVersion) {
  file("python/torch-2.11.0.dist-info/METADATA");
  file("python/onnxruntime_gpu-1.20.1.dist-info/METADATA");
  ASSERT_NE(found("PyTorch"), nullptr);
  EXPECT_EQ(found("PyTorch")->version, "2.11.0");
}

TEST_F(SystemsHereTest, AFormatIsHereWithItsCompiler) {
  EXPECT_EQ(found("PTX"), nullptr);
  file("bin/nvcc");
  EXPECT_NE(found("nvcc"), nullptr);
  EXPECT_NE(found("PTX"), nullptr);
}

TEST_F(SystemsHereTest, OneModuleIsOpenOrNot) {
  file("sys/module/nvidia/version", "580.65.06\n");
  file("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06\n");
  ASSERT_NE(found("nvidia-open"), nullptr);
  EXPECT_EQ(found("nvidia-open")->version, "580.65.06");
  EXPECT_EQ(found("nvidia"), nullptr);
  file("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06\n");
  EXPECT_EQ(found("nvidia-open"), nullptr);
  EXPECT_NE(found("nvidia"), nullptr);
}

}  // namespace
}  // namespace strata
