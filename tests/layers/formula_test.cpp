#include "layers/workloads/kernel/formula.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace strata {
namespace {

using testing::HasSubstr;
using testing::Not;

class Formulas : public testing::Test {
 protected:
  Formulas() {
    m_names.numbers = {{"n", &m_n}, {"i", &m_i}};
    m_names.tensors = {{"x", &m_x}, {"A", &m_a}};
  }
  double valueOf(std::string_view text, Division division = Division::Exact) const {
    const auto formula = Formula::parse(text, m_names, division);
    EXPECT_TRUE(formula.ok()) << formula.error().message;
    return formula.ok() ? formula.value().value() : std::nan("");
  }
  std::string refusal(std::string_view text) const {
    const auto formula = Formula::parse(text, m_names, Division::Exact);
    EXPECT_FALSE(formula.ok()) << text;
    return formula.ok() ? "" : formula.error().message;
  }

  double m_n = 5, m_i = 2;
  std::vector<double> m_line{10, 20, 30, 40, 50}, m_table{1, 2, 3, 4, 5, 6};
  ElementReader m_x{{5}, m_line}, m_a{{2, 3}, m_table};
  FormulaNames m_names;
};

TEST_F(Formulas, ReadElements) {
  EXPECT_EQ(valueOf("x[i] + x[ i - 1 ]"), 50);
  EXPECT_EQ(valueOf("A[1][0] * 2.5f"), 10);
  EXPECT_EQ(valueOf("A[1] [2]"), 6);
  EXPECT_EQ(valueOf("x[x[0] / 4]"), 30);  // whole in an index
  EXPECT_EQ(valueOf("x[-1] + x[n] + A[0][3]"), 0);
}

TEST_F(Formulas, DivideAsTheyAreTold) {
  EXPECT_EQ(valueOf("n / 2"), 2.5);
  EXPECT_EQ(valueOf("(n + 255) / 256 * 256", Division::Whole), 256);
  EXPECT_EQ(valueOf("-1 % n"), 4);
}

TEST_F(Formulas, SumAndSeekExtremesOverACount) {
  EXPECT_EQ(valueOf("sum(k < n, x[k])"), 150);
  EXPECT_EQ(valueOf("sum(r < 2, sum(c < 3, A[r][c] * r))"), 15);
  EXPECT_EQ(valueOf("max(k < n, -x[k]) + min(k < 2, A[k][1])"), -8);
  EXPECT_EQ(valueOf("max(3, x[0])"), 10);
  EXPECT_EQ(valueOf("sum(k < i, 1) / 4"), 0.5);
  EXPECT_EQ(valueOf("x[sum(k < 7, 1) / 2]"), 40);
  EXPECT_EQ(valueOf("sum(k < 0, x[k])"), 0);
}

TEST_F(Formulas, CountTheirWork) {
  const auto formula = Formula::parse("sum(k < 100, x[0])", m_names, Division::Exact);
  const auto before = formula.value().work();
  formula.value().value();
  EXPECT_GE(formula.value().work() - before, 100u);
}

TEST_F(Formulas, FollowWhatTheirNamesStandFor) {
  const auto formula = Formula::parse("i * sum(k < n, 1)", m_names, Division::Exact);
  m_i = 7;
  m_n = 3;
  EXPECT_EQ(formula.value().value(), 21);
}

TEST_F(Formulas, SayWhatIsWrong) {
  EXPECT_THAT(refusal("x[i"), HasSubstr("brackets do not match"));
  EXPECT_THAT(refusal("y[i]"), HasSubstr("y"));
  EXPECT_THAT(refusal("A[1]"), HasSubstr("2 dimensions"));
  EXPECT_THAT(refusal(""), HasSubstr("cannot be computed"));
  EXPECT_THAT(refusal("1, 2"), HasSubstr("cannot be computed"));
  EXPECT_THAT(refusal("sum(k < n, q)"), HasSubstr("q"));
}

TEST_F(Formulas, SayWhichNamesThereAre) {
  const std::string why = refusal("sum(k < n, x[k] * sqr(z))");
  EXPECT_THAT(why, HasSubstr("numbers: i, k, n; tensors: A, x; functions: abs, "));
  for (const char* function : {" ceil,", " floor,", " max,", " random,", " sqrt,", " sum,"})
    EXPECT_THAT(why, HasSubstr(function));
  EXPECT_THAT(why, Not(HasSubstr("fold_")));
  EXPECT_THAT(refusal("1 +"), Not(HasSubstr("functions:")));
}

TEST_F(Formulas, SayWhereInTheTextItIs) {
  EXPECT_THAT(refusal("sum(k < n, x[k]) / n float"), HasSubstr("\"float\" found at position 22."));
  EXPECT_THAT(refusal("A[1][0] wrong"), HasSubstr("\"wrong\" found at position 9."));
  EXPECT_THAT(refusal("  2.5f * wrong"), HasSubstr("\"wrong\" found at position 10."));
}

TEST_F(Formulas, EndWhateverTheyAreGiven) {
  EXPECT_TRUE(std::isnan(valueOf("sum(k < 1e18, 1)")));
  for (const char* text :
       {"[", "]", "][", "x[", "sum(", "sum(k<", "sum(k<n,", "1e", ".", "$", "x]i[", "fold_0_()", "%"})
    (void)Formula::parse(text, m_names, Division::Whole);
  std::string deep = "1";
  for (int i = 0; i < 40; ++i) deep = "sum(k < 2, " + deep + ")";
  EXPECT_THAT(refusal(deep), HasSubstr("too deeply"));
}

}  // namespace
}  // namespace strata
