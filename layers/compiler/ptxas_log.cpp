#include "layers/compiler/ptxas_log.h"

#include <charconv>
#include <string>

namespace strata::inline compiler {
namespace {

constexpr std::string_view kEntry = "Compiling entry function '";

/// The number right before `words`: 32 of "Used 32 registers" for " registers".
template <class Number>
std::optional<Number> numberBefore(std::string_view text, std::string_view words) {
  const std::size_t end = text.find(words);
  if (end == std::string_view::npos) return std::nullopt;
  std::size_t begin = end;
  while (begin > 0 && (std::isdigit(static_cast<unsigned char>(text[begin - 1])) || text[begin - 1] == '.')) --begin;
  Number value{};
  const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, value);
  return error == std::errc{} && stop == text.data() + end ? std::optional(value) : std::nullopt;
}

/// The lines about one entry function: up to the next one.
std::string_view sectionOf(std::string_view log, std::string_view symbol) {
  const std::size_t begin = log.find(std::string(kEntry).append(symbol).append("'"));
  if (begin == std::string_view::npos) return {};
  return log.substr(begin, log.find(kEntry, begin + kEntry.size()) - begin);
}

}  // namespace

CompiledResources ptxasResources(std::string_view log, std::string_view symbol) {
  const std::string_view section = sectionOf(log, symbol);
  CompiledResources resources;
  resources.registers = numberBefore<std::uint32_t>(section, " registers");
  if (!resources.registers) return resources;
  resources.sharedBytes = numberBefore<std::uint64_t>(section, " bytes smem").value_or(0);
  resources.spillBytes = numberBefore<std::uint64_t>(section, " bytes spill stores");
  resources.stackBytes = numberBefore<std::uint64_t>(section, " bytes stack frame");
  return resources;
}

std::optional<Duration> ptxasTime(std::string_view log) {
  constexpr std::string_view kTime = "Compile time = ";
  std::optional<Duration> sum;
  for (std::size_t at = log.find(kTime); at != std::string_view::npos; at = log.find(kTime, at + 1)) {
    double milliseconds = 0;
    const char* begin = log.data() + at + kTime.size();
    if (std::from_chars(begin, log.data() + log.size(), milliseconds).ec != std::errc{}) continue;
    sum = sum.value_or(Duration{}) + Duration{static_cast<std::int64_t>(milliseconds * 1e6)};
  }
  return sum;
}

namespace {

/// Behind the bracket that ends the body of a function: assembly in its text has brackets, too.
std::size_t bodyEnd(std::string_view ptx, std::size_t name) {
  int depth = 0;
  for (std::size_t at = ptx.find("\n{", name); at < ptx.size(); ++at) {
    if (ptx[at] == '{') ++depth;
    if (ptx[at] == '}' && --depth == 0) return at + 1;
  }
  return ptx.size();
}

}  // namespace

std::string ptxOfFunction(std::string_view ptx, std::string_view symbol) {
  const std::size_t head = ptx.find("\n\n", ptx.find(".address_size"));
  const std::size_t name = ptx.find(".entry " + std::string(symbol) + "(");
  if (head == std::string_view::npos || name == std::string_view::npos) return std::string(ptx);
  const std::size_t begin = ptx.rfind('\n', name) + 1;
  return std::string(ptx.substr(0, head + 2)) + std::string(ptx.substr(begin, bodyEnd(ptx, name) - begin)) + "\n";
}

}  // namespace strata::inline compiler
