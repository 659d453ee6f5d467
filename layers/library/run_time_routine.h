#pragma once

#include <functional>
#include <span>
#include <string>

#include "layers/library/routine.h"

namespace strata::inline library {

/// Compiles kernels of an operation now, loads them on the device and finds them from then on; the finder keeps them
/// loaded.
using CompileKernels =
    std::function<Result<KernelFinder>(const Operation& operation, std::span<const std::string> kernels)>;

/// The steps of an operation from their text, compiled when they are bound, instead of what was compiled with the
/// program.
Routines runTimeRoutines(const Operation& operation, CompileKernels compile);

/// A step that somebody brought, compiled when it is bound. What it asks of memory is not known: its cost is the
/// operands'. `step` must outlive it.
std::shared_ptr<const Routine> ownRoutine(const Operation& operation, const Step& step, CompileKernels compile);

}  // namespace strata::inline library
