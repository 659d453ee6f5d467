#include "layers/framework/ops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/hardware/current_call.h"
#include "tests/layers/recorded_session.h"
#include "tests/layers/scripted_matmul.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using testing::RecordedSession;

class OpsTest : public ::testing::Test {
 protected:
  Tensor tensor(std::string name, std::int64_t rows, std::int64_t cols) {
    return makeTensor(m_session.device(), std::move(name), rows, cols, MemoryKind::Device).value();
  }

  RecordedSession m_session{createNullDevice(testing::rightScript())};
  MatmulRoutines m_routines = testing::scriptedRoutines();
  Ops m_ops{m_session.recorder(), m_routines};
  std::unique_ptr<Stream> m_stream = m_session.device().createStream().value();
  Tensor m_a = tensor("A", 3, 4), m_b = tensor("B", 4, 5), m_c = tensor("C", 3, 5);
};

TEST_F(OpsTest, ShapesThatDoNotFitAreNamed) {
  const auto result = m_ops.matmul(*m_stream, m_b, m_a, m_c);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::Usage);
  EXPECT_EQ(result.error().storey, Storey::Framework);
  EXPECT_THAT(result.error().message, HasSubstr("B (4×5) and A (3×4)"));
}

TEST_F(OpsTest, UnknownVariantIsRefused) {
  EXPECT_EQ(m_ops.matmul(*m_stream, m_a, m_b, m_c, "fastest").error().code, ErrorCode::Usage);
}

TEST_F(OpsTest, ChoosesTheLastStepThatIsReadyAndSaysWhy) {
  m_routines.push_back(std::make_unique<StrataMatmul>(matmulSteps()[0], KernelEntry{}));  // not built for this device
  ASSERT_TRUE(m_ops.matmul(*m_stream, m_a, m_b, m_c).ok());
  const auto snapshot = m_session.read();
  const auto ops = testing::eventsWhere(*snapshot, [](const TraceEvent& e) { return e.storey == Storey::Framework; });
  ASSERT_EQ(ops.size(), 1u);
  EXPECT_EQ(snapshot->text(ops[0], "variant"), matmulSteps().back().name);
  EXPECT_THAT(std::string(snapshot->text(ops[0], "reason")), HasSubstr("last step"));
  EXPECT_EQ(snapshot->number(ops[0], "flop"), 2.0 * 3 * 4 * 5);
}

TEST_F(OpsTest, OpOutsideACallOpensOneAndEndsIt) {
  ASSERT_TRUE(m_ops.matmul(*m_stream, m_a, m_b, m_c, "tiled").ok());
  EXPECT_EQ(currentCall(), CallId::None);
  const auto snapshot = m_session.read();
  const auto kernels = testing::eventsWhere(*snapshot, [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_NE(kernels[0].call, CallId::None);
}

TEST_F(OpsTest, CopyOfAnotherShapeIsRefused) {
  const Tensor host = makeTensor(m_session.device(), "A", 4, 3, MemoryKind::Pinned).value();
  EXPECT_EQ(m_ops.upload(*m_stream, host, m_a).error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace strata
