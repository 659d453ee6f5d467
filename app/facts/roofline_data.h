#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/view_state.h"
#include "engine/device/factors.h"

namespace strata::inline facts {

/// Which bytes the work is divided by.
enum class IntensityBytes : std::uint8_t {
  Requested,  ///< that its own loads and stores ask for
  OfMemory,   ///< that its caches let through to memory
  Once        ///< if each moved once: at least, so that the intensity is at most
};

/// A variant under the roofs, or a phase of a model's run.
struct RooflinePoint {
  const RunResult* result = nullptr;
  std::string_view name;
  double intensity = 0;
  IntensityBytes bytes = IntensityBytes::Requested;
  Provenance intensityKind = Provenance::Modelled;
  double gflops = 0;
  std::optional<Provenance> speedKind;
  bool library = false, chosen = false, phase = false;
  bool elsewhere = false;  ///< it did not run here: modelled, or recorded by others

  /// One of those the trail joins: of the ladder, and not brought along.
  bool isStep() const { return !library && !phase && (!result || result->text.empty()); }
};

/// Variants that have no place, and why.
struct RooflineLeftOut {
  std::vector<std::string_view> variants;
  std::string why;
};

/// What the roofline draws, out of the newest results; refers to them.
struct RooflineData {
  std::string gpuTitle;                      ///< whose roofs and points they are; empty: of the device at hand
  std::optional<Figure> bandwidth, compute;  ///< roofs: bytes/s and FLOP/s, measured here or, of matrix units and of a
                                             ///< GPU that is not here, as the data sheet has them; none: not known
  std::string measured;                      ///< when the roofs here were, and how to do it again
  std::string busy;                          ///< that they may be too low; empty: nothing says so
  std::string caption;                       ///< of a picture: what ran, where and how; empty: it is none
  Factors factors = Factors::F32;            ///< what the points multiply
  std::string unit;                          ///< "matrix units, bf16": whose the compute roof is; empty: of plain fp32
  std::optional<Figure> ideal;               ///< FLOP for each byte if every operand moved once; where all agree
  std::vector<RooflinePoint> points;         ///< in the order of the ladder
  std::vector<RooflineLeftOut> leftOut;      ///< one entry a reason
  std::vector<std::string_view> faster;      ///< drawn above a roof, of a GPU that is not here the one of arithmetic
  std::string fasterWhy;                     ///< of the first of these
  std::vector<std::string_view> cached;      ///< below the roofs, and faster than memory could answer their requests
  std::vector<std::string_view> atMost;      ///< whose intensity is only a bound, among points that have their own
  std::vector<std::string_view> held;        ///< of a GPU that is not here: caches hold all, so requests are counted

  /// GFLOP/s the roofs allow at an intensity. Needs memory's.
  double attainable(double intensity) const;
  /// Whether its speed is within what the roofs allow at its intensity; also where no roof is known.
  bool allows(const RooflinePoint& point) const;
  /// Where the roofs meet, FLOP/byte. Needs both roofs.
  double ridge() const { return compute->value / bandwidth->value; }
  /// Which bytes all points but those of `atMost` go by; nullopt: not the same.
  std::optional<IntensityBytes> bytes() const;
  bool roofs() const { return bandwidth.has_value(); }
  bool hasRidge() const { return bandwidth && compute; }
};

RooflineData rooflineData(const ViewState& state);

/// Of a point above a roof that was measured here, as whyAboveRoof(); empty: it is below both.
std::string whyAbove(const RooflinePoint& point);

}  // namespace strata::inline facts
