#include "engine/modelfile/tokenizer_json.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "engine/modelfile/sentence_piece.h"

namespace strata::inline modelfile {
namespace {

using Json = nlohmann::json;

std::string typeOf(const Json& step) {
  const auto found = step.is_object() ? step.find("type") : step.end();
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string("?");
}

/// The steps of a Sequence, or the one step; none for null.
std::vector<const Json*> stepsOf(const JsonFields& root, std::string_view key, const char* list) {
  const Json* step = root.find(key);
  if (!step) return {};
  if (typeOf(*step) != "Sequence") return {step};
  std::vector<const Json*> steps;
  if (const auto found = step->find(list); found != step->end() && found->is_array())
    for (const Json& each : *found) steps.push_back(&each);
  return steps;
}

std::string textIn(const Json& step, const char* key) {
  const auto found = step.is_object() ? step.find(key) : step.end();
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Error unknownStep(const JsonFields& root, std::string_view key, const Json& step) {
  return root.unsupported(key, fmt::format("has a step of type {} in an unsupported form", typeOf(step)));
}

/// Of a step that cuts into words before ByteLevel: Digits, each alone, or Split by an expression that is known here.
std::optional<WordRule> wordRuleOfStep(const Json& step) {
  const auto is = [&](const char* key, const Json& value) { return step.value(key, Json()) == value; };
  if (typeOf(step) == "Digits" && is("individual_digits", true)) return WordRule::Gpt2DigitsAlone;
  const auto pattern = step.is_object() ? step.find("pattern") : step.end();
  if (typeOf(step) != "Split" || pattern == step.end() || !is("behavior", "Isolated") ||
      step.value("invert", Json(false)) != false)
    return std::nullopt;
  const std::string expression = textIn(*pattern, "Regex");
  if (expression == kGpt2Words) return WordRule::Gpt2;
  return expression == kLlama3Words ? std::optional(WordRule::Llama3) : std::nullopt;
}

Result<WordCuts> readByteLevel(const JsonFields& root, const std::vector<const Json*>& steps) {
  WordCuts cuts{.byteLevel = true};
  if (const auto normal = stepsOf(root, "normalizer", "normalizers"); !normal.empty())
    return unknownStep(root, "normalizer", *normal.front());
  const std::string key = "pre_tokenizer";
  const bool cut = steps.size() > 1;
  if (cut) {
    const std::optional<WordRule> rule = wordRuleOfStep(*steps.front());
    if (!rule || steps.size() > 2) return unknownStep(root, key, *steps.front());
    cuts.words = *rule;
  }
  const JsonFields last(key, *steps.back());
  STRATA_ASSIGN(cuts.prefixSpace, last.flagOr("add_prefix_space", true));
  STRATA_ASSIGN(const auto words, last.flagOr("use_regex", true));
  const bool split = cut && cuts.words != WordRule::Gpt2DigitsAlone;  // ByteLevel then cuts no more
  if (words == split || (cut && cuts.prefixSpace)) return unknownStep(root, key, *steps.back());
  return cuts;
}

/// Text with ▁ for each space, uncut: Metaspace that does not split.
Result<WordCuts> readMetaspace(const JsonFields& root, const Json& step) {
  const std::string key = "pre_tokenizer";
  const JsonFields fields(key, step);
  STRATA_ASSIGN(const auto mark, fields.textOr("replacement", std::string(kSpaceMark)));
  STRATA_ASSIGN(const auto split, fields.flagOr("split", true));
  STRATA_ASSIGN(const auto prefix, fields.flagOr("add_prefix_space", true));
  STRATA_ASSIGN(const auto scheme, fields.textOr("prepend_scheme", prefix ? "always" : "never"));
  if (mark != kSpaceMark || split || (scheme != "always" && scheme != "first" && scheme != "never"))
    return unknownStep(root, key, step);
  return WordCuts{.prefixSpace = scheme != "never", .ownSpaceIsPrefix = true};
}

Result<WordCuts> readNormalizer(const JsonFields& root) {
  WordCuts cuts;
  bool marked = false;
  for (const Json* step : stepsOf(root, "normalizer", "normalizers")) {
    const auto pattern = step->is_object() ? step->find("pattern") : step->end();
    if (typeOf(*step) == "Prepend" && textIn(*step, "prepend") == kSpaceMark)
      cuts.prefixSpace = true;
    else if (typeOf(*step) == "Replace" && pattern != step->end() && textIn(*pattern, "String") == " " &&
             textIn(*step, "content") == kSpaceMark)
      marked = true;
    else
      return unknownStep(root, "normalizer", *step);
  }
  if (!marked) return root.unsupported("pre_tokenizer", "neither is ByteLevel nor are spaces marked");
  return cuts;
}

}  // namespace

Result<WordCuts> readWordCuts(const JsonFields& root) {
  const auto steps = stepsOf(root, "pre_tokenizer", "pretokenizers");
  if (steps.empty()) return readNormalizer(root);
  if (typeOf(*steps.back()) == "ByteLevel") return readByteLevel(root, steps);
  const bool normalized = root.find("normalizer") != nullptr;
  if (typeOf(*steps.back()) == "Metaspace" && steps.size() == 1 && !normalized)
    return readMetaspace(root, *steps.back());
  return unknownStep(root, "pre_tokenizer", *steps.back());
}

std::string firstOfTemplate(const JsonFields& root) {
  for (const Json* step : stepsOf(root, "post_processor", "processors")) {
    const auto single = step->is_object() ? step->find("single") : step->end();
    if (single == step->end() || !single->is_array() || single->empty() || !single->front().is_object()) continue;
    const auto special = single->front().find("SpecialToken");
    if (special != single->front().end()) return textIn(*special, "id");
  }
  return {};
}

}  // namespace strata::inline modelfile
