#include <nlohmann/json.hpp>

#include <gmock/gmock.h>
#include <unistd.h>

#include <string>

#include "app/session/session.h"
#include "engine/backends/gpu/gpu_device.h"

// What goes wrong on a GPU ends its agent, is said with the kernel's name, and the next run works on a new one.

namespace strata {
namespace {

using testing::HasSubstr;

Request kernel(const std::string& name) {
  Request request;
  request.name = "faults";
  *request.parameters = {{"kernel", name}};
  return request;
}

class GpuFault : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto device = openGpuDevice(0); !device.ok()) GTEST_SKIP() << device.error().message;
    ASSERT_TRUE(m_session
                    .start("exec \"$(dirname \"$(readlink /proc/" + std::to_string(::getpid()) +
                           "/exe)\")\"/" FAULTY_AGENT " --hang-limit 3")
                    .ok());
  }

  Error errorOf(const std::string& name) {
    const auto id = m_session.run(kernel(name));
    if (!id.ok()) return id.error();
    const auto answer = m_session.wait(id.value());
    return answer.ok() ? answer.value().error : answer.error();
  }

  void expectTheNextRunWorks() {
    m_session.finish();
    const auto id = m_session.run(kernel("fill"));
    ASSERT_TRUE(id.ok()) << id.error().message;
    const auto answer = m_session.wait(id.value());
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer.value().status, Answer::Status::Done);
  }

  Session m_session;
};

TEST_F(GpuFault, AnEndlessKernel) {
  const Error error = errorOf("endless");
  EXPECT_EQ(error.code, ErrorCode::AgentDied);
  EXPECT_EQ(error.storey, Storey::Hardware);
  EXPECT_THAT(error.message, HasSubstr("works on endless<1>"));
  expectTheNextRunWorks();
}

TEST_F(GpuFault, AnIllegalAddress) {
  const Error error = errorOf("strays");
  EXPECT_EQ(error.storey, Storey::Hardware);
  EXPECT_THAT(error.message, HasSubstr("strays"));
  EXPECT_THAT(error.message, HasSubstr("illegal"));
  expectTheNextRunWorks();
}

}  // namespace
}  // namespace strata
