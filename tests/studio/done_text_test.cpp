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

TEST(FileProblemsText, CountsAllAndSaysTheFirst) {
  const std::vector<Error> errors{{ErrorCode::Io, "It ends early; what is there is shown."},
                                  {ErrorCode::Io, "1 event without a time is skipped."}};
  EXPECT_EQ(fileProblemsText(errors, QStringLiteral("a.json")).toStdString(),
            "2 problems in a.json: It ends early; what is there is shown.");
  const std::vector<Error> longer{{ErrorCode::Io, "It ends early. What is there is shown."}, errors[1], errors[1]};
  EXPECT_EQ(fileProblemsText(longer, QStringLiteral("a.json")).toStdString(), "3 problems in a.json: It ends early.");
}

}  // namespace
}  // namespace strata
