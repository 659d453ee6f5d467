#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline facts {

/// A roof of the device at hand that is passed.
enum class RoofPassed : std::uint8_t { None, Memory, Compute };

/// Beyond what measuring blurs.
bool isAbove(double value, double roof);
/// Faster than the multiply-adds of the roof: those measured, or what the data sheet says of matrix units.
bool passesComputeRoof(const RunResult& result, double gflops);
RoofPassed roofPassed(const RunResult& result);

/// When the roofs that a result is compared with were measured, and how they are measured again.
std::string roofsMeasured(const RunResult& result);
/// That they may be too low where the machine was busy then; empty: it was not, or nobody knows.
std::string busyRoofsText(const RunResult& result);
/// When that roof was measured, what that says, and how it is measured again, or that a data sheet has it; empty where
/// none is passed.
std::string whyAboveRoof(const RunResult& result, RoofPassed passed);
/// "above the roof: tiled, vectorized", and why the first of them may be; empty where none passes one.
std::string aboveRoofText(std::span<const RunResult> results);

}  // namespace strata::inline facts
