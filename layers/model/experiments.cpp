#include "layers/model/experiments.h"

#include <array>

#include "kernels/matmul/matmul.h"

namespace strata {
namespace {

using Type = ParameterInfo::Type;

ParameterInfo integer(std::string name, std::string title, nlohmann::json defaultValue, double max, std::string help) {
  ParameterInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.type = Type::Integer;
  info.defaultValue = std::move(defaultValue);
  info.min = 1;
  info.max = max;
  info.help = std::move(help);
  return info;
}

ParameterInfo size(std::string name, std::string title, std::string help, std::string follows) {
  const nlohmann::json defaultValue = follows.empty() ? nlohmann::json(512) : nlohmann::json();
  ParameterInfo info = integer(std::move(name), std::move(title), defaultValue, 8192, std::move(help));
  info.follows = std::move(follows);
  return info;
}

ParameterInfo seed() {
  ParameterInfo info = integer("seed", "Seed", 1, 4294967295.0, "Inputs are the same for the same seed.");
  info.min = 0;
  return info;
}

ParameterInfo choice(std::string name, std::string title, std::vector<std::string> choices, std::string help) {
  ParameterInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.type = Type::Choice;
  info.defaultValue = choices.front();
  info.choices = std::move(choices);
  info.help = std::move(help);
  return info;
}

std::vector<ParameterInfo> matmulParameters() {
  return {
      size("n", "Size N", "Columns of B and C; m and k follow it where they are not set.", ""),
      size("m", "Size M", "Rows of A and C.", "n"),
      size("k", "Size K", "Columns of A and rows of B: the length of each sum.", "n"),
      seed(),
      integer("repeat", "Repeats", 5, 1000, "Timed runs of each variant, after one that warms up."),
      integer("streams", "Streams", 1, 4, "Repeats are spread over this many streams, which run beside each other."),
      choice("host_memory", "Host memory", {"pinned", "pageable"},
             "Where the inputs lie on the host before they are copied."),
      choice(
          "check", "Check", {"auto", "full"},
          "auto: against a full fp64 reference up to 2^30 multiply-adds, by Freivalds' check and samples above; full: "
          "always the reference."),
  };
}

std::vector<VariantInfo> matmulVariants() {
  std::vector<VariantInfo> variants;
  for (const MatmulStep& step : matmulSteps())
    variants.push_back({std::string(step.name), std::string(step.title), std::string(step.idea),
                        std::string(step.kernel), std::string(step.file), std::string(step.source)});
  variants.push_back(
      {"library", "The platform's BLAS",
       "What years of tuning give: blocking for every cache, packed panels and hand-written inner loops; "
       "the mark the other variants are measured against.",
       "", "", ""});
  return variants;
}

}  // namespace

const ExperimentInfo& matmulExperiment() {
  static const ExperimentInfo kInfo{"matmul", "Matrix product",
                                    "C = A · B in fp32 with seeded random inputs: the operation most of AI is made of.",
                                    matmulParameters(), matmulVariants()};
  return kInfo;
}

std::span<const ExperimentInfo* const> experiments() {
  static const std::array<const ExperimentInfo*, 1> kAll{&matmulExperiment()};
  return kAll;
}

}  // namespace strata
