#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "layers/workloads/cnn/cnn_workload.h"
#include "tests/layers/recorded_session.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {

/// The CPU device with our own kernels.
class CnnFixture : public ::testing::Test {
 protected:
  static std::filesystem::path ourModel();
  static std::filesystem::path ourPicture(int digit);

  /// Runs the workload; parameters beside model and image may follow.
  Result<void> run(const std::filesystem::path& model, const std::filesystem::path& image, nlohmann::json more = {});
  std::string refusal(const std::filesystem::path& model, const std::filesystem::path& image,
                      const nlohmann::json& more = {});

  /// Every stage's values of one walk, by tensor name; empty, and a failed expectation, where it cannot be run.
  std::map<std::string, std::vector<float>> walk(const OnnxGraph& graph, std::span<const float> picture,
                                                 std::string_view variant);

  strata::test::RecordedSession m_session{openCpu()};
  std::shared_ptr<const Routines> m_routines = ownRoutines();
  CnnWorkload m_workload{m_routines};

 private:
  static std::unique_ptr<Device> openCpu();
  static std::shared_ptr<const Routines> ownRoutines();
};

/// The graph, or a failed expectation and an empty one.
OnnxGraph graphOf(const std::filesystem::path& path);

}  // namespace strata::test
