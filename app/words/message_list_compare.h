#pragma once

// What the comparison of two sessions shows; see message_list.h.

#define STRATA_COMPARE_MESSAGES(X)                                                                                     \
  X(CompareTitle, "Compare")                                                                                           \
  X(CompareName, "name")                                                                                               \
  X(CompareTotalA, "total in A")                                                                                       \
  X(CompareTotalB, "total in B")                                                                                       \
  X(CompareOnly, "only in {0}")                                                                                        \
  X(CompareSame, "the same")                                                                                           \
  X(CompareLonger, "B {0}× longer")                                                                                    \
  X(CompareShorter, "B {0}× shorter")                                                                                  \
  X(CompareOfMeans, "{0}, means")                                                                                      \
  X(CompareDim, "dim: may be chance, or it is not known")                                                              \
  X(CompareWithinSpread, "within the spread of the {4}: {0} … {1} in A, {2} … {3} in B")                               \
  X(CompareWithinRanks,                                                                                                \
    "may be chance: the {0} of A and B rank no further apart than chance brings them (Mann and Whitney’s test, "     \
    "p ≥ 0.27 %)")                                                                                                     \
  X(CompareBeyondRanks,                                                                                                \
    "hardly chance: the {0} of A and B rank further apart than chance brings them (Mann and Whitney’s test, "        \
    "p < 0.27 %)")                                                                                                     \
  X(CompareWithinRanksEach,                                                                                            \
    "may be chance: with each grid and block, or size of copies, the {0} of A and B rank no further apart than "       \
    "chance brings them (Mann and Whitney’s test, p ≥ 0.27 %)")                                                        \
  X(CompareBeyondRanksEach,                                                                                            \
    "hardly chance: with at least one grid and block, or size of copies, the {0} of A and B rank further apart than "  \
    "chance brings them (Mann and Whitney’s test, p < 0.27 %)")                                                        \
  X(CompareRepeatsWord, "repeats")                                                                                     \
  X(CompareEventsWord, "events")                                                                                       \
  X(CompareFramesWord, "frames")                                                                                       \
  X(CompareFrameLatency, "{0}: latency")                                                                               \
  X(CompareFrameApart, "{0}: frame to frame")                                                                          \
  X(CompareFramesPerSecond, "Frames a second: {0} in A, {1} in B")                                                     \
  X(CompareApart, "B − A: {0}")                                                                                        \
  X(CompareApartMeans, "B − A, by the means of one call, over as many calls as both have: {0}")                        \
  X(CompareApartCounts, "B − A: {0}, {1} by the number of calls and {2} by the time of one")                           \
  X(CompareMedians, "Median of one: {0} in A, {1} in B; B − A: {2}")                                                   \
  X(CompareSelves, "Self, without what it called: {0} in A, {1} in B; B − A: {2}")                                     \
  X(CompareClockSteps,                                                                                                 \
    "All times of the clock are multiples of {0} in A, of {1} in B, to a nanosecond: unless they vary by half a "      \
    "step and more, two times count as different only if they are more than 3 · step/√6 apart")                        \
  X(CompareOtherLaunches,                                                                                              \
    "launched with other grids or blocks, or copies of other sizes, so it is not weighed whether it may be chance")    \
  X(CompareParametersDiffer, "parameters differ: {0}")                                                                 \
  X(CompareParameterValues, "{0} {1} / {2}")                                                                           \
  X(CompareOtherParameters, "of runs with other parameters, so it is not weighed whether it may be chance")            \
  X(CompareOneUntimed,                                                                                                 \
    "one side has no timed calls, so there is no ratio, and it is not weighed whether it may be chance")               \
  X(CompareUntimed,                                                                                                    \
    "{0} has no timed calls: all that it did stands beside the timed calls of {1}, and no row is weighed")             \
  X(CompareMissing, "{0} was measured in A and not in B: {1}")                                                         \
  X(CompareMissingThere, "B has no result of it")                                                                      \
  X(CompareSideSays, "{0}: {1}")                                                                                       \
  X(CompareSettingsDiffer, "settings differ: {0}")                                                                     \
  X(CompareSetupDiffers, "machine or software differs: {0}")                                                           \
  X(CompareTextsDiffer, "texts of kernels differ, by fingerprint: {0}")                                                \
  X(CompareFewApart,                                                                                                   \
    "the times of the {0} of A and B do not overlap, but there are too few to say whether that may be chance: a "      \
    "verdict takes 6 and more on each side")                                                                           \
  X(CompareFewHow, "; run both with Repeats 7")                                                                        \
  X(CompareTooFew, "{0} of {1} rows have too few {4} to tell chance ({2} in A, {3} in B){5}")                          \
  X(CompareOneOfLaunch, "of a grid and block, or a size of copies, a side has only one: its spread is not known")      \
  X(CompareSum, "sum: {0} in A, {1} in B, B − A {2}")                                                                  \
  X(CompareStoreyTip,                                                                                                  \
    "{0}: {1} in A, {2} in B. The time in which any thread, stream or device worked there: what overlaps, on several " \
    "devices too, counts once\nB − A: {3}")                                                                            \
  X(CompareOneEvent, "only one in {0}: its spread is not known")                                                       \
  X(CompareOneEach, "only one in A and one in B: their spread is not known")                                           \
  X(CompareSteps, "profiler step, median: {0} in A, {1} in B, B − A {2}")                                              \
  X(CompareDeviceBusy, "device busy: {0} in A, {1} in B, B − A {2} points")                                            \
  X(CompareDeviceBusyOfOne, "device busy: {0} in A, {1} in B")                                                         \
  X(CompareBusyShare, "{0} of {1}")                                                                                    \
  X(CompareModelledBoth, "Both have times that are modelled on {0}: nothing ran there, so they are not compared")      \
  X(CompareModelledApart, "{0} has times that are modelled on {1}: nothing ran there, so they are not compared")       \
  X(CompareAligned, "aligned at {0}")                                                                                  \
  X(CompareAlignedAtBegin, "aligned at their beginnings")                                                              \
  X(CompareParts, "picture: {0}; sums: all of A and B")                                                                \
  X(CompareEmpty, "Two runs or sessions stand here side by side: choose the second with {0} › {2} or {0} › {1}")       \
  X(CompareCountA, "count A")                                                                                          \
  X(CompareCountB, "count B")                                                                                          \
  X(CompareRatio, "ratio of medians")                                                                                  \
  X(CompareApartHead, "B − A")                                                                                         \
  X(CompareSelfApartHead, "self B − A")                                                                                \
  X(CompareMedianA, "median A")                                                                                        \
  X(CompareMedianB, "median B")                                                                                        \
  X(CompareSortTip, "Sorts by this column; once more turns it about")                                                  \
  X(CompareNonePass, "No name passes the filter. Clear it above, or compare something else.")                          \
  X(CompareNoEvents, "Neither A nor B has an event that has ended.")                                                   \
  X(CompareNoOps, "Neither A nor B has a call of an operation. Compare something else.")                               \
  X(CompareNoOpWork, "Neither in A nor in B did the device work for an operation. Compare something else.")            \
  X(CompareNoModules, "Neither A nor B has a call of a module. Compare something else.")                               \
  X(CompareNoModuleWork, "Neither in A nor in B did the device work for a module. Compare something else.")            \
  X(CompareNoFrames, "Neither A nor B has a frame that was drawn after its kernels. Compare something else.")          \
  X(CompareNoWork, "Neither A nor B has a kernel, copy or memset. Compare something else.")                            \
  X(CompareTip, "{0}: {1}×, {2} in A; {3}×, {4} in B")
