#pragma once

// What views of speeds show: variants, roofline, results, bounds; see message_list.h.

#define STRATA_SPEED_MESSAGES(X)                                                                                       \
  /* views: variants, roofline, results */                                                                             \
  X(VariantFailed, "failed")                                                                                           \
  X(VariantUnsupported, "unsupported")                                                                                 \
  X(VariantSpread, "median {0}, {1} … {2} of {3} repeats, {4} clock")                                                  \
  X(VariantAsLaunched, "as the host launches it, the device waiting for it: {0}")                                      \
  X(VariantMadeFor, "made for {0}")                                                                                    \
  X(MadeForBoth, "both")                                                                                               \
  X(MadeForGpus, "GPUs")                                                                                               \
  X(MadeForProcessors, "CPUs")                                                                                         \
  X(VariantCheck, "checked: {0} {1}, limit {2}")                                                                       \
  X(ShareOfLibrary, "{0} of the library")                                                                              \
  X(ShareOfRoof, "{0} of the roof (each byte counted once)")                                                           \
  X(RooflineTitle, "Roofline")                                                                                         \
  X(RooflineEmpty, "Each variant becomes a point under the device's roofs")                                            \
  X(RooflineEmptyHint, "Press Run: how fast a kernel can be depends on how much it computes with each byte it moves.") \
  X(RooflineNoPoint, "No variant of this run has a place here")                                                        \
  X(RooflineOfFrames, "Frames have no point under the roofs")                                                          \
  X(RooflineOfFramesHint,                                                                                              \
    "What is measured here is a frame's way to the screen, which computes nothing. Where the kernels stand that make " \
    "the pictures: run Heat diffusion, Mandelbrot set, 2-D convolution or Transformer.")                               \
  X(RooflineNoRoofs, "no roofs in these results: run with roofs = kept or anew to measure them")                       \
  X(RooflineNoFigures, "no roofs: the figures of {0} are not on this machine")                                         \
  X(RooflineXAxisThere, "FLOP / byte of its memory")                                                                   \
  X(RooflineXAxis, "FLOP / byte requested")                                                                            \
  X(RooflineXAxisOnce, "FLOP / byte, each moved once")                                                                 \
  X(RooflineXAxisShort, "FLOP / byte")                                                                                 \
  X(RooflineYAxis, "GFLOP/s")                                                                                          \
  X(RooflineMemoryBound, "memory bound")                                                                               \
  X(RooflineComputeBound, "compute bound")                                                                             \
  X(RooflineIdeal, "each byte once: {0}")                                                                              \
  X(RooflineNotShown, "not shown: {0}")                                                                                \
  X(RooflineUnnamed, "no room for the names of {0}")                                                                   \
  X(RooflineNotShownCount, "{0} not shown")                                                                            \
  X(RooflineMatrixUnits, "matrix units, {0}")                                                                          \
  X(RooflineNoCompute, "memory's roof only: how fast {0} can be multiplied here is not known")                         \
  X(RooflineFaster, "above the roof: {0}")                                                                             \
  X(RoofKept, "The kept roof was measured {0}: run with roofs = anew to measure it again.")                            \
  X(RoofMadeAnew, "The roof was measured anew for this run, {0}: the machine may have been slower then.")              \
  X(RoofWhy, "{0} Or {1}.")                                                                                            \
  X(RoofKeptBusily, "{0}, when the machine was busy")                                                                  \
  X(RoofOfSheet,                                                                                                       \
    "The roof is the data sheet's rate of matrix units, which are faster at a higher clock than it counts with.")      \
  X(RoofMeasured, "Measured {0}; a busy machine lowers it: roofs = anew measures it again.")                           \
  X(RoofsBusy,                                                                                                         \
    "The roofs may be too low: the machine was busy when they were measured {0}; roofs = anew measures them again.")   \
  X(RoofKeptOn, "on {0}")                                                                                              \
  X(RoofKeptSometime, "at a time that was not noted")                                                                  \
  X(RoofAboveCompute, "wider instructions, matrix units or a higher clock pass Strata's own fastest multiply-adds")    \
  X(RoofAboveMemory, "caches can hold all of its bytes, and serve those that memory is not asked for")                 \
  X(RooflineMatrixWhy, "Matrix units compute it, whose roof is higher.")                                               \
  X(RooflineNoFlop, "computes nothing: it only moves bytes")                                                           \
  X(RooflineNoIntensity, "its arithmetic intensity is not known")                                                      \
  X(RooflineNoSpeed, "its FLOP/s are not known")                                                                       \
  X(RooflineAsked, "{0} FLOP/byte {1}: by what its loads and stores request")                                          \
  X(RooflineOfMemory, "{0} FLOP/byte {1}: by what caches let through to memory")                                       \
  X(RooflineOnce, "{0} FLOP/byte {1}: if each byte moved once")                                                        \
  X(RooflineAbove, "above the slope: caches served part of its requests")                                              \
  X(RooflineCached, "above the slope, where caches serve part of the requests: {0}")                                   \
  X(RooflineAtMost, "bytes not counted, so x is an upper bound (each byte once): {0}")                                 \
  X(RooflineHeld, "caches hold all of it and nothing reaches memory, so x goes by the bytes requested: {0}")           \
  X(RooflineHeldAll, "caches hold all of it and nothing reaches memory, so x goes by the bytes requested")             \
  X(RooflineBandwidthTip,                                                                                              \
    "{0} {1}: Strata's fastest copy, or reading alone. Only caches, or stores that pass them by, get above it.")       \
  X(RooflineComputeTip,                                                                                                \
    "{0} {1}: Strata's own fastest fp32 multiply-adds. Only other instructions, or a higher clock, get past it.")      \
  X(RooflineMatrixTip, "{0} {1}: {2}, as the data sheet has them.")                                                    \
  X(RooflineSheetBandwidthTip,                                                                                         \
    "{0} {1}: memory's bandwidth by the data sheet. What comes from caches may be above this slope.")                  \
  X(RooflineSheetComputeTip, "{0} {1}: fp32 multiply-adds of all units at the highest clock, by the data sheet.")      \
  X(RooflineRoofs, "roofs: {0}")                                                                                       \
  X(ResultsTitle, "Speed")                                                                                             \
  X(ResultsEmpty, "How fast each variant is, once its result is checked")                                              \
  X(ResultsEmptyHint, "Press Run: each variant becomes a bar, beside the library's.")                                  \
  X(ResultsTime, "time, shorter is faster")                                                                            \
  X(ResultsFlops, "FLOP/s, longer is faster")                                                                          \
  X(ResultsBytes, "GB/s, longer is faster")                                                                            \
  X(ResultsBytesKind, "bytes")                                                                                         \
  X(ResultsBarKind, "speed")                                                                                           \
  X(ResultsShareOf, "of {0}")                                                                                          \
  X(ResultsShareTip,                                                                                                   \
    "Of the speed of {0}, the fastest library that was right in this run; in another run it may be another one.")      \
  X(ResultsLibrary, "library")                                                                                         \
  X(ResultsOfRoof, "of roof")                                                                                          \
  X(ResultsOfRoofTip,                                                                                                  \
    "The measured speed, of what the roofs allow if each byte moved once, which is assumed: hence modelled where "     \
    "roofs are measured. The roofline places a step by the bytes it requests.")                                        \
  X(ResultsCheck, "check")                                                                                             \
  X(ResultsMore, "and {0} more, not shown")                                                                            \
  X(ResultsMoreScrolled, "and {0} more: turn the wheel or press Page Down, or make the panel higher")                  \
  X(ResultsMoreAround, "{0} more above, {1} below: turn the wheel or press Page Up, Page Down")                        \
  X(ResultsMoreAbove, "{0} more above: turn the wheel or press Page Up")                                               \
  X(ResultsReference, "{0} = 100 %")                                                                                   \
  X(ResultsMadeFor, "made for")                                                                                        \
  X(ResultsFallOfGpus,                                                                                                 \
    "Slower than an earlier step: {0}, made for GPUs, whose threads share memory and wait for each other at no cost, " \
    "while a CPU takes one thread after another.")                                                                     \
  X(ResultsFallOfProcessors,                                                                                           \
    "Slower than an earlier step: {0}, made for CPUs, where a few threads each do a lot, while a GPU wants thousands " \
    "that each do a little.")                                                                                          \
  X(ResultsFall,                                                                                                       \
    "Slower than an earlier step: {0}; what they save is not the bottleneck on this device at this size.")             \
  X(ResultsFallMore, "{0} and {1} more")                                                                               \
  X(ResultsWideSpread, "{0}: the slowest repeat took up to {1} × the fastest; run again before you compare")           \
  X(ResultsMeasured, "measured here")                                                                                  \
  X(ResultsModelled, "modelled: {0}")                                                                                  \
  X(ResultsPublished, "recorded elsewhere")                                                                            \
  X(ResultsPublishedTip, "what others measured on {0} at this size")                                                   \
  X(ResultsPublishedNone, "Nobody's measurement of this on {0} at this size is kept.")                                 \
  X(ResultsPublishedAbsent, "nobody’s measurement on {0} is kept for this size")                                       \
  X(ResultsPublishedNoRow, "no measurement of it is kept")                                                             \
  X(ResultsPublishedBar, "{0}, {1}")                                                                                   \
  X(ResultsModelledShort, "modelled")                                                                                  \
  X(ResultsPublishedFoot, "measured by others on {0}: {1}")                                                            \
  X(ResultsTurns, "On this {0} {1} is slower than {2}; on the {3} it would be {4} × quicker (modelled).")              \
  X(ResultsTurnsMore,                                                                                                  \
    "On this {0} these are slower than the step before; on the {1} they would be quicker (modelled): {2}.")            \
  X(ResultsTurn, "{0} {1} ×")                                                                                          \
  X(ResultsCpu, "CPU")                                                                                                 \
  X(ResultsGpu, "GPU")                                                                                                 \
  X(ResultsModelledFoot, "modelled, nothing ran on {0}: {1}")                                                          \
  X(ModelAccuracy,                                                                                                     \
    "off by {0} (median), at most {2} ×, over {1} published times it was not fitted on, {3} of AMD’s GPUs")            \
  X(OwnNotModelled,                                                                                                    \
    "a kernel of your own is not modelled: registers, instructions and widths of accesses that a compiler gives it "   \
    "on that GPU are not kept")                                                                                        \
  X(OthersModelled, "{0} is not modelled; {1} are")                                                                    \
  X(OwnNotModelledShort, "own kernel: its code for that GPU is not kept")                                              \
  X(ResultsNotModelled, "a library's routine cannot be counted, so its time is not modelled")                          \
  X(BoundsTitle, "Bounds")                                                                                             \
  X(BoundsEmpty, "What would hold a step up on a GPU that is not here")                                                \
  X(BoundsEmptyHint, "Choose a GPU under \"On a GPU\" in the form and press Run on the CPU.")                          \
  X(BoundsNoModel, "This experiment has no modelled GPU. Ladders, such as Matrix product, have one.")                  \
  X(BoundsWhole, "{0} in all")                                                                                         \
  X(BoundsThe, "the {0}")                                                                                              \
  X(BoundsIdle, "{0} blocks on {1} {2}s: {3} have none.")                                                              \
  X(BoundsIdleOne, "{0} block on {1} {2}s: {3} have none.")                                                            \
  X(BoundsAlone, "Nothing but {0} takes time: {1}.")                                                                   \
  X(BoundsClear, "The bottleneck is {0}: it takes {1}, the next, {2}, only {3}. {4}")                                  \
  X(BoundsAskLess, "Asking less of it is what helps.")                                                                 \
  X(BoundsHide, "More work in flight hides it.")                                                                       \
  X(BoundsFewer, "Fewer, larger launches help.")                                                                       \
  X(BoundsBars, "bars")                                                                                                \
  X(BoundsBarsTip, "Back to the time of each resource")                                                                \
  X(BoundsLeftOut, "{0} shorter bars have no room here")                                                               \
  X(BoundsLeftOutOne, "1 shorter bar has no room here")                                                                \
  X(BoundsClose, "{0} ({1}) and {2} ({3}) are close: relieving only one of them gains little.")                        \
  X(BoundsFoot, "each bar: the time if nothing else took any · line: all together, which hide in part")                \
  X(BoundsFootPart,                                                                                                    \
    "each bar: the time if nothing else took any · line: all together, which hide in part · counted on {0}")           \
  X(BoundsFootAsked,                                                                                                   \
    "each bar: the time if nothing else took any · tick: as modelled · line: all together, which hide in part")        \
  X(ModelBound, "{0}, held by {1}")                                                                                    \
  X(BoundMemory, "memory bandwidth")                                                                                   \
  X(BoundLastCache, "last cache")                                                                                      \
  X(BoundL2, "L2 bandwidth")                                                                                           \
  X(BoundLoadUnit, "load unit")                                                                                        \
  X(BoundArithmetic, "arithmetic")                                                                                     \
  X(BoundMatrix, "matrix units")                                                                                       \
  X(BoundIssue, "instruction issue")                                                                                   \
  X(BoundLatency, "latency")                                                                                           \
  X(BoundLaunch, "the launch")                                                                                         \
  X(BoundAlone, "a block alone on its unit")                                                                           \
  X(ModelOnly, "if only {0}: {1}")                                                                                     \
  X(ModelTogether,                                                                                                     \
    "all together: (Σ tᵖ)^(1/p) with p = {0}, as they hide behind each other only in part, and on top the "         \
    "launch and a block alone on its unit; of memory and caches, and of arithmetic and instruction issue, "            \
    "only the longest is in the sum: they work at once")                                                               \
  X(ModelBasis, "counted on {0}")                                                                                      \
  X(ModelSpills, "the compiler spilled {0} bytes a thread")                                                            \
  X(ModelLanes,                                                                                                        \
    "requests are counted in warps of {0} lanes; this GPU's waves have more: STRATA_CPU_WAVE=64 counts in those")      \
  X(ModelCode, "registers and instructions are of code for {0}")                                                       \
  X(WhatIfTitle, "what if")                                                                                            \
  X(WhatIfReset, "reset")                                                                                              \
  X(WhatIfResetTip, "everything as the time was modelled")                                                             \
  X(WhatIfThreads, "threads of a block")                                                                               \
  X(WhatIfRegisters, "registers of a thread")                                                                          \
  X(WhatIfClock, "clock")                                                                                              \
  X(WhatIfBandwidth, "memory bandwidth")                                                                               \
  X(WhatIfThreadsTip, "All threads stay, and so does what each asks for: larger blocks are fewer. As launched: {0}.")  \
  X(WhatIfRegistersTip,                                                                                                \
    "As compiled beforehand, by nvcc or for AMD by hipcc: {0}. With fewer, a compiler would have to spill some to "    \
    "memory; that is not counted.")                                                                                    \
  X(WhatIfClockTip, "By the data sheet: {0}. Memory is no nearer in nanoseconds at another clock.")                    \
  X(WhatIfBandwidthTip, "By the data sheet: {0}.")                                                                     \
  X(WhatIfGigahertz, "{0} GHz")                                                                                        \
  X(WhatIfQuicker, "× {0} quicker: {1} instead of {2}")                                                                \
  X(WhatIfSlower, "× {0} slower: {1} instead of {2}")                                                                  \
  X(WhatIfSame, "no quicker and no slower: {0}")                                                                       \
  X(WhatIfHint, "Drag a slider to ask what if; the tick is what was modelled.")                                        \
  X(WhatIfOccupancy, "{0} blocks on each {1}: {2} of {3} {4} ({5}), limited by {6}")                                   \
  X(WhatIfOccupancyOne, "one block on each {1}: {2} of {3} {4} ({5}), limited by {6}")                                 \
  X(WhatIfCannot, "No {0} can hold such a block: too many {1}")                                                        \
  X(WhatIfWaves, "waves")                                                                                              \
  X(WhatIfWarps, "warps")                                                                                              \
  X(WhatIfByRegisters, "registers")                                                                                    \
  X(WhatIfByShared, "shared memory")                                                                                   \
  X(WhatIfByBlocks, "blocks")                                                                                          \
  X(WhatIfAnd, "{0} and {1}")                                                                                          \
  X(WhatIfLaunch, "blocks and registers: of {0}, the longest of {1} launches")                                         \
  X(WhatIfFoot, "all threads stay, with what each asks for and what caches held")                                      \
  X(WhatIfNoFigures, "The figures of {0} are not on this machine, so the model cannot be asked what if.")              \
  X(WhatIfOtherFigures,                                                                                                \
    "The model or its figures of {0} have changed since this was modelled; run it again to ask what if.")              \
  X(PublishedBeside, "measured on such a GPU: {0} ({1}); the model gives {2} × that")                                  \
  X(PublishedWhere, "there: {0}")                                                                                      \
  X(FigureMachine, "{0}, {1} {2}")                                                                                     \
  X(FigureOnce, "one repeat")                                                                                          \
  X(FigureMedian, "median of {0}")                                                                                     \
  X(FigureMedianFrom, "median of {0} to {1}")                                                                          \
  X(FigureStrata, "Strata {0}")                                                                                        \
  X(ResultsOnce, "bar: the one repeat")                                                                                \
  X(ResultsRange, "bar: median · whisker: fastest … slowest of {0} repeats")
