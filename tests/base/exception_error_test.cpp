#include "engine/base/exception_error.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

namespace strata {
namespace {

TEST(ExceptionError, ALimitOfTheMachineIsNoBug) {
  const std::system_error noThread(std::make_error_code(std::errc::resource_unavailable_try_again));
  const Error threads = exceptionError("The run", noThread);
  EXPECT_EQ(threads.code, ErrorCode::Unavailable);
  EXPECT_TRUE(threads.message.starts_with("The run failed: the system starts no more threads")) << threads.message;
  EXPECT_NE(threads.message.find("ulimit -u, ulimit -v"), std::string::npos) << threads.message;
  const Error memory = exceptionError("The run", std::bad_alloc());
  EXPECT_EQ(memory.code, ErrorCode::OutOfMemory);
  EXPECT_EQ(memory.message.find("bug"), std::string::npos) << memory.message;
}

TEST(ExceptionError, AllElseIsABug) {
  const Error error = exceptionError("The run", std::logic_error("odd"));
  EXPECT_EQ(error.code, ErrorCode::Internal);
  EXPECT_EQ(error.message, "The run failed: odd. This is a bug in Strata.");
  const std::system_error other(std::make_error_code(std::errc::bad_file_descriptor));
  EXPECT_EQ(exceptionError("The run", other).code, ErrorCode::Internal);
}

}  // namespace
}  // namespace strata
