#include "app/cli/model_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "app/still/printable.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline cli {
namespace {

/// Line ends stay, everything else that is not for a terminal does not.
std::string writtenText(const std::string& text) {
  std::istringstream lines(text);
  std::string shown;
  for (std::string line; std::getline(lines, line);) shown += "  " + printable(line) + "\n";
  return shown;
}

std::string idsOf(const RunResult& result, std::string_view name) {
  std::string line;
  const nlohmann::json* const ids = field(*result.details, name);
  for (const nlohmann::json& id : ids && ids->is_array() ? *ids : nlohmann::json::array())
    if (id.is_number_integer()) line += fmt::format(" {}", id.get<std::int64_t>());
  return line;
}

/// What a model without a tokenizer wrote.
std::string idText(const RunResult& result) {
  return fmt::format("  Ids of the prompt:{}\n  Ids written:{}\n", idsOf(result, "prompt_ids"), idsOf(result, "ids"));
}

/// Kind of file, sizes and types of the weights.
std::string modelLine(const RunResult& result) {
  const nlohmann::json* const facts = field(*result.details, "model");
  std::string line;
  for (const nlohmann::json& fact : facts && facts->is_array() ? *facts : nlohmann::json::array())
    if (fact.is_string())
      line += fmt::format("{}{}", line.empty() ? "Model: " : "; ", printable(fact.get<std::string>()));
  return line.empty() ? line : line + "\n";
}

/// In which types its parts are kept on the device, whatever the file has.
std::string keptLine(const RunResult& result) {
  const nlohmann::json* const parts = field(*result.details, "kept");
  std::string line;
  for (const nlohmann::json& part : parts && parts->is_array() ? *parts : nlohmann::json::array())
    line += fmt::format("{}{} {} {}", line.empty() ? "On the device (counted): " : "; ",
                        printable(textField(part, "part")), printable(textField(part, "type")),
                        formatBytes(static_cast<std::uint64_t>(std::max(0.0, numberField(part, "bytes").value_or(0)))));
  return line.empty() ? line : line + "\n";
}

constexpr double kGiga = 1e9;

std::string figureText(const Figure& figure) {
  if (figure.unit == "bytes") return formatBytes(static_cast<std::uint64_t>(figure.value));
  if (figure.unit.empty()) return formatShare(figure.value);
  if (figure.unit == "bytes/s") return fmt::format("{} GB/s", formatFigure(figure.value / kGiga));
  if (figure.unit == "FLOP/s") return fmt::format("{} GFLOP/s", formatFigure(figure.value / kGiga));
  return fmt::format("{} {}", formatFigure(figure.value), printable(figure.unit));
}

std::string figureTable(const RunResult& result) {
  TextTable table({"figure", "value", "kind"});
  table.alignLeft(2);
  for (const Figure& figure : result.figures)
    table.add({printable(figure.name), figureText(figure), std::string(provenanceKey(figure.provenance))});
  return table.str();
}

std::string ofWhichTokens(const RunResult& result) {
  if (!result.figure("generation_tokens_per_s") || !result.figure("time_per_token_mean")) return {};
  return "generation_tokens_per_s is one over the mean time per token; other generation speeds are the median "
         "token's.\n";
}

std::string operationTable(const nlohmann::json& operations) {
  double sum = 0;
  for (const nlohmann::json& each : operations) sum += numberField(each, "seconds").value_or(0);
  TextTable table({"operation", "a token", "time", "share"});
  for (const nlohmann::json& each : operations) {
    const double seconds = numberField(each, "seconds").value_or(0);
    table.add({printable(textField(each, "operation")), fmt::format("{}", integerField<int>(each, "count")),
               formatSeconds(seconds), formatShare(sum > 0 ? seconds / sum : 0)});
  }
  return table.str();
}

std::string layerLine(const nlohmann::json& layers) {
  std::string line = "By layer:";
  for (const nlohmann::json& each : layers) {
    const int layer = integerField<int>(each, "layer");
    line += fmt::format("  {} {}", layer < 0 ? std::string("outside") : fmt::format("{}", layer),
                        formatSeconds(numberField(each, "seconds").value_or(0)));
  }
  return line + "\n";
}

}  // namespace

bool hasModelText(const RunResult& result) {
  return field(*result.details, "ids") != nullptr;
}

std::string modelText(const RunResult& result) {
  const std::string written = textField(*result.details, "text");
  std::string text = (written.empty() ? idText(result) : writtenText(written)) + "\n";
  if (!result.message.empty()) text += fmt::format("Ended: {}.\n", printable(result.message));
  text += modelLine(result) + keptLine(result) + "\n" + figureTable(result) + ofWhichTokens(result);
  if (const std::string note = textField(*result.details, kPromptNote); !note.empty()) text += printable(note) + "\n";
  if (const std::string note = textField(*result.details, "share_of_copy_roof_note"); !note.empty())
    text += fmt::format("share_of_copy_roof {}.\n", printable(note));
  if (const nlohmann::json* operations = field(*result.details, "operations"); operations && operations->is_array())
    text += fmt::format("\nTime by operation ({}):\n{}", printable(textField(*result.details, "operation_times")),
                        operationTable(*operations));
  if (const nlohmann::json* layers = field(*result.details, "layers"); layers && layers->is_array())
    text += layerLine(*layers);
  return text;
}

}  // namespace strata::inline cli
