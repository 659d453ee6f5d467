#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/protocol/nearest_name.h"
#include "engine/protocol/run_check.h"
#include "engine/protocol/workload.h"

namespace strata {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Type = ParameterInfo::Type;

ExperimentInfo matmulLike() {
  ExperimentInfo info;
  info.name = "matmul";
  info.parameters = {
      {"m", "Rows", Type::Integer, KeptJson(nullptr), "n", 1, 4096, "elements", {}, "", ""},
      {"n", "Columns", Type::Integer, KeptJson(256), "", 1, 8192, "elements", {}, "", ""},
      {"scale", "Scale", Type::Number, KeptJson(1.0), "", 0.5, 2, "", {}, "", ""},
      {"order", "Order", Type::Choice, KeptJson("row"), "", 0, 0, "", {"row", "column"}, "How they lie.", ""},
      {"seed", "Seed", Type::Integer, KeptJson(1), "", 0, 0, "", {}, "", ""},
      {"note", "Note", Type::Text, KeptJson(""), "", 0, 0, "", {}, "", ""},
  };
  return info;
}

nlohmann::json resolved(const nlohmann::json& given) {
  auto values = resolveParameters(matmulLike(), given);
  EXPECT_TRUE(values.ok()) << given << (values.ok() ? "" : values.error().message);
  return values.ok() ? values.value() : nlohmann::json();
}

std::string complaintAbout(const nlohmann::json& given) {
  const auto values = resolveParameters(matmulLike(), given);
  if (values.ok()) return "none";
  EXPECT_EQ(values.error().code, ErrorCode::Usage);
  return values.error().message;
}

TEST(Parameters, DefaultsFillWhatIsNotGiven) {
  EXPECT_EQ(resolved(nlohmann::json::object()),
            nlohmann::json({{"m", 256}, {"n", 256}, {"scale", 1.0}, {"order", "row"}, {"seed", 1}, {"note", ""}}));
}

TEST(Parameters, OneFollowsAnotherUnlessGiven) {
  EXPECT_EQ(resolved({{"n", 300}})["m"], 300);
  EXPECT_EQ(resolved({{"n", 300}, {"m", 7}})["m"], 7);
  EXPECT_EQ(resolved({{"n", 300}, {"m", nullptr}})["m"], 300) << "null is not given";
}

TEST(Parameters, AChoiceMayBeWrittenInCapitals) {
  EXPECT_EQ(resolved({{"order", "COLUMN"}})["order"], "column");
  EXPECT_EQ(resolved({{"order", "Row"}})["order"], "row");
}

TEST(Parameters, ResolvingTwiceChangesNothing) {
  const nlohmann::json once = resolved({{"n", 300}, {"scale", 2}});
  EXPECT_EQ(resolved(once), once);
}

TEST(Parameters, WholeNumbersMayBeWrittenWithAPoint) {
  EXPECT_EQ(resolved({{"n", 256.0}})["n"].type(), nlohmann::json::value_t::number_integer);
  EXPECT_EQ(resolved({{"seed", -5}})["seed"], -5) << "no range, no limit";
}

TEST(Parameters, ComplaintsNameParameterValueRangeAndUnit) {
  EXPECT_THAT(complaintAbout({{"n", 0}}), AllOf(HasSubstr("Parameter n of matmul"),
                                                HasSubstr("from 1 to 8192 (elements)"), HasSubstr("0 was given")));
  EXPECT_THAT(complaintAbout({{"n", 8193}}), HasSubstr("8193 was given"));
  EXPECT_THAT(complaintAbout({{"n", 2.5}}), AllOf(HasSubstr("a whole number"), HasSubstr("2.5 was given")));
  EXPECT_THAT(complaintAbout({{"n", "256"}}), AllOf(HasSubstr("a whole number"), HasSubstr("\"256\" was given")));
  EXPECT_THAT(complaintAbout({{"n", true}}), HasSubstr("true was given"));
  EXPECT_THAT(complaintAbout({{"n", nlohmann::json::array({1})}}), HasSubstr("a list was given"));
  EXPECT_THAT(complaintAbout({{"n", 1e300}}), HasSubstr("whole number"));
  EXPECT_THAT(complaintAbout({{"n", 18446744073709551615u}}), HasSubstr("whole number"));
  EXPECT_THAT(complaintAbout({{"scale", 0.25}}), HasSubstr("a number from 0.5 to 2"));
  EXPECT_THAT(complaintAbout({{"order", "diagonal"}}), HasSubstr("one of row, column"));
  EXPECT_THAT(complaintAbout({{"order", 1}}), HasSubstr("one of row, column"));
  EXPECT_EQ(complaintAbout({{"order", "rows"}}),
            "Parameter order of matmul must be one of row, column, and \"rows\" was given. How they lie.");
  EXPECT_THAT(complaintAbout({{"note", 1}}), HasSubstr("a text"));
  EXPECT_THAT(complaintAbout(nlohmann::json::array()), HasSubstr("names with values"));
}

TEST(Parameters, ANumberTypedWithPointsOrCommasIsRefusedWithHowToWriteIt) {
  EXPECT_THAT(complaintAbout({{"n", "1.000"}}), HasSubstr("\"1.000\" was given; write 1000 or 1."));
  EXPECT_THAT(complaintAbout({{"n", "1,000"}}), HasSubstr("; write 1000 or 1."));
  EXPECT_THAT(complaintAbout({{"seed", "-1.234.567"}}), HasSubstr("; write -1234567."));
  EXPECT_THAT(complaintAbout({{"n", "2.0"}}), HasSubstr("; write 2."));
  EXPECT_THAT(complaintAbout({{"n", "1.5e3"}}), HasSubstr("; write 1500."));
  EXPECT_THAT(complaintAbout({{"n", "2.5"}}), HasSubstr("\"2.5\" was given."));
  EXPECT_THAT(complaintAbout({{"n", "1.5.0"}}), HasSubstr("\"1.5.0\" was given."));
  EXPECT_THAT(complaintAbout({{"scale", "0,8"}}), HasSubstr("\"0,8\" was given; write 0.8."));
  EXPECT_THAT(complaintAbout({{"scale", "1.234,5"}}), HasSubstr("\"1.234,5\" was given."));
  EXPECT_THAT(complaintAbout({{"note", 1}}), testing::Not(HasSubstr("write")));
}

TEST(Parameters, AFollowedValueIsCheckedToo) {
  EXPECT_THAT(complaintAbout({{"n", 5000}}),
              AllOf(HasSubstr("Parameter m"), HasSubstr("to 4096"), HasSubstr("it follows n")));
}

TEST(Parameters, UnknownNamesGetTheNearestOne) {
  EXPECT_THAT(complaintAbout({{"sclae", 1}}),
              AllOf(HasSubstr("no parameter 'sclae'"), HasSubstr("did you mean 'scale'?")));
  EXPECT_THAT(complaintAbout({{"SEED", 1}}), HasSubstr("did you mean 'seed'?"));
  EXPECT_THAT(complaintAbout({{"temperature", 1}}), HasSubstr("choose from: m, n, scale, order, seed, note."));
}

TEST(Parameters, ACircleOfFollowersIsAnErrorNotALoop) {
  ExperimentInfo info;
  info.name = "circle";
  info.parameters = {{"a", "", Type::Integer, KeptJson(nullptr), "b", 0, 0, "", {}, "", ""},
                     {"b", "", Type::Integer, KeptJson(nullptr), "a", 0, 0, "", {}, "", ""}};
  const auto values = resolveParameters(info, nlohmann::json::object());
  ASSERT_FALSE(values.ok());
  EXPECT_THAT(values.error().message, HasSubstr("nothing was given"));
}

TEST(NearestName, IsASlipOfTheFingersNotAGuess) {
  const std::vector<std::string> names{"matmul", "conv2d", "softmax"};
  EXPECT_EQ(nearestName("matmull", names), "matmul");
  EXPECT_EQ(nearestName("mtmul", names), "matmul");
  EXPECT_EQ(nearestName("MatMul", names), "matmul");
  EXPECT_EQ(nearestName("2n", std::vector<std::string>{"n2"}), "n2") << "two swapped letters are one slip";
  EXPECT_EQ(nearestName("transformer", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName(std::string(100'000, 'm'), names), "");
  EXPECT_EQ(suggestion("x", {}), "there are none here.");
  EXPECT_EQ(suggestion("x", std::vector<std::string>{"naive", "tiled", "naive"}), "choose from: naive, tiled.");
}

TEST(Parameters, HowOftenIsAmongThemAsItWasAskedFor) {
  ExperimentInfo info = matmulLike();
  info.parameters.push_back({"repeat", "Repeats", Type::Integer, KeptJson(5), "", 1, 1000, "", {}, "", ""});
  Request request;
  request.name = info.name;
  EXPECT_EQ(checkedRun(info, request).value().parameters["repeat"], 5);
  request.repeat = 2;
  EXPECT_EQ(checkedRun(info, request).value().parameters["repeat"], 2);
}

}  // namespace
}  // namespace strata
