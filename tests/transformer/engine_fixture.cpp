#include "tests/transformer/engine_fixture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/operation/kernel_table.h"
#include "layers/workloads/transformer/token_sampler.h"
#include "tests/gpu/conformance_exceptions.h"
#include "tests/kernels/test_device.h"

namespace strata::test {

std::shared_ptr<const Routines> ownRoutines() {
  return std::make_shared<const Routines>(strataRoutines(findKernel));
}

void EngineFixture::SetUp() {
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto exceptions = conformanceExceptions();
  if (const auto known = exceptions.find(test.substr(0, test.find('/'))); known != exceptions.end())
    GTEST_SKIP() << known->second;
  auto device = openTestDevice();
  if (!device.ok()) GTEST_SKIP() << device.error().message;
  m_session.emplace(std::move(device).value());
  m_context.emplace(
      WorkContext{m_session->device(), m_session->recorder(), {}, [](std::string_view, double) {}, {}, {}});
  m_progress.emplace(*m_context, 1);
  prepare();
}

std::unique_ptr<TransformerEngine> EngineFixture::engineOf(const std::filesystem::path& path, EngineOptions options) {
  const auto model = opened(path);
  return model ? engineOf(model, options) : nullptr;
}

std::unique_ptr<TransformerEngine> EngineFixture::engineOf(std::shared_ptr<const ModelFile> model,
                                                           EngineOptions options) {
  if (options.capacity == 0) options.capacity = model->config().context;
  auto engine = TransformerEngine::create(std::move(model), m_session->device(), m_session->recorder(), *m_routines,
                                          options, *m_progress);
  EXPECT_TRUE(engine.ok()) << engine.error().message;
  return engine.ok() ? std::move(engine).value() : nullptr;
}

void EngineFixture::read(TransformerEngine& engine, const std::vector<int>& tokens, std::int64_t position) {
  const auto done = engine.read(tokens, position, *m_progress);
  EXPECT_TRUE(done.ok()) << done.error().message;
}

void EngineFixture::step(TransformerEngine& engine, int token, std::int64_t position) {
  const auto done = engine.step(token, position);
  EXPECT_TRUE(done.ok()) << done.error().message;
}

std::vector<int> EngineFixture::greedy(TransformerEngine& engine, std::vector<int> prompt, std::size_t count) {
  read(engine, prompt);
  for (std::size_t i = 0; i < count; ++i) {
    prompt.push_back(mostLikely(engine.logits()));
    if (i + 1 < count) step(engine, prompt.back(), std::ssize(prompt) - 1);
  }
  return prompt;
}

std::vector<int> EngineFixture::greedyAhead(TransformerEngine& engine, std::vector<int> prompt, std::size_t count) {
  const auto expectOk = [](const auto& done) { EXPECT_TRUE(done.ok()) << done.error().message; };
  read(engine, prompt);
  prompt.push_back(mostLikely(engine.logits()));
  expectOk(engine.prepareAhead());
  const std::int64_t first = std::ssize(prompt) - 1, last = first + static_cast<std::int64_t>(count) - 2;
  for (std::int64_t position = first; position <= last; ++position) {
    if (position == first) expectOk(engine.stepAhead(prompt.back(), position, false));
    if (position < last) expectOk(engine.stepAhead(std::nullopt, position + 1, false));
    const auto chosen = engine.chosen(position);
    expectOk(chosen);
    prompt.push_back(chosen.ok() ? chosen.value() : -1);
  }
  expectOk(engine.settle());
  return prompt;
}

std::vector<float> EngineFixture::result(TransformerEngine& engine, const std::string& name) {
  auto tensor = engine.download(name);
  EXPECT_TRUE(tensor.ok()) << tensor.error().message;
  return tensor.ok() ? std::move(tensor).value().values : std::vector<float>();
}

double greatestDifference(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    greatest = std::max(greatest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return greatest;
}

}  // namespace strata::test
