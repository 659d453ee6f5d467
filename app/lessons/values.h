#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/base/provenance.h"
#include "engine/base/result.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/run_result.h"

namespace strata::inline lessons {

/// A number with its unit and kind: what a lesson's sentences are made of.
struct Value {
  double number = 0;
  std::string unit;                    ///< "s", "bytes", "FLOP/s"; empty: none
  std::optional<Provenance> kind;      ///< none: written in the lesson
  std::vector<std::string> gpus = {};  ///< of a modelled one: what it is modelled for; empty: none, or not known
  friend bool operator==(const Value&, const Value&) = default;
};

/// Adds those that are not there yet.
void addGpus(const std::vector<std::string>& more, std::vector<std::string>& gpus);
/// "NVIDIA RTX A6000, NVIDIA H200"
std::string gpuWords(const std::vector<std::string>& gpus);

/// One run of a lesson and what came out.
struct LessonRun {
  std::string experiment;
  KeptJson parameters;  ///< all of them, as asked for
  std::vector<RunResult> results;
  Hello hello;
  std::vector<std::string> events = {};  ///< names of what it recorded; empty: not kept
};

/// "time(naive, n=64)" as an expression names it: a function of words, no arithmetic within.
struct Reference {
  std::string function;
  std::vector<std::string> arguments;
  friend bool operator==(const Reference&, const Reference&) = default;
};
std::string toText(const Reference& reference);
/// The step that it is asked of: "naive" of "counted(sectors, naive.load1)"; empty: of none.
std::string stepOf(const Reference& reference);
/// Parameters that it names: "n" of "time(naive, n=64)" and of "set(n)".
std::vector<std::string> parametersOf(const Reference& reference);

/// A function that expressions may ask for.
struct ValueFunction {
  std::string_view name, arguments;  ///< "time", "VARIANT"
  std::string_view what;             ///< "seconds of the median repeat", with the kind
  std::size_t least = 1, most = 1;   ///< arguments; those of the form name=value are none of them
};
std::span<const ValueFunction> valueFunctions();
const ValueFunction* findValueFunction(std::string_view name);

/// Which of its words nobody knows, with the nearest: of what is counted and where, of storeys and devices, of what is
/// modelled. Empty: none.
std::string strangeWordOf(const Reference& reference);

/// What runs came to. The newest that has what is asked for answers; name=value picks those with such a parameter.
/// Unavailable, with what was looked for, where no run has it.
Result<Value> valueOf(const Reference& reference, std::span<const LessonRun> runs);

}  // namespace strata::inline lessons
