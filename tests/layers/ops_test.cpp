#include "layers/framework/ops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/common/current_call.h"
#include "tests/layers/recorded_session.h"
#include "tests/layers/scripted_ladder.h"

namespace strata {
namespace {

using test::RecordedSession;
using test::scriptedOperation;
using ::testing::HasSubstr;

class OpsTest : public ::testing::Test {
 protected:
  Tensor tensor(std::string_view name, std::int64_t rows, std::int64_t cols) {
    return makeTensor(m_session.device(), {.name = name, .shape = {rows, cols}}, MemoryKind::Device).value();
  }
  Result<PreparedOp> prepare(std::string_view variant = {}) {
    return m_ops.prepare(scriptedOperation(), m_problem, std::vector{m_a.place(), m_b.place(), m_c.place()}, variant);
  }
  void run(std::string_view variant = {}) {
    auto op = prepare(variant);
    ASSERT_TRUE(op.ok()) << op.error().message;
    ASSERT_TRUE(m_ops.start(op.value(), *m_stream).ok());
  }

  RecordedSession m_session{createNullDevice(test::rightScript())};
  std::shared_ptr<Routines> m_routines = test::scriptedRoutines();
  Ops m_ops{m_session.recorder(), m_session.device(), *m_routines};
  std::unique_ptr<Stream> m_stream = m_session.device().createStream().value();
  Problem m_problem = Problem(scriptedOperation().parameters).set("m", 3).set("n", 5).set("k", 4);
  Tensor m_a = tensor("A", 3, 4), m_b = tensor("B", 4, 5), m_c = tensor("C", 3, 5);
};

TEST_F(OpsTest, TensorThatIsTooSmallIsNamed) {
  m_b = tensor("B", 4, 4);
  const auto op = prepare();
  ASSERT_FALSE(op.ok());
  EXPECT_EQ(op.error().code, ErrorCode::Usage);
  EXPECT_EQ(op.error().storey, Storey::Framework);
  EXPECT_THAT(op.error().message, HasSubstr("B (4×5) needs 80 bytes"));
}

TEST_F(OpsTest, UnknownVariantIsRefused) {
  EXPECT_EQ(prepare("fastest").error().code, ErrorCode::Usage);
}

TEST_F(OpsTest, ChoosesTheLastStepThatIsReadyAndSaysWhy) {
  m_routines->push_back(
      std::make_unique<StrataRoutine>(scriptedOperation(), test::missingStep(), test::scriptedKernel));
  run();
  const auto snapshot = m_session.read();
  const auto ops = test::eventsWhere(*snapshot, [](const TraceEvent& e) { return e.storey == Storey::Framework; });
  ASSERT_EQ(ops.size(), 1u);
  EXPECT_EQ(snapshot->text(ops[0], "variant"), "tiled");
  EXPECT_THAT(std::string(snapshot->text(ops[0], "reason")), HasSubstr("last step"));
  EXPECT_EQ(snapshot->number(ops[0], "flop"), 2.0 * 3 * 4 * 5);
  EXPECT_EQ(snapshot->number(ops[0], "k"), 4);
}

/// A vendor's: does what a step does.
class VendorRoutine final : public Routine {
 public:
  explicit VendorRoutine(bool ready) : m_ready(ready) {}
  const Operation& operation() const override { return m_step.operation(); }
  std::string_view variant() const override { return "library"; }
  std::string provider() const override { return "SomeBLAS"; }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override {
    if (!m_ready) return Error{ErrorCode::Unavailable, "SomeBLAS is not here"};
    return m_step.supports(device, problem);
  }
  Cost cost(const Problem& problem) const override { return m_step.cost(problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    return m_step.bind(device, problem, tensors);
  }

 private:
  bool m_ready;
  StrataRoutine m_step{scriptedOperation(), scriptedOperation().steps.front(), test::scriptedKernel};
};

TEST_F(OpsTest, ALibraryGoesBeforeTheStepsWhereverItStandsAndIsNamed) {
  for (const bool ready : {false, true}) {
    m_routines->insert(m_routines->begin(), std::make_unique<VendorRoutine>(ready));
    run();
    const auto snapshot = m_session.read();
    const auto ops = test::eventsWhere(*snapshot, [](const TraceEvent& e) { return e.storey == Storey::Framework; });
    ASSERT_FALSE(ops.empty());
    EXPECT_EQ(snapshot->text(ops.back(), "variant"), ready ? "library" : "tiled");
    EXPECT_THAT(std::string(snapshot->text(ops.back(), "reason")), HasSubstr(ready ? "SomeBLAS" : "last step"));
  }
}

TEST_F(OpsTest, OpOutsideACallOpensOneAndEndsIt) {
  run("tiled");
  EXPECT_EQ(currentCall(), CallId::None);
  const auto snapshot = m_session.read();
  const auto kernels = test::eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_NE(kernels[0].call, CallId::None);
}

TEST_F(OpsTest, CopyOfAnotherShapeIsRefused) {
  const Tensor host = makeTensor(m_session.device(), {.name = "A", .shape = {4, 3}}, MemoryKind::Pinned).value();
  EXPECT_EQ(m_ops.upload(*m_stream, host, m_a).error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace strata
