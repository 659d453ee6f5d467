#include "app/lessons/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/text_parts.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kLongest = 4000, kDeepest = 16, kMostReferences = 64;

bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isWord(char c) {
  return isWordStart(c) || (c >= '0' && c <= '9');
}

Error wrong(std::string_view text, std::string_view why) {
  return {ErrorCode::Usage, fmt::format("\"{}\" cannot be computed: {}", text, why)};
}

/// Takes formulas and references out of a text.
class Reader {
 public:
  Reader(const Formulas& formulas, Expression& made) : m_formulas(formulas), m_made(made) {}

  Result<void> read(std::string_view text, std::size_t depth = 0) {
    if (depth > kDeepest) return wrong(m_made.text, "its formulas need each other, or stand in one another too deeply");
    while (!text.empty()) {
      const auto length = wordLength(text);
      if (length == 0) {
        STRATA_TRY(add(text.substr(0, 1)));
        text.remove_prefix(1);
        continue;
      }
      const std::string_view word = text.substr(0, length);
      text.remove_prefix(length);
      if (const auto formula = m_formulas.find(std::string(word)); formula != m_formulas.end() && !isCalled(text)) {
        STRATA_TRY(add("("));
        STRATA_TRY(read(formula->second, depth + 1));
        STRATA_TRY(add(")"));
      } else if (findValueFunction(word)) {
        STRATA_TRY(reference(word, text));
      } else {
        STRATA_TRY(add(word));
      }
    }
    return {};
  }

 private:
  /// Of a name, or of a number with its exponent; 0 for anything else.
  static std::size_t wordLength(std::string_view text) {
    if (!isWord(text.front())) return 0;
    return static_cast<std::size_t>(std::ranges::find_if_not(text, isWord) - text.begin());
  }

  static bool isCalled(std::string_view rest) {
    const auto next = rest.find_first_not_of(' ');
    return next != std::string_view::npos && rest[next] == '(';
  }

  Result<void> add(std::string_view text) {
    m_made.arithmetic += text;
    if (m_made.arithmetic.size() > kLongest) return wrong(m_made.text, "it is too long");
    return {};
  }

  Result<void> reference(std::string_view function, std::string_view& text) {
    const auto open = text.find_first_not_of(' ');
    const auto close = text.find(')');
    if (open == std::string_view::npos || text[open] != '(' || close == std::string_view::npos)
      return wrong(m_made.text, fmt::format("\"{}\" wants its words in brackets, like {}({})", function, function,
                                            findValueFunction(function)->arguments));
    Reference reference{std::string(function), partsOf(text.substr(open + 1, close - open - 1), ',')};
    text.remove_prefix(close + 1);
    const ValueFunction& known = *findValueFunction(function);
    const auto words = static_cast<std::size_t>(
        std::ranges::count_if(reference.arguments, [](const auto& a) { return a.find('=') == std::string::npos; }));
    if (words < known.least || words > known.most)
      return wrong(m_made.text, fmt::format("it is {}({})", known.name, known.arguments));
    if (const std::string strange = strangeWordOf(reference); !strange.empty()) return wrong(m_made.text, strange);
    auto at = std::ranges::find(m_made.references, reference);
    if (at == m_made.references.end()) {
      if (m_made.references.size() == kMostReferences) return wrong(m_made.text, "it asks for too many values");
      at = m_made.references.insert(at, std::move(reference));
    }
    return add(fmt::format("v{}", at - m_made.references.begin()));
  }

  const Formulas& m_formulas;
  Expression& m_made;
};

/// muParser's words without the position: it is of the arithmetic, which is not what somebody wrote.
std::string withoutPosition(std::string why) {
  for (const std::string_view said :
       {" found at position ", " at expression position ", " at position ", " (position: "})
    if (const std::size_t at = why.find(said); at != std::string::npos) why.erase(at);
  while (why.ends_with('.')) why.pop_back();
  return why;
}

/// What muParser makes of it; it throws.
Result<double> numberOf(const Expression& expression, const std::vector<double>& values) {
  try {
    mu::Parser parser;
    for (std::size_t i = 0; i < values.size(); ++i) parser.DefineConst(fmt::format("v{}", i), values[i]);
    parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
    parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
    parser.SetExpr(expression.arithmetic);
    return parser.Eval();
  } catch (const mu::ParserError& error) {
    return wrong(expression.text, withoutPosition(error.GetMsg()));
  }
}

/// It has a = that compares nothing.
bool assigns(std::string_view arithmetic) {
  for (auto at = arithmetic.find('='); at != std::string_view::npos; at = arithmetic.find('=', at + 2)) {
    const bool before = at > 0 && std::string_view("<>!").find(arithmetic[at - 1]) != std::string_view::npos;
    const bool behind = at + 1 < arithmetic.size() && arithmetic[at + 1] == '=';
    if (!before && !behind) return true;
  }
  return false;
}

/// Of arithmetic that cannot be computed: which of its words is another's misspelling; empty: none is.
std::string wordMeant(std::string_view text, const Formulas& formulas) {
  std::vector<std::string> known{"abs", "min", "max", "rint", "floor", "ceil", "log2", "sqrt"};
  for (const ValueFunction& function : valueFunctions()) known.emplace_back(function.name);
  for (const auto& [name, formula] : formulas) known.push_back(name);
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = at;
    while (end < text.size() && isWord(text[end])) ++end;
    const std::string word(text.substr(at, end - at));
    const bool reference = word.starts_with('v') && word.find_first_not_of("0123456789", 1) == std::string::npos;
    if (word.empty() || !isWordStart(word.front()) || reference || std::ranges::find(known, word) != known.end())
      continue;
    if (const std::string near = nearestName(word, known); !near.empty())
      return fmt::format("there is no \"{}\"; did you mean '{}'?", word, near);
  }
  return {};
}

int uncertainty(Provenance kind) {
  switch (kind) {
    case Provenance::Spec: return 0;
    case Provenance::Counted: return 1;
    case Provenance::Measured: return 2;
    case Provenance::Modelled: return 3;
  }
  return 3;
}

/// Nothing but sums, differences and choices of values that share a unit has that unit.
bool keepsUnit(std::string_view arithmetic) {
  static constexpr std::string_view kOthers = "*/^<>=?:&|!";
  return arithmetic.find_first_of(kOthers) == std::string_view::npos &&
         std::ranges::none_of(arithmetic,
                              [&](const char& c) {
                                const auto at = static_cast<std::size_t>(&c - arithmetic.data());
                                return c >= '0' && c <= '9' && (at == 0 || !isWord(arithmetic[at - 1]));
                              }) &&
         arithmetic.find("log") == std::string_view::npos && arithmetic.find("sqrt") == std::string_view::npos;
}

}  // namespace

Result<Expression> parseExpression(std::string_view text, const Formulas& formulas) {
  Expression made{std::string(trimmed(text)), {}, {}};
  if (made.text.empty()) return wrong(text, "there is nothing");
  STRATA_TRY(Reader(formulas, made).read(made.text));
  const auto number = numberOf(made, std::vector<double>(made.references.size(), 1));
  if (number.ok()) return made;
  if (const std::string meant = wordMeant(made.arithmetic, formulas); !meant.empty()) return wrong(made.text, meant);
  return assigns(made.arithmetic) ? wrong(made.text, "two values are compared with ==") : number.error();
}

Result<Value> evaluate(const Expression& expression, const FindValue& find) {
  std::vector<double> numbers;
  std::vector<std::size_t> missing;
  std::optional<Error> whyMissing;
  std::optional<Value> first;
  Value made;
  bool oneUnit = keepsUnit(expression.arithmetic);
  for (const Reference& reference : expression.references) {
    const auto found = find(reference);
    if (!found.ok()) {
      if (!whyMissing) whyMissing = found.error();
      missing.push_back(numbers.size());
      numbers.push_back(0);
      continue;
    }
    const Value& value = found.value();
    numbers.push_back(value.number);
    if (!first) first = value;
    oneUnit = oneUnit && value.unit == first->unit;
    addGpus(value.gpus, made.gpus);
    if (value.kind && (!made.kind || uncertainty(*value.kind) > uncertainty(*made.kind))) made.kind = value.kind;
  }
  STRATA_ASSIGN(made.number, numberOf(expression, numbers));
  // "device(gpu) || counted(…) == 32": what is missing must make no difference.
  for (const double other : {1e30, -1e30, 1.}) {
    for (const std::size_t at : missing) numbers[at] = other;
    const auto again = missing.empty() ? Result<double>(made.number) : numberOf(expression, numbers);
    if (!again.ok() || again.value() != made.number) return *whyMissing;
  }
  if (!std::isfinite(made.number))
    return Error{ErrorCode::Unsupported, fmt::format("\"{}\" is no number here", expression.text)};
  if (oneUnit && first) made.unit = first->unit;
  return made;
}

}  // namespace strata::inline lessons
