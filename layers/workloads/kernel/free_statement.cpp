#include "layers/workloads/kernel/free_statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/base/text_parts.h"
#include "layers/workloads/common/leading_comment.h"
#include "layers/workloads/kernel/formula_text.h"

namespace strata::inline workloads {
namespace {

constexpr std::string_view kBegin = "strata:", kOpenLaunch = "<<<", kCloseLaunch = ">>>";

constexpr std::pair<std::string_view, DataType> kTypeNames[] = {{"float", DataType::F32},
                                                                {"int", DataType::I32},
                                                                {"half", DataType::F16},
                                                                {"bfloat16", DataType::BF16},
                                                                {"int8", DataType::I8}};

Error noSense(std::string why) {
  return {ErrorCode::Usage, std::move(why), Storey::Model};
}

/// Takes a word from the front, if it stands there as one.
bool takeWord(std::string_view& text, std::string_view word) {
  if (nameAt(text) != word) return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

bool isOpen(std::string_view text) {
  const auto count = [&](std::string_view letters) {
    return std::ranges::count_if(text, [&](char c) { return letters.find(c) != letters.npos; });
  };
  return count("([{") > count(")]}");
}

FreeStatement::Kind kindOfText(std::string_view text) {
  using Kind = FreeStatement::Kind;
  const std::string_view word = nameAt(text);
  if (word == "in" || word == "out" || word == "inout") return Kind::Tensor;
  if (word == "expect") return Kind::Expect;
  if (word == "repeat") return Kind::Repeat;
  if (text == "end") return Kind::End;
  if (text.find(kOpenLaunch) != text.npos) return Kind::Launch;
  const std::string_view rest = trimmed(text.substr(word.size()));
  return !word.empty() && rest.starts_with('=') && !rest.starts_with("==") ? Kind::Size : Kind::Unknown;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "[n][m]" from the front.
Result<std::vector<std::string>> takeIndices(std::string_view& text) {
  std::vector<std::string> indices;
  for (text = trimmed(text); text.starts_with('['); text = trimmed(text)) {
    const std::size_t close = closingOf(text, 0);
    if (close == text.npos) return noSense("A bracket [ is not closed.");
    indices.emplace_back(trimmed(text.substr(1, close - 1)));
    if (indices.back().empty()) return noSense("There is nothing between [ and ].");
    text.remove_prefix(close + 1);
  }
  constexpr std::size_t kMostDimensions = 3;
  if (indices.empty() || indices.size() > kMostDimensions)
    return noSense("A tensor has one to three dimensions: x[n], A[n][m], T[b][n][m].");
  return indices;
}

/// "16", "(8, 8)", "dim3(8, 8)" as x, y, z.
Result<std::vector<std::string>> sidesOf(std::string_view text) {
  constexpr std::string_view kDim3 = "dim3";
  std::string_view list = trimmed(text);
  if (list.starts_with(kDim3)) list = trimmed(list.substr(kDim3.size()));
  const bool bracketed = list.starts_with('(') || list.starts_with('{');
  const bool whole = bracketed && closingOf(list, 0) == list.size() - 1;
  std::vector<std::string> sides =
      whole ? argumentsIn(list.substr(1, list.size() - 2)) : std::vector{std::string(list)};
  constexpr std::size_t kMostSides = 3;
  if (sides.empty() || sides.size() > kMostSides || std::ranges::count(sides, "") > 0)
    return noSense(fmt::format("\"{}\" is no size of a grid or block: write 256, or dim3(16, 16).", text));
  return sides;
}

}  // namespace

std::vector<FreeStatement> statementsOf(std::string_view text) {
  std::vector<FreeStatement> statements;
  bool begun = false, goesOn = false;
  for (const CommentLine& line : leadingComment(text)) {
    std::string_view words = line.text;
    const bool begins = words.starts_with(kBegin);
    begun = begun || begins;
    if (begins) words = trimmed(words.substr(kBegin.size()));
    if (!begun || words.empty()) continue;
    if (goesOn)
      statements.back().text.append(" ").append(words);
    else
      statements.push_back({FreeStatement::Kind::Unknown, std::string(words), line.number});
    goesOn = isOpen(statements.back().text);
  }
  for (FreeStatement& statement : statements) statement.kind = kindOfText(statement.text);
  return statements;
}

Result<FreeKernel::Size> sizeOf(const FreeStatement& statement) {
  const std::string_view text = statement.text, name = nameAt(text);
  std::string_view value = trimmed(text.substr(text.find('=') + 1));
  FreeKernel::Size size{std::string(name), {}, {}, 1, statement.line};
  constexpr std::string_view kStep = " step ";
  if (const std::size_t at = value.find(kStep); at != value.npos) {
    size.step = wholeNumber(trimmed(value.substr(at + kStep.size()))).value_or(0);
    value = trimmed(value.substr(0, at));
    if (size.step < 1) return noSense("\"step\" wants a whole number, as in \"n = 1024 step 32\".");
  }
  size.formula = value;
  size.value = wholeNumber(value);
  if (value.empty()) return noSense(fmt::format("{} has no value: write \"{} = 1024\".", name, name));
  if (!size.value && size.step > 1) return noSense(fmt::format("{} follows from others, so it has no step.", name));
  if (size.value && (*size.value < 1 || *size.value % size.step != 0))
    return noSense(fmt::format("{} must be 1 or more, and a multiple of its step.", name));
  return size;
}

Result<FreeKernel::Tensor> tensorOf(const FreeStatement& statement) {
  using Role = FreeKernel::Role;
  std::string_view text = statement.text;
  FreeKernel::Tensor tensor;
  tensor.line = statement.line;
  const bool in = takeWord(text, "in"), out = takeWord(text, "out"), inOut = takeWord(text, "inout");
  tensor.role = inOut || (in && out) ? Role::InOut : in ? Role::In : Role::Out;
  takeWord(text, "const");
  const std::string_view type = nameAt(text);
  const auto known = std::ranges::find(kTypeNames, type, [](const auto& pair) { return pair.first; });
  if (known == std::end(kTypeNames))
    return noSense(fmt::format("\"{}\" is no type of a tensor; float, int, half, bfloat16 and int8 are.", type));
  tensor.type = known->second;
  takeWord(text, type);
  tensor.name = nameAt(text);
  text.remove_prefix(tensor.name.size());
  STRATA_ASSIGN(tensor.shape, takeIndices(text));
  if (text.starts_with('=')) tensor.fill = trimmed(text.substr(1));
  if (!text.empty() && tensor.fill.empty())
    return noSense(
        fmt::format("\"{}\" behind {} makes no sense; what it holds comes behind \"=\".", text, tensor.name));
  if (tensor.role != Role::Out && tensor.fill.empty())
    return noSense(
        fmt::format("{} holds nothing: add \"= random\", \"= zeros\", \"= iota\" or a formula of its "
                    "indices i, j, k.",
                    tensor.name));
  return tensor;
}

Result<FreeKernel::Step> launchOf(const FreeStatement& statement) {
  const std::string_view text = statement.text;
  const std::size_t open = text.find(kOpenLaunch), close = text.find(kCloseLaunch, open);
  FreeKernel::Step launch;
  launch.line = statement.line;
  const std::string_view head = trimmed(text.substr(0, open));
  launch.kernel = nameAt(head);
  launch.arguments = trimmed(head.substr(launch.kernel.size()));
  const bool templated = launch.arguments.starts_with('<') && launch.arguments.ends_with('>');
  const std::string_view list = close == text.npos ? "" : trimmed(text.substr(close + kCloseLaunch.size()));
  const bool called = list.starts_with('(') && (closingOf(list, 0) == list.size() - 1 || list.ends_with(");"));
  if (launch.kernel.empty() || (!launch.arguments.empty() && !templated) || !called)
    return noSense("A launch is written \"kernel<<<grid, block>>>(x, y, n)\".");
  const std::vector<std::string> shape =
      argumentsIn(text.substr(open + kOpenLaunch.size(), close - open - kOpenLaunch.size()));
  constexpr std::size_t kWithShared = 3;
  if (shape.size() < 2 || shape.size() > kWithShared)
    return noSense("Between <<< and >>> stand the grid, the block and, if any, the bytes of dynamic shared memory.");
  STRATA_ASSIGN(launch.grid, sidesOf(shape[0]));
  STRATA_ASSIGN(launch.block, sidesOf(shape[1]));
  if (shape.size() == kWithShared) launch.shared = shape[2];
  launch.values = argumentsIn(list.substr(1, closingOf(list, 0) - 1));
  return launch;
}

Result<FreeKernel::Step> repeatOf(const FreeStatement& statement) {
  std::string_view text = statement.text;
  takeWord(text, "repeat");
  FreeKernel::Step step;
  step.line = statement.line;
  step.counter = nameAt(text);
  text = trimmed(text.substr(step.counter.size()));
  if (step.counter.empty() || !text.starts_with('<') || trimmed(text.substr(1)).empty())
    return noSense("A repetition is written \"repeat t < 10\": t counts from 0 to 9.");
  step.count = trimmed(text.substr(1));
  return step;
}

bool expectsNothing(const FreeStatement& statement) {
  std::string_view text = statement.text;
  return takeWord(text, "expect") && text == "none";
}

Result<FreeKernel::Expectation> expectationOf(const FreeStatement& statement) {
  constexpr std::string_view kTolerance = " tolerance ";
  std::string_view text = statement.text;
  takeWord(text, "expect");
  FreeKernel::Expectation expected;
  expected.line = statement.line;
  expected.tensor = nameAt(text);
  text.remove_prefix(expected.tensor.size());
  STRATA_ASSIGN(expected.indices, takeIndices(text));
  for (const std::string& index : expected.indices)
    if (nameAt(index) != index) return noSense("An expectation is for all elements: name its indices, as in y[i].");
  if (!text.starts_with('=')) return noSense("What is expected comes behind \"=\", as in \"expect y[i] = 2 * x[i]\".");
  text = trimmed(text.substr(1));
  if (const std::size_t at = text.rfind(kTolerance); at != text.npos) {
    expected.tolerance = trimmed(text.substr(at + kTolerance.size()));
    text = trimmed(text.substr(0, at));
  }
  expected.formula = text;
  if (text.empty()) return noSense("There is nothing behind \"=\".");
  return expected;
}

}  // namespace strata::inline workloads
