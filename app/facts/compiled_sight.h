#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/compile_question.h"
#include "engine/protocol/kernel_build.h"

namespace strata::inline facts {

/// Which of a kernel's compiled texts is meant.
struct CompiledSource {
  std::string variant, target;  ///< "tiled", "sm_90"
  friend bool operator==(const CompiledSource&, const CompiledSource&) = default;
};

/// What a person looks at of what compilers made of a kernel.
struct CompiledChoices {
  std::string target;                          ///< empty: what the session ran on, where that is offered
  bool intermediate = false;                   ///< PTX or LLVM IR instead of machine code
  std::optional<CompiledSource> against = {};  ///< what stands beside it
  int instruction = 0;                         ///< the chosen one's line in its text, from 1; 0: none
  float sourceScroll = 0;                      ///< lines that the source stands below where it would by itself
  float codeScroll = 0;                        ///< the same of the compiled texts
  friend bool operator==(const CompiledChoices&, const CompiledChoices&) = default;
};

/// What compilers made of a variant's text.
struct CompiledStep {
  std::string text;  ///< that was compiled
  StepBuild build;
  friend bool operator==(const CompiledStep&, const CompiledStep&) = default;
};

/// What compilers made so far, because somebody asked; and what is asked for now.
struct CompiledSight {
  std::vector<CompiledStep> steps;        ///< the newest last
  std::optional<CompiledSource> running;  ///< is compiled now
  std::optional<CompiledSource> failed;   ///< the last one, where it was refused
  std::string error;                      ///< why
  friend bool operator==(const CompiledSight&, const CompiledSight&) = default;
};

/// What a click asks a compiler for.
struct CompileAct {
  CompileQuestion question;
  CompiledSource source;  ///< as it is shown by
  std::string text;       ///< that is compiled
  bool stop = false;      ///< nothing more: what is being compiled is given up
};

}  // namespace strata::inline facts
