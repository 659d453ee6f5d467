#include "tests/kernels/operation_conformance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>

#include "kernels/operation/bound_launch.h"
#include "kernels/operation/kernel_table.h"
#include "kernels/operation/tensor_values.h"
#include "tests/kernels/test_device.h"

namespace strata {
namespace {

constexpr std::size_t kMargin = 256;  // bytes before and after each tensor; keeps the alignment of an allocation
constexpr std::byte kSentinel{0xA5};
constexpr std::byte kNaN{0xFF};  // four of them are a NaN in fp32, two in fp16 and bf16

/// A tensor in the middle of a larger buffer, so that an access outside shows.
struct Guarded {
  TensorInfo info;
  std::byte around;
  std::unique_ptr<Buffer> host, device;

  Guarded(Device& d, TensorInfo tensor, std::byte margin) : info(std::move(tensor)), around(margin) {
    host = std::move(d.allocate(info.bytes() + 2 * kMargin, MemoryKind::Pageable)).value();
    device = std::move(d.allocate(info.bytes() + 2 * kMargin, MemoryKind::Device)).value();
    std::memset(host->data(), std::to_integer<int>(margin), host->bytes());
    std::memset(inside(), std::to_integer<int>(kNaN), info.bytes());
  }
  std::byte* inside() const { return static_cast<std::byte*>(host->data()) + kMargin; }
  void* onDevice() const { return static_cast<std::byte*>(device->data()) + kMargin; }

  void expectMarginUntouched() const {
    const auto* all = static_cast<const std::byte*>(host->data());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kMargin; ++i) wrong += (all[i] != around) + (all[kMargin + info.bytes() + i] != around);
    EXPECT_EQ(wrong, 0u) << "bytes around " << info.name << " were written";
  }
};

/// All that one run of a step works on.
class StepRun {
 public:
  StepRun(Device& device, const Operation& operation, const Step& step, const Problem& problem)
      : m_device(device), m_operation(operation), m_problem(problem), m_plan(step.plan(problem)) {
    m_stream = std::move(device.createStream()).value();
    const std::vector<TensorInfo> tensors = operation.tensors(problem);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      const bool output = i + 1 == tensors.size();
      m_tensors.emplace_back(device, tensors[i], output ? kSentinel : kNaN);
      if (output) break;
      m_inputs.push_back(makeInput(tensors[i], 1234 + i));
      encodeValues(tensors[i].type, m_inputs.back(), m_tensors.back().inside());
    }
    m_output = m_tensors.size() - 1;
    for (const TensorInfo& tensor : m_plan.workspace) m_tensors.emplace_back(device, tensor, kNaN);
  }

  void launch() {
    for (const Guarded& tensor : m_tensors)
      ASSERT_TRUE(m_stream->copy(*tensor.device, *tensor.host, tensor.host->bytes()).ok());
    for (const KernelLaunch& each : m_plan.launches) {
      const Result<void> started = launchOne(each);
      ASSERT_TRUE(started.ok()) << each.kernel << ": " << started.error().message;
    }
    for (const Guarded& tensor : m_tensors)
      ASSERT_TRUE(m_stream->copy(*tensor.host, *tensor.device, tensor.host->bytes()).ok());
    const Result<void> finished = m_stream->synchronize();
    ASSERT_TRUE(finished.ok()) << finished.error().message;
  }

  void expectRight() const {
    const Guarded& output = m_tensors[m_output];
    std::vector<double> truth(static_cast<std::size_t>(output.info.elements()));
    const std::vector<TensorValues> inputs(m_inputs.begin(), m_inputs.end());
    m_operation.reference(m_problem, inputs, 0, m_operation.units(m_problem), truth);
    const std::vector<float> values = decodeValues(output.info.type, output.inside(), truth.size());
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      difference += std::pow(static_cast<double>(values[i]) - truth[i], 2);
      size += truth[i] * truth[i];
    }
    EXPECT_LE(std::sqrt(size > 0 ? difference / size : difference), m_operation.limit(m_problem));
  }

  void expectInside() const {
    for (const Guarded& tensor : m_tensors) tensor.expectMarginUntouched();
  }

 private:
  static std::vector<float> makeInput(const TensorInfo& tensor, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
    if (tensor.formula) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = tensor.formula(static_cast<std::int64_t>(i));
      return values;
    }
    const auto range = static_cast<float>(tensor.range);
    std::uniform_real_distribution<float> uniform(tensor.fill == TensorInfo::Fill::Positive ? 0.0f : -range, range);
    for (float& value : values)
      value = tensor.fill == TensorInfo::Fill::Indices
                  ? static_cast<float>(random() % static_cast<std::uint64_t>(tensor.range))
                  : roundTo(tensor.type, uniform(random));
    return values;
  }

  Result<void> launchOne(const KernelLaunch& each) {
    std::vector<void*> tensors;
    for (const Guarded& tensor : m_tensors) tensors.push_back(tensor.onDevice());
    STRATA_ASSIGN(BoundLaunch bound, BoundLaunch::bind(m_device, each, findKernel(each.kernel), tensors));
    return bound.start(*m_stream);
  }

  Device& m_device;
  const Operation& m_operation;
  const Problem& m_problem;
  StepPlan m_plan;
  std::vector<std::vector<float>> m_inputs;
  std::vector<Guarded> m_tensors;
  std::size_t m_output = 0;
  std::unique_ptr<Stream> m_stream;  // destroyed first: it may still work on the others
};

std::string caseName(const LadderCase& values) {
  std::string name;
  for (const auto& [parameter, value] : values)
    name += (name.empty() ? "" : "_") + std::string(parameter) + std::to_string(value);
  return name.empty() ? "defaults" : name;
}

class ConformanceTest : public testing::Test {
 public:
  ConformanceTest(const Operation& operation, const Step& step, LadderCase values)
      : m_operation(operation), m_step(step), m_values(std::move(values)) {}
  void TestBody() override { checkStep(m_operation, m_step, m_values); }

 private:
  const Operation& m_operation;
  const Step& m_step;
  LadderCase m_values;
};

}  // namespace

Problem problemOf(const Operation& operation, const LadderCase& values) {
  Problem problem(operation.parameters);
  for (const auto& [name, value] : values) problem.set(name, value);
  return problem;
}

void checkStep(const Operation& operation, const Step& step, const LadderCase& values) {
  const auto device = openTestDevice();
  if (!device.ok()) GTEST_SKIP() << device.error().message;
  const Problem problem = problemOf(operation, values);
  if (operation.misfit) {
    ASSERT_EQ(operation.misfit(problem), "") << "this case is no operation";
  }
  if (const std::string refusal = step.refusal ? step.refusal(device.value()->info(), problem) : ""; !refusal.empty())
    GTEST_SKIP() << refusal;
  StepRun run(*device.value(), operation, step, problem);
  ASSERT_NO_FATAL_FAILURE(run.launch());
  run.expectRight();
  run.expectInside();
}

/// Each suite is a process of its own, and each registers all: what steps have in common is made once.
bool registerConformanceTests(const Operation& operation, std::vector<LadderCase> cases) {
  const auto kept = std::make_shared<const std::vector<LadderCase>>(std::move(cases));
  std::vector<std::string> names;
  for (const LadderCase& values : *kept) names.push_back(caseName(values));
  for (const Step& step : operation.steps) {
    const std::string suite = std::string(operation.name) + "_" + std::string(step.name);
    for (std::size_t i = 0; i < names.size(); ++i)
      testing::RegisterTest(suite.c_str(), names[i].c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [&operation, &step, kept, i]() -> ConformanceTest* {
                              return new ConformanceTest(operation, step, (*kept)[i]);
                            });
  }
  return true;
}

}  // namespace strata
