#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "layers/model/transformer_engine.h"
#include "tests/layers/recorded_session.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {

/// The CPU agent's routines without a vendor's.
std::shared_ptr<const Routines> ownRoutines();

/// A model on the CPU device, fed by hand.
class EngineFixture : public ::testing::Test {
 protected:
  /// nullptr, and a failed expectation, where it does not open.
  std::unique_ptr<TransformerEngine> engineOf(const std::filesystem::path& path, EngineOptions options = {});
  std::unique_ptr<TransformerEngine> engineOf(std::shared_ptr<const ModelFile> model, EngineOptions options = {});

  void read(TransformerEngine& engine, const std::vector<int>& tokens, std::int64_t position = 0);
  void step(TransformerEngine& engine, int token, std::int64_t position);
  /// The prompt and `count` most likely tokens after it.
  std::vector<int> greedy(TransformerEngine& engine, std::vector<int> prompt, std::size_t count);
  /// All values of a result of the graph that ran last.
  std::vector<float> result(TransformerEngine& engine, const std::string& name);

  strata::testing::RecordedSession& session() { return m_session; }

 private:
  strata::testing::RecordedSession m_session{openCpu()};
  std::shared_ptr<const Routines> m_routines = ownRoutines();
  WorkContext m_context{m_session.device(), m_session.recorder(), {}, [](std::string_view, double) {}, {}, {}};
  RunProgress m_progress{m_context, 1};

  static std::unique_ptr<Device> openCpu();
};

/// The greatest difference; infinite where the sizes differ.
double greatestDifference(std::span<const float> a, std::span<const float> b);

}  // namespace strata::test
