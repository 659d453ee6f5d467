#include "app/lessons/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strata {
namespace {

using ::testing::HasSubstr;

Result<Value> asked(const Reference& reference) {
  if (toText(reference) == "time(naive)") return Value{0.004, "s", Provenance::Measured};
  if (toText(reference) == "time(tiled)") return Value{0.001, "s", Provenance::Measured};
  if (toText(reference) == "modelled(naive)") return Value{0.002, "s", Provenance::Modelled};
  if (toText(reference) == "counted(sectors, naive.load1)") return Value{256, "", Provenance::Counted};
  if (toText(reference) == "set(n)") return Value{0, "", std::nullopt};
  return Error{ErrorCode::Unavailable, "no run tells " + toText(reference)};
}

Result<Value> evaluated(std::string_view text, const Formulas& formulas = {}) {
  const auto expression = parseExpression(text, formulas);
  if (!expression.ok()) return expression.error();
  return evaluate(expression.value(), asked);
}

std::string whyNot(std::string_view text, const Formulas& formulas = {}) {
  const auto value = evaluated(text, formulas);
  return value.ok() ? "it is a value" : value.error().message;
}

TEST(LessonExpression, ComputesOverValues) {
  EXPECT_DOUBLE_EQ(evaluated("time(naive) / time(tiled)").value().number, 4);
  EXPECT_DOUBLE_EQ(evaluated("1 + 2 * 3 ^ 2").value().number, 19);
  EXPECT_DOUBLE_EQ(evaluated("rint(counted(sectors, naive.load1) / 8) == 32").value().number, 1);
  EXPECT_DOUBLE_EQ(evaluated("ceil(1.2) + floor(1.8)").value().number, 3);
  EXPECT_DOUBLE_EQ(evaluated("time( naive )").value().number, 0.004);
}

TEST(LessonExpression, AFormulaStandsForItsExpression) {
  const Formulas formulas{{"factor", "time(naive) / time(tiled)"}, {"twice", "2 * factor + 1"}};
  EXPECT_DOUBLE_EQ(evaluated("twice * 10", formulas).value().number, 90);
}

TEST(LessonExpression, AFormulaMayBeNamedLikeAValue) {
  const Formulas formulas{{"time", "time(naive)"}};
  EXPECT_DOUBLE_EQ(evaluated("time * 2", formulas).value().number, 0.008);
}

TEST(LessonExpression, KeepsTheUnitWhereItCan) {
  EXPECT_EQ(evaluated("time(naive)").value().unit, "s");
  EXPECT_EQ(evaluated("time(naive) - time(tiled)").value().unit, "s");
  EXPECT_EQ(evaluated("max(time(naive), time(tiled))").value().unit, "s");
  EXPECT_EQ(evaluated("time(naive) / time(tiled)").value().unit, "");
  EXPECT_EQ(evaluated("1 - time(naive)").value().unit, "");
  EXPECT_EQ(evaluated("time(naive) - counted(sectors, naive.load1)").value().unit, "");
  EXPECT_EQ(evaluated("log2(time(naive))").value().unit, "");
}

TEST(LessonExpression, IsAsCertainAsItsLeastCertainValue) {
  EXPECT_EQ(evaluated("time(naive)").value().kind, Provenance::Measured);
  EXPECT_EQ(evaluated("modelled(naive) / time(naive)").value().kind, Provenance::Modelled);
  EXPECT_EQ(evaluated("counted(sectors, naive.load1) / time(naive)").value().kind, Provenance::Measured);
  EXPECT_EQ(evaluated("2 * 3").value().kind, std::nullopt);
}

TEST(LessonExpression, NamesEachGpuThatItIsModelledForOnce) {
  const auto onGpus = [](const Reference& reference) -> Result<Value> {
    const std::string& variant = reference.arguments.front();
    return Value{1, "s", Provenance::Modelled, {variant == "tiled" ? "RTX 4060 Ti" : "RTX 4060"}};
  };
  const auto expression = parseExpression("modelled(tiled) + modelled(naive) + modelled(coalesced)", {});
  ASSERT_TRUE(expression.ok());
  const auto value = evaluate(expression.value(), onGpus);
  EXPECT_EQ(gpuWords(value.value().gpus), "RTX 4060 Ti, RTX 4060") << "one name stands in the other";
}

TEST(LessonExpression, WhatIsMissingMayMakeNoDifference) {
  EXPECT_DOUBLE_EQ(evaluated("1 || counted(sectors, gone.load1) == 32").value().number, 1);
  EXPECT_DOUBLE_EQ(evaluated("0 && modelled(gone) > 2").value().number, 0);
  EXPECT_THAT(whyNot("0 || modelled(gone) > 2"), HasSubstr("no run tells modelled(gone)"));
  EXPECT_THAT(whyNot("modelled(gone) > 2"), HasSubstr("no run tells"));
  EXPECT_THAT(whyNot("modelled(gone)"), HasSubstr("no run tells"));
}

TEST(LessonExpression, WhatCannotBeComputedIsSaid) {
  EXPECT_THAT(whyNot(""), HasSubstr("there is nothing"));
  EXPECT_THAT(whyNot("time(naive"), HasSubstr("its words in brackets"));
  EXPECT_THAT(whyNot("time"), HasSubstr("its words in brackets"));
  EXPECT_THAT(whyNot("time()"), HasSubstr("it is time(VARIANT)"));
  EXPECT_THAT(whyNot("time(a, b)"), HasSubstr("it is time(VARIANT)"));
  EXPECT_THAT(whyNot("speed * 2"), HasSubstr("\"speed * 2\" cannot be computed"));
  EXPECT_THAT(whyNot("speed * 2"), ::testing::Not(HasSubstr("position"))) << "it is of another text";
  EXPECT_THAT(whyNot("1 +"), HasSubstr("cannot be computed"));
  EXPECT_THAT(whyNot("time(naive) / set(n)"), HasSubstr("is no number here"));
  EXPECT_THAT(whyNot(std::string(5000, '1')), HasSubstr("too long"));
}

TEST(LessonExpression, FormulasThatNeedEachOtherAreSaid) {
  EXPECT_THAT(whyNot("a", {{"a", "b + 1"}, {"b", "a + 1"}}), HasSubstr("need each other"));
  EXPECT_THAT(whyNot("a", {{"a", "a"}}), HasSubstr("need each other"));
}

TEST(LessonExpression, FormulasThatGrowAreCutOff) {
  Formulas formulas{{"a0", "1 + 1"}};
  for (int i = 1; i < 16; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    formulas["a" + std::to_string(i)] = before + "+" + before + "+" + before + "+" + before;
  }
  EXPECT_THAT(whyNot("a15", formulas), HasSubstr("too long"));
}

}  // namespace
}  // namespace strata
