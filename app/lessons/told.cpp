#include "app/lessons/told.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/canvas/format.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"

namespace strata::inline lessons {
namespace {

std::string inSeconds(double seconds) {
  return formatDuration({std::llround(seconds * 1e9)});
}

constexpr std::pair<Provenance, Msg> kKindWords[] = {{Provenance::Measured, Msg::HandoutMeasured},
                                                     {Provenance::Counted, Msg::HandoutCounted},
                                                     {Provenance::Modelled, Msg::HandoutModelled},
                                                     {Provenance::Spec, Msg::HandoutSpec}};

struct Format {
  std::string_view name;
  std::string (*write)(const Value& value);
};
const Format kFormats[] = {
    {"time", [](const Value& value) { return inSeconds(value.number); }},
    {"times", [](const Value& value) { return formatNumber(value.number) + " ×"; }},
    {"percent", [](const Value& value) { return formatNumber(value.number * 100) + " %"; }},
    {"count",
     [](const Value& value) {
       return formatCount(static_cast<std::uint64_t>(std::max(0., std::round(value.number))));
     }},
    {"bytes", [](const Value& value) { return formatBytes(value.number); }},
    {"flops", [](const Value& value) { return formatFlopRate(value.number / 1e9); }},
    {"rate", [](const Value& value) { return formatByteRate(value.number); }},
    {"number", [](const Value& value) { return formatNumber(value.number); }},
};

const Format* findFormat(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &Format::name);
  return found == std::end(kFormats) ? nullptr : found;
}

/// By the unit, where the text names no format.
std::string_view formatOf(std::string_view unit) {
  if (unit == "s") return "time";
  if (unit == "bytes") return "bytes";
  if (unit == "FLOP/s") return "flops";
  if (unit == "bytes/s") return "rate";
  return "number";
}

/// The next {…} of a text, and what stands before it. No value: there is none left.
struct Piece {
  std::string_view before, inside;
  bool braced = false;
};
Result<Piece> nextPiece(std::string_view& text) {
  const auto open = text.find('{');
  if (open == std::string_view::npos) return Piece{std::exchange(text, {}), {}, false};
  const auto close = text.find('}', open);
  if (close == std::string_view::npos || text.find('{', open + 1) < close)
    return Error{ErrorCode::Usage, "a brace is not closed; values stand in braces, like {time(naive)}"};
  const Piece piece{text.substr(0, open), text.substr(open + 1, close - open - 1), true};
  text.remove_prefix(close + 1);
  return piece;
}

/// A colon is a format's, or that of "condition ? one : other".
Result<Braced> bracedOf(std::string_view inside) {
  const auto colon = inside.rfind(':');
  if (trimmed(inside.substr(0, std::min(colon, inside.size()))) == Braced::kBet && colon != std::string_view::npos)
    return Braced{std::string(Braced::kBet), std::string(trimmed(inside.substr(colon + 1)))};
  if (colon == std::string_view::npos) return Braced{std::string(trimmed(inside)), {}};
  const std::string_view format = trimmed(inside.substr(colon + 1));
  if (findFormat(format)) return Braced{std::string(trimmed(inside.substr(0, colon))), std::string(format)};
  if (inside.find('?') != std::string_view::npos) return Braced{std::string(trimmed(inside)), {}};
  std::vector<std::string_view> known;
  for (const Format& each : kFormats) known.push_back(each.name);
  return Error{ErrorCode::Usage, fmt::format("\"{}\" is no format; there are {}", format, fmt::join(known, ", "))};
}

/// "sectors" are one sector, "passes" one pass.
std::string_view singular(std::string_view unit) {
  constexpr std::string_view kWithE[] = {"sses", "shes", "ches", "xes"};
  const bool withE = std::ranges::any_of(kWithE, [&](std::string_view end) { return unit.ends_with(end); });
  unit.remove_suffix(withE ? 2 : unit.ends_with('s') ? 1 : 0);
  return unit;
}

/// The end of the text's first sentence, or of what a semicolon, or a colon behind a value, parts from it. Dots in
/// braces are no ends.
std::size_t endOfSentence(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    const bool ends = text[i] == '.' || text[i] == ';' || (text[i] == ':' && i > 0 && text[i - 1] == '}');
    if (depth == 0 && ends && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n')) return i + 1;
  }
  return text.size();
}

/// The sentence tells a bet, and none was made.
Result<bool> missesBet(std::string_view sentence, const Telling& telling) {
  STRATA_ASSIGN(const auto braced, bracedIn(sentence));
  return std::ranges::any_of(braced, [&](const Braced& one) { return one.isBet() && telling.bet(one.format).empty(); });
}

Result<std::string> withoutMissingBets(std::string_view text, const Telling& telling) {
  std::string kept;
  bool cut = false;  // before what follows in the same sentence
  while (!text.empty()) {
    const std::size_t end = endOfSentence(text);
    const std::string_view sentence = text.substr(0, end);
    STRATA_ASSIGN(const bool misses, missesBet(sentence, telling));
    text.remove_prefix(end);
    if (!misses) kept += cut ? withCapital(sentence) : std::string(sentence);
    cut = misses && !sentence.ends_with('.');
    if (misses) text.remove_prefix(std::min(text.find_first_not_of(cut ? " \n" : " "), text.size()));
  }
  return kept;
}

}  // namespace

std::string kindInWords(std::string_view kind, std::string_view language) {
  for (const auto& [key, word] : kKindWords)
    if (kind == provenanceKey(key)) return std::string(text(word, language));
  return std::string(kind);
}

std::string formatted(const Value& value, std::string_view format, std::string_view language) {
  const Format* chosen = findFormat(format.empty() ? formatOf(value.unit) : format);
  std::string text = asWrittenIn(language, chosen ? chosen->write(value) : formatNumber(value.number));
  if (!format.empty() || formatOf(value.unit) != "number" || value.unit.empty()) return text;
  const bool oneOfMany = value.number == 1 && value.unit.size() > 3;
  return text.append(" ").append(oneOfMany ? singular(value.unit) : value.unit);
}

Result<Value> computed(std::string_view expression, const Telling& telling) {
  STRATA_ASSIGN(const Expression parsed, parseExpression(expression, *telling.formulas));
  return evaluate(parsed, telling.find);
}

std::vector<PlacedBrace> bracesIn(std::string_view text) {
  std::vector<PlacedBrace> all;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t at = text.find('{', text.size() - rest.size());
    const auto piece = nextPiece(rest);
    if (!piece.ok()) return all.push_back({at, piece.error()}), all;
    if (piece.value().braced) all.push_back({at, bracedOf(piece.value().inside)});
  }
  return all;
}

Result<std::vector<Braced>> bracedIn(std::string_view text) {
  std::vector<PlacedBrace> placed = bracesIn(text);
  std::vector<Braced> all;
  all.reserve(placed.size());
  for (PlacedBrace& one : placed) {
    STRATA_ASSIGN(all.emplace_back(), std::move(one.braced));
  }
  return all;
}

Result<std::string> told(std::string_view words, const Telling& telling) {
  std::string made, kept;
  std::vector<std::string> gpus;
  if (telling.withoutBets) {
    STRATA_ASSIGN(kept, withoutMissingBets(words, telling));
    words = kept;
  }
  while (!words.empty()) {
    STRATA_ASSIGN(const Piece piece, nextPiece(words));
    made += piece.before;
    if (!piece.braced) continue;
    STRATA_ASSIGN(const Braced braced, bracedOf(piece.inside));
    if (braced.isBet()) {
      const std::string bet = telling.bet(braced.format);
      const std::string_view none =
          telling.noBet.empty() ? text(Msg::LessonNoPrediction, telling.language) : telling.noBet;
      made += bet.empty() ? std::string(none) : "**" + bet + "**";
      continue;
    }
    if (telling.withoutValues) {
      made += telling.noBet;
      continue;
    }
    STRATA_ASSIGN(const Value value, computed(braced.expression, telling));
    made += "**" + formatted(value, braced.format, telling.language) + "**";
    if (value.kind) made += fmt::format(" [{0}](kind:{0})", provenanceKey(*value.kind));
    addGpus(value.gpus, gpus);
  }
  if (!gpus.empty()) made += "\n\n*" + fillText(Msg::LessonModelledFor, {gpuWords(gpus)}, telling.language) + "*";
  return made;
}

Result<const Outcome*> outcomeOf(const Page& page, const Telling& telling) {
  for (const Outcome& outcome : page.outcomes) {
    if (outcome.when.empty()) return &outcome;
    STRATA_ASSIGN(const Value value, computed(outcome.when, telling));
    if (value.number != 0) return &outcome;
  }
  return static_cast<const Outcome*>(nullptr);
}

}  // namespace strata::inline lessons
