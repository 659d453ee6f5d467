#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "layers/workloads/transformer/transformer_engine.h"
#include "tests/layers/recorded_session.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {

/// Strata's own, as this test binary's kernels were built; none of a vendor.
std::shared_ptr<const Routines> ownRoutines();

/// A model on the device that this test binary's kernels were built for (tests/kernels/test_device.h), fed by hand.
/// Where there is none, and for what it is known to fail, the test skips with the reason.
class EngineFixture : public ::testing::Test {
 protected:
  void SetUp() final;
  /// What a test needs; the device is open.
  virtual void prepare() {}

  /// nullptr, and a failed expectation, where it does not open.
  std::unique_ptr<TransformerEngine> engineOf(const std::filesystem::path& path, EngineOptions options = {});
  std::unique_ptr<TransformerEngine> engineOf(std::shared_ptr<const ModelFile> model, EngineOptions options = {});

  void read(TransformerEngine& engine, const std::vector<int>& tokens, std::int64_t position = 0);
  void step(TransformerEngine& engine, int token, std::int64_t position);
  /// The prompt and `count` most likely tokens after it.
  std::vector<int> greedy(TransformerEngine& engine, std::vector<int> prompt, std::size_t count);
  /// The same with tokens that the device chooses.
  std::vector<int> greedyAhead(TransformerEngine& engine, std::vector<int> prompt, std::size_t count);
  /// All values of a result of the graph that ran last.
  std::vector<float> result(TransformerEngine& engine, const std::string& name);

  strata::test::RecordedSession& session() { return *m_session; }

 private:
  std::optional<strata::test::RecordedSession> m_session;
  std::shared_ptr<const Routines> m_routines = ownRoutines();
  std::optional<WorkContext> m_context;
  std::optional<RunProgress> m_progress;
};

/// The greatest difference; infinite where the sizes differ.
double greatestDifference(std::span<const float> a, std::span<const float> b);

}  // namespace strata::test
