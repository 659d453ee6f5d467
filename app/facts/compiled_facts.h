#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/compiled_sight.h"
#include "app/facts/kernel_facts.h"

namespace strata::inline facts {

/// A line of a compiled text that is shown; refers to the state.
struct CodeRow {
  int line = 0;                                   ///< of the text, from 1
  std::string_view text;                          ///< as the compiler or disassembler wrote it
  const BuildInstruction* instruction = nullptr;  ///< nullptr: a label or a remark

  /// The line of the file that it was made of, or that calls what it was made of; 0: none.
  int lineIn(std::string_view file) const;
  bool isOf(const TextPlace& place) const;
};

/// What a compiler made of a kernel; refers to the state.
struct CodeFacts {
  CompiledSource source;
  const BuiltKernel* kernel = nullptr;
  const BuildText* text = nullptr;
  std::vector<CodeRow> rows;
  std::map<int, std::size_t> counts;  ///< instructions by line of the shown text; kind: counted

  /// The first row that is of a line of the source; nothing: none is.
  std::optional<std::size_t> rowOf(const TextPlace& place) const;
};

/// A target that is offered.
struct OfferedTarget {
  std::string name;        ///< "gfx942"
  std::string gpu = {};    ///< whose it is, where times are modelled on it: "AMD Instinct MI300X"
  bool ofSession = false;  ///< the session ran on it, or its times are modelled on it
};

/// What the view of compiled texts shows; refers to the state.
struct CompiledFacts {
  KernelFacts kernel;      ///< the source, and what was counted of it
  std::string file;        ///< that source, as compilers name it: "kernels/own/mine.cuh"
  std::string experiment;  ///< whose kernel it is: "matmul"; empty: not known
  CompiledSource wanted;   ///< what a person wants to see
  /// Some of each vendor, the GPU's that the session ran on and that its times are modelled on; any other can be asked
  /// for by name.
  std::vector<OfferedTarget> targets;
  std::optional<CodeFacts> shown, against;
  std::vector<CompiledSource> others;  ///< what else was compiled of this experiment, and can stand beside it
  bool running = false;                ///< the wanted one is compiled now
  std::string error;                   ///< why it is not there
  std::optional<CompileAct> ask;       ///< what would compile it; none: it cannot be

  /// By line of the source that instructions were made of, its number among those lines: what gives it its colour.
  std::map<int, std::size_t> bands;
};

CompiledFacts compiledFacts(const ViewState& state);

}  // namespace strata::inline facts
