#include "engine/protocol/run_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/text_parts.h"

namespace strata::inline protocol {

Result<RunLine> parseRunLine(std::string_view text) {
  const auto words = partsOf(text, ' ');
  if (words.empty()) return Error{ErrorCode::Usage, "\"run:\" names an experiment, like \"run: matmul n=512\""};
  RunLine line{words.front(), {}, {}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    constexpr std::string_view kVariants = "variants=";
    if (words[i].starts_with(kVariants))
      line.variants = partsOf(std::string_view(words[i]).substr(kVariants.size()), ',');
    else if (words[i].find('=') != std::string::npos)
      line.set.push_back(words[i]);
    else
      return Error{ErrorCode::Usage, fmt::format("\"{}\" is not a parameter; write name=value", words[i])};
  }
  return line;
}

std::vector<RunLine> singleRuns(const RunLine& line) {
  std::vector<RunLine> runs{line};
  for (std::size_t i = 0; i < line.set.size(); ++i) {
    const std::string& one = line.set[i];
    const auto equals = one.find('=');
    if (one.find_first_not_of("0123456789.,", equals + 1) != std::string::npos || one.find(',') == std::string::npos)
      continue;
    std::vector<RunLine> more;
    for (const RunLine& run : runs)
      for (const std::string& value : partsOf(std::string_view(one).substr(equals + 1), ',')) {
        more.push_back(run);
        more.back().set[i] = one.substr(0, equals + 1) + value;
      }
    runs = std::move(more);
  }
  return runs;
}

std::string toText(const RunLine& line) {
  std::string text = line.experiment;
  for (const std::string& one : line.set) text += " " + one;
  if (!line.variants.empty()) text += fmt::format(" variants={}", fmt::join(line.variants, ","));
  return text;
}

}  // namespace strata::inline protocol
