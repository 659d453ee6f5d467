#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/base/result.h"
#include "engine/device/made_for.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {

/// One parameter of an experiment, as `strata list --json` prints it and Studio makes a form field of it.
struct ParameterInfo {
  enum class Type {
    Integer,
    Number,
    Choice,
    Text,
    File,     ///< a text that names a file
    Picture,  ///< a text that names a PGM
  };
  std::string name;   ///< "n"
  std::string title;  ///< "Size N"
  Type type = Type::Integer;
  KeptJson defaultValue;    ///< null: follows `follows`
  std::string follows;      ///< name of the parameter whose value is taken when this one is not set ("m" follows "n")
  double min = 0, max = 0;  ///< range of Integer and Number, both included
  std::string unit;
  std::vector<std::string> choices;
  std::string help;          ///< one sentence
  std::string nothing;       ///< what an empty text or the smallest number stands for: "all"; empty: for itself
  std::string shipped = {};  ///< what an empty Picture stands for, below share/strata/models; beside it lie others
  std::string files = {};    ///< what a File or Picture is called: "*.gguf *.bin"; empty: anything
  bool isModel = false;      ///< of a File: of a model, which may be a folder
  bool ofRun = false;        ///< says how to run, not what to compute
  /// A choice, and its values with which this parameter means something.
  struct UsedWith {
    std::string choice;
    std::vector<std::string> values;

    bool holds(const nlohmann::json& chosen) const;
  };
  std::optional<UsedWith> usedWith = {};  ///< none: it always does
  int decimals = 4;                       ///< of a Number in a form
};

ParameterInfo integerParameter(std::string name, std::string title, std::int64_t defaultValue, double min, double max,
                               std::string help);
ParameterInfo numberParameter(std::string name, std::string title, double defaultValue, double min, double max,
                              std::string help);
/// The first choice is the default.
ParameterInfo choiceParameter(std::string name, std::string title, std::vector<std::string> choices, std::string help);
ParameterInfo textParameter(std::string name, std::string title, std::string defaultValue, std::string help);
/// Without a name it is what `nothing` tells in words.
ParameterInfo fileParameter(std::string name, std::string title, std::string nothing, std::string help);
/// Without a name it is the picture `shipped`, which `nothing` tells in words.
ParameterInfo pictureParameter(std::string name, std::string title, std::string shipped, std::string nothing,
                               std::string help);
ParameterInfo withNothing(ParameterInfo info, std::string nothing);
ParameterInfo withFiles(std::string patterns, ParameterInfo info);
ParameterInfo usedWith(std::string choice, std::vector<std::string> values, ParameterInfo info);

/// One way of computing an experiment's result: a step of a ladder or the library.
struct VariantInfo {
  std::string name;                     ///< "tiled"
  std::string title;                    ///< "Tiled in shared memory"
  std::string idea;                     ///< what it teaches, one sentence
  std::string kernel;                   ///< name of the kernel in traces; empty for a library
  std::string file;                     ///< repository path of the kernel's source; empty for a library
  std::string source;                   ///< the source text that is compiled
  std::optional<MadeFor> madeFor = {};  ///< none: a library's affair
  std::string like = {};                ///< of a kernel that somebody brought: the step whose place it takes
};

struct ExperimentInfo {
  std::string name;   ///< "matmul"
  std::string title;  ///< "Matrix product"
  std::string help;
  std::vector<ParameterInfo> parameters;
  std::vector<VariantInfo> variants;
  std::string view = "kernel";  ///< name of the view that tells most of it
};

/// The variants of `asked`, or all where it is empty. Usage for one that the experiment has not, with those it has.
Result<std::vector<std::string>> chosenVariants(const ExperimentInfo& info, const std::vector<std::string>& asked);

/// The experiment with the variants that a request brings along. Usage for two of one name.
Result<ExperimentInfo> withKernels(ExperimentInfo info, const std::vector<OwnKernel>& kernels);

nlohmann::json toJson(const ExperimentInfo& info);

}  // namespace strata::inline protocol
