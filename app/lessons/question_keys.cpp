#include "app/lessons/question_keys.h"

#include <fmt/format.h>

#include <string>

#include "app/lessons/lesson_line.h"
#include "engine/base/text_parts.h"

namespace strata::inline lessons {
namespace {

Error wrongQuestion(std::string what) {
  return {ErrorCode::Usage, std::move(what)};
}

/// It asks for that, and for nothing else.
Result<void> becomes(Question& question, Question::Kind kind) {
  const bool begun =
      !question.choices.empty() || question.kind == Question::Kind::Number || question.kind == Question::Kind::Place;
  if (begun && question.kind != kind)
    return wrongQuestion("a question asks for choices, items, a number or a place, not for several of them");
  question.kind = kind;
  return {};
}

}  // namespace

Result<void> takeChoice(Question& question, Question::Kind kind, std::string_view value) {
  const auto bar = value.rfind(" | ");
  const std::string_view text = trimmed(value.substr(0, bar));
  const std::string_view when = bar == value.npos ? std::string_view() : trimmed(value.substr(bar + 3));
  if (text.empty() || when.empty())
    return wrongQuestion(
        fmt::format("write \"{}: what is read | expression\"", kind == Question::Kind::Order ? "item" : "choice"));
  STRATA_TRY(becomes(question, kind));
  question.choices.push_back({std::string(text), std::string(when)});
  return {};
}

Result<void> takeNumber(Question& question, std::string_view value) {
  const auto to = value.find(" to ");
  const auto low = wholeNumber<double>(trimmed(value.substr(0, to)));
  const auto high = to == value.npos ? std::nullopt : wholeNumber<double>(trimmed(value.substr(to + 4)));
  const auto notWithin = [] { return wrongQuestion("a number is asked for within limits, like \"number: 1 to 64\""); };
  if (!low || !high) return notWithin();
  if (*high >= 0 && *high < *low)
    return wrongQuestion(fmt::format("the limits are swapped; write \"number: {} to {}\"", *high, *low));
  if (!(*low >= 0) || !(*high > *low) || *high > 1e18) return notWithin();
  STRATA_TRY(becomes(question, Question::Kind::Number));
  question.low = *low;
  question.high = *high;
  return {};
}

Result<void> takeKind(Question& question, std::string_view value) {
  if (value != "published")
    return wrongQuestion("a kind is \"published\"; what a run tells has its own, measured, counted or modelled");
  question.published = true;
  return {};
}

Result<void> takePlace(Question& question, std::string_view value) {
  if (value != "line" && value != "storey")
    return wrongQuestion("a place is \"line\" (of the kernel's text) or \"storey\"");
  STRATA_TRY(becomes(question, Question::Kind::Place));
  question.unit = value;
  return {};
}

Result<void> wholeQuestion(const Question& question) {
  if (question.name.empty()) return wrongQuestion("the question has no name; write \"name: short_name\" below it");
  const bool listed = question.kind == Question::Kind::Choice || question.kind == Question::Kind::Order;
  if (!listed) {
    if (question.answer.empty()) return wrongQuestion("the question has no \"answer: expression\"");
    return {};
  }
  if (question.choices.size() < 2)
    return wrongQuestion("the question wants two choices at least, or \"number: 1 to 64\"");
  return {};
}

}  // namespace strata::inline lessons
