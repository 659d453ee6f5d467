#include "layers/compiler/kept_instructions.h"

#include <utility>

#include "engine/base/fingerprint.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {

const LineInstructions& keptInstructions() {
  static const LineInstructions kInstructions = [] {
    auto parsed = LineInstructions::parse(lineInstructionsText());
    LineInstructions kept = parsed.ok() ? std::move(parsed).value() : LineInstructions{};
    for (const auto& [file, print] : kept.texts)
      if (fingerprint(textOfFile(file)) != print) kept.forget(file);
    return kept;
  }();
  return kInstructions;
}

}  // namespace strata::inline compiler
