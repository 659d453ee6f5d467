#include "layers/workloads/kernel/formula.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "layers/workloads/kernel/formula_text.h"

namespace strata::inline workloads {
namespace {

constexpr std::size_t kDeepest = 8;
constexpr double kMostTerms = 1 << 28;  ///< of one sum

double wholeQuotient(double a, double b) {
  return std::trunc(a / b);
}

double remainder(double a, double b) {
  return a - b * std::floor(a / b);
}

Error cannot(std::string_view text, std::string_view why) {
  return {ErrorCode::Usage, fmt::format("\"{}\" cannot be computed: {}", text, why)};
}

}  // namespace

double ElementReader::at(std::span<const double> indices) const {
  std::size_t place = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const double index = std::floor(indices[i]);
    if (!(index >= 0 && index < static_cast<double>(shape[i]))) return 0;
    place = place * static_cast<std::size_t>(shape[i]) + static_cast<std::size_t>(index);
  }
  return place < values.size() ? values[place] : 0;
}

/// A formula, and those that stand within its sums.
struct Formula::Parts {
  struct Fold {
    FoldText::Kind kind = FoldText::Kind::Sum;
    FormulaNames names{};  ///< of the term: its counter is one of them
    double counter = 0;
    std::unique_ptr<Parts> count{}, term{};
    bool once = true;  ///< nobody wants to know the value yet, only whether there is one

    double value() {
      const double all = std::floor(count->value()), end = once ? std::min(all, 1.) : all;
      if (end > kMostTerms) return std::numeric_limits<double>::quiet_NaN();
      double folded = kind == FoldText::Kind::Sum ? 0 : std::numeric_limits<double>::quiet_NaN();
      for (counter = 0; counter < end; ++counter) {
        const double next = term->value();
        folded = kind == FoldText::Kind::Sum   ? folded + next
                 : kind == FoldText::Kind::Max ? std::fmax(folded, next)
                                               : std::fmin(folded, next);
      }
      return folded;
    }
  };

  mu::Parser parser;
  std::vector<std::unique_ptr<Fold>> folds;
  std::uint64_t computed = 0;

  double value() {
    ++computed;
    try {
      return parser.Eval();
    } catch (const mu::ParserError&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  std::uint64_t work() const {
    std::uint64_t all = computed;
    for (const auto& fold : folds) all += fold->count->work() + fold->term->work();
    return all;
  }

  static double element(void* reader, const double* indices, int count) {
    const auto& tensor = *static_cast<const ElementReader*>(reader);
    if (static_cast<std::size_t>(count) != tensor.shape.size())
      throw mu::ParserError(fmt::format("a tensor of {} dimensions has {} indices", tensor.shape.size(), count));
    return tensor.at({indices, static_cast<std::size_t>(count)});
  }
  static double folded(void* fold) { return static_cast<Fold*>(fold)->value(); }
  static double random(void* names, double from, double to) {
    const auto& draw = static_cast<const FormulaNames*>(names)->random;
    return draw ? draw(from, to) : from;
  }

  static Result<std::unique_ptr<Parts>> make(std::string_view text, const FormulaNames& names, Division division,
                                             std::size_t depth = 0);
  Result<void> addFold(const FoldText& fold, const FormulaNames& names, std::size_t depth);
  void define(const FormulaNames& names);
  static std::string known(const FormulaNames& names);
};

Result<void> Formula::Parts::addFold(const FoldText& text, const FormulaNames& names, std::size_t depth) {
  auto& fold = folds.emplace_back(std::make_unique<Fold>());
  fold->kind = text.kind;
  STRATA_ASSIGN(fold->count, make(text.count, names, Division::Whole, depth + 1));
  fold->names = names;
  fold->names.numbers[text.counter] = &fold->counter;
  STRATA_ASSIGN(fold->term, make(text.term, fold->names, text.whole ? Division::Whole : Division::Exact, depth + 1));
  return {};
}

void Formula::Parts::define(const FormulaNames& names) {
  constexpr bool kNotOnce = false;  // not folded into a constant
  parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
  parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
  parser.DefineOprt("%", remainder, mu::prMUL_DIV);
  parser.DefineOprt(std::string(1, kWholeDivision), wholeQuotient, mu::prMUL_DIV);
  // muParser asks for pointers to what it only reads.
  for (const auto& [name, number] : names.numbers) parser.DefineVar(name, const_cast<double*>(number));
  for (const auto& [name, tensor] : names.tensors)
    parser.DefineFunUserData(name, element, const_cast<ElementReader*>(tensor), kNotOnce);
  parser.DefineFunUserData("random", random, const_cast<FormulaNames*>(&names), kNotOnce);
  for (std::size_t i = 0; i < folds.size(); ++i)
    parser.DefineFunUserData(foldName(i), folded, folds[i].get(), kNotOnce);
}

/// What the names in a formula may be.
std::string Formula::Parts::known(const FormulaNames& names) {
  const auto list = [](const auto& map) {
    std::string text;
    for (const auto& [name, what] : map) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
  };
  Parts plain;
  plain.define({});
  return fmt::format("Known numbers: {}; tensors: {}; functions: {}", list(names.numbers), list(names.tensors),
                     list(plain.parser.GetFunDef()));
}

Result<std::unique_ptr<Formula::Parts>> Formula::Parts::make(std::string_view text, const FormulaNames& names,
                                                             Division division, std::size_t depth) {
  if (depth > kDeepest) return cannot(text, "its sums stand in one another too deeply");
  auto parts = std::make_unique<Parts>();
  const Result<FormulaText> split = splitFormula(text, division == Division::Whole);
  if (!split.ok()) return cannot(text, split.error().message);
  for (const FoldText& fold : split.value().folds) STRATA_TRY(parts->addFold(fold, names, depth));
  try {
    parts->define(names);
    parts->parser.SetExpr(split.value().arithmetic);
    parts->parser.Eval();
    if (parts->parser.GetNumResults() != 1) return cannot(text, "it is more than one value");
  } catch (const mu::ParserError& error) {
    const std::string why = inNotation(error.GetMsg(), error.GetPos(), split.value());
    return cannot(text, error.GetCode() == mu::ecUNASSIGNABLE_TOKEN ? why + " " + known(names) : why);
  }
  for (const auto& fold : parts->folds) fold->once = false;
  return parts;
}

Formula::Formula(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;
Formula::~Formula() = default;

Result<Formula> Formula::parse(std::string_view text, const FormulaNames& names, Division division) {
  STRATA_ASSIGN(auto parts, Parts::make(text, names, division));
  return Formula(std::move(parts));
}

double Formula::value() const {
  return m_parts->value();
}

std::uint64_t Formula::work() const {
  return m_parts->work();
}

}  // namespace strata::inline workloads
