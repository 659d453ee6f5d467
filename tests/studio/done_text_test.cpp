#include "app/studio/done_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace strata {
namespace {

RunResult resultOf(RunResult::Status status, const char* message = "") {
  RunResult result;
  result.status = status;
  result.message = message;
  return result;
}

TEST(DoneText, SaysWhatFailed) {
  using Status = RunResult::Status;
  const RunResult well = resultOf(Status::Ok), left = resultOf(Status::NotRun, "too slow"),
                  wrong = resultOf(Status::Failed, "mine computes a wrong result: off by 1. observe=errors looks");
  const auto said = [](std::vector<RunResult> results) { return doneText(results).toStdString(); };
  EXPECT_EQ(said({}), "run done");
  EXPECT_EQ(said({well, left}), "run done");
  EXPECT_EQ(said({wrong}), "run failed: mine computes a wrong result: off by 1");
  EXPECT_EQ(said({left, wrong}), "run failed: mine computes a wrong result: off by 1");
  EXPECT_EQ(said({wrong, well, well}), "run done, failed: 1 of 3; mine computes a wrong result: off by 1");
}

}  // namespace
}  // namespace strata
