#include "layers/compiler/own_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "kernels/operation/code_words.h"
#include "layers/compiler/kernel_texts.h"

namespace strata::inline compiler {
namespace {

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
  if (from.empty()) return;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string includeOf(std::string_view path) {
  return fmt::format("#include \"{}\"", path);
}

/// Whether a line includes a file that includes the text.
bool includesIt(std::string_view line, std::string_view text) {
  const auto file =
      std::ranges::find_if(kernelTexts(), [&](const KernelText& each) { return line == includeOf(each.path); });
  return file != kernelTexts().end() && file->text.find(includeOf(text)) != std::string_view::npos;
}

/// The lines of an operation's unit before a text, and all that bring sizes of tiles and the like.
std::string before(std::string_view text, std::string_view operation) {
  constexpr std::string_view kHeaderEnd = ".h\"";
  const Result<std::string> unit = deviceUnit(operation);
  std::string lines;
  if (!unit.ok()) return lines;
  bool isBefore = true;
  std::string_view rest = unit.value();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (line == includeOf(text)) isBefore = false;
    if ((isBefore && !includesIt(line, text)) || line.ends_with(kHeaderEnd)) lines.append(line).append("\n");
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return lines;
}

constexpr std::string_view kUnit = "unit.cpp:", kFromUnit = "In file included from unit.cpp:";

/// A compiler that was in the middle of something at the text's end trips over the unit's own lines, which nobody has
/// written: said once, in place of all its words about those.
std::string sayingThatItEndsEarly(std::string_view said, std::string_view end) {
  std::string words;
  bool told = false, ofUnit = false;
  while (!said.empty()) {
    const std::string_view line = said.substr(0, said.find('\n'));
    said.remove_prefix(std::min(said.size(), line.size() + 1));
    ofUnit = line.starts_with(kUnit) || line.starts_with(kFromUnit) || (ofUnit && line.starts_with(' '));
    if (!ofUnit) words.append(line).append("\n");
    if (!ofUnit || told || line.find(" error: ") == std::string_view::npos) continue;
    words += fmt::format(
        "{} error: the text ends in the middle of something: a bracket may be open, or a semicolon missing\n", end);
    told = true;
  }
  return words;
}

/// What a compiler says of the unit's own lines, which end with the text, it says of the text's end.
void nameTheEnd(std::string& said, const OwnText& own) {
  constexpr std::string_view kDigits = "0123456789:";
  const std::string_view text(own.text.data(), own.text.find_last_not_of(" \t\n") + 1);
  const std::string end = fmt::format("{}:{}:", own.name, std::ranges::count(text, '\n') + 1);
  for (std::size_t at = said.find(kUnit); at != std::string::npos; at = said.find(kUnit, at + 1))
    if (said.substr(at, said.find('\n', at) - at).find(" error: expected ") != std::string::npos) {
      said = sayingThatItEndsEarly(said, end);
      return;
    }
  for (std::size_t at = said.find(kUnit); at != std::string::npos; at = said.find(kUnit, at + end.size()))
    said.replace(at, said.find_first_not_of(kDigits, at + kUnit.size()) - at, end);
}

/// Where it is a whole name.
void replaceNames(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
    if (isWordAt(text, at, from)) text.replace(at, from.size(), to);
}

/// Compilers offer what looks like a name that they do not know: not what Strata brings for itself.
void dropOurNames(std::string& said) {
  for (const std::string_view offer : {"; did you mean ‘strata", "; did you mean 'strata"})
    for (std::size_t at = said.find(offer); at != std::string::npos; at = said.find(offer, at))
      said.erase(at, said.find_first_of("?\n", at + offer.size()) - at + 1);
}

/// Whether a line includes a header that is not needed.
bool includesNeedless(std::string_view line) {
  const std::size_t open = line.find('<'), close = line.find('>');
  if (line.find("#include") == std::string_view::npos || close == std::string_view::npos || open > close) return false;
  return std::ranges::count(needlessHeaders(), line.substr(open + 1, close - open - 1)) > 0;
}

}  // namespace

std::string ownKernelName(std::string_view kernel) {
  return "own_" + std::string(kernel);
}

std::string ownPath(const OwnText& own) {
  return "kernels/own/" + std::filesystem::path(own.name).stem().string() + ".cuh";
}

std::string_view unitHead() {
  return "#define STRATA_OWN_KERNELS 1\n#include \"kernels/compat/device.h\"\n#include "
         "\"kernels/compat/matrix_unit.h\"\n";
}

std::string ownUnit(const OwnText& own, std::string_view operation) {
  std::string unit(unitHead());
  if (own.text.find("cooperative_groups") != std::string::npos)
    unit += "#include \"kernels/compat/cooperative_groups.h\"\n";
  unit += before(own.like, operation);
  const KernelOutline outline = outlineOf(own.text);
  for (const auto& [type, name] : outline.dynamicShared)
    if (unit.find(fmt::format(", {});\n", name)) == std::string::npos)  // declared by what comes before
      unit += fmt::format("STRATA_DYNAMIC_SHARED_OF_TEXT({});\n", name);
  for (const OutlinedKernel& kernel : outline.kernels)
    unit += fmt::format("#define {} {}\n", kernel.name, ownKernelName(kernel.name));
  return unit + fmt::format("#include \"{}\"\n", ownPath(own));
}

std::string ownSource(const OwnText& own, std::string_view operation) {
  std::string unit = ownUnit(own, operation), text;
  unit.resize(unit.find(includeOf(ownPath(own))));
  std::string_view rest = own.text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    text.append(includesNeedless(line) ? "" : line).append("\n");
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return unit + fmt::format("#line 1 \"{}\"\n{}", own.name, text);
}

std::string wordsAboutSource(std::string said, const OwnText& own) {
  replaceAll(said, ownPath(own), own.name);
  replaceAll(said, "\"kernels.cu\"", "\"" + own.name + "\"");  // "2 errors detected in the compilation of …"
  const std::string begin = own.name + "(";                    // mine.cu(12): error: …
  for (std::size_t at = said.find(begin); at != std::string::npos; at = said.find(begin, at + 1)) {
    const std::size_t close = said.find("):", at);
    if (close == std::string::npos) break;
    said.erase(close, 1);
    said[at + own.name.size()] = ':';
  }
  for (const OutlinedKernel& kernel : outlineOf(own.text).kernels) replaceAll(said, "own_" + kernel.name, kernel.name);
  dropOurNames(said);
  return said;
}

std::string withOwnName(std::string said, const OwnText& own, std::string_view folder) {
  replaceAll(said, folder, "");
  replaceAll(said, ownPath(own), own.name);
  for (const OutlinedKernel& kernel : outlineOf(own.text).kernels)
    replaceAll(said, ownKernelName(kernel.name), kernel.name);
  if (constexpr std::string_view kUnit = "In file included from unit.cpp"; said.starts_with(kUnit))
    said.erase(0, said.find('\n') + 1);
  nameTheEnd(said, own);
  dropOurNames(said);
  return said;
}

std::string withKernelNames(std::string text, const OwnText& own) {
  for (const OutlinedKernel& kernel : outlineOf(own.text).kernels) {
    const std::string name = ownKernelName(kernel.name);
    replaceNames(text, name, kernel.name);
    replaceAll(text, fmt::format("_Z{}{}", name.size(), name), fmt::format("_Z{}{}", kernel.name.size(), kernel.name));
  }
  return text;
}

std::vector<std::string_view> needlessHeaders() {
  return {"cuda.h",
          "cuda_runtime.h",
          "cuda_runtime_api.h",
          "device_launch_parameters.h",
          "cuda_fp16.h",
          "cuda_bf16.h",
          "cooperative_groups.h",
          "cooperative_groups/reduce.h",
          "device_atomic_functions.h",
          "device_functions.h",
          "sm_60_atomic_functions.h",
          "vector_types.h",
          "vector_functions.h",
          "hip/hip_runtime.h",
          "hip/hip_runtime_api.h",
          "hip/hip_fp16.h",
          "hip/hip_bf16.h",
          "hip/hip_bfloat16.h",
          "hip/hip_cooperative_groups.h",
          "hip/amd_detail/amd_hip_runtime.h"};
}

}  // namespace strata::inline compiler
