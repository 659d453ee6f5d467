#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/provenance.h"
#include "engine/base/result.h"

namespace strata::inline cli {

/// One number of a bench, and what it should be.
struct BenchFigure {
  std::string name;
  double value = 0;
  std::string unit;
  Provenance kind = Provenance::Measured;
  std::optional<double> atMost, atLeast;

  bool hasBudget() const { return atMost || atLeast; }
  bool met() const { return (!atMost || value <= *atMost) && (!atLeast || value >= *atLeast); }
};

inline constexpr double kMostBytesPerEvent = 64;  ///< of memory, without names and arguments

BenchFigure benchFigure(std::string name, double value, std::string unit, Provenance kind = Provenance::Measured);
/// 0 of none.
double median(std::vector<double> values);

using BenchFigures = std::vector<BenchFigure>;

/// What recording an event costs in the thread that does it.
Result<BenchFigures> recorderFigures();
/// How fast a session is read, and what an event costs in memory.
Result<BenchFigures> storeFigures();
/// How fast a generated session is written in other tools' formats, and what that takes of memory.
Result<BenchFigures> exportFigures();
/// How fast such files are read back, and what that takes of memory.
Result<BenchFigures> importFigures();
/// How fast a session of ten million events opens, and how long a frame of its timeline takes to build, at every zoom;
/// and how long a table of a million of them takes to sort, filter and scroll.
Result<BenchFigures> timelineFigures();
/// The libraries of products and convolutions through all storeys beside the same called directly, in one process of
/// the CPU agent, and the best of our own steps beside them.
Result<BenchFigures> kernelFigures();
/// A loop of products of 1024³ on the best device, traced and untraced in turn.
Result<BenchFigures> tracingFigures();
/// Modelled times on GPUs that are not here, beside what others measured there (assets/measurements).
Result<BenchFigures> modelFigures();
/// Frames on their four ways to a picture of 512 × 512 drawn without a window, at three sizes, in turn; and what
/// recording adds.
Result<BenchFigures> frameFigures();
/// What it costs to look for errors: kernels of the CPU device watched and plainly.
Result<BenchFigures> watchFigures();
/// A model reading and writing on the CPU, traced and untraced in turn: tokens per second, and what each operation
/// takes. Empty: the model that comes with Strata, the experiment's own prompt.
Result<BenchFigures> transformerFigures(const std::string& model, const std::string& promptIds);

}  // namespace strata::inline cli
