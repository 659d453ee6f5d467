#pragma once

// What the stack shows; see message_list.h.

#define STRATA_STACK_MESSAGES(X)                                                                                      \
  /* views: the stack */                                                                                              \
  X(StackTitle, "Stack")                                                                                              \
  X(StackSubtitle, "one call, seen on every storey")                                                                  \
  X(StackSelectedSubtitle, "the selected call, seen on every storey")                                                 \
  X(StackNewestSubtitle, "the newest call, of repeats the median")                                                    \
  X(StackOtherRunSubtitle, "a call of another run: {0}")                                                              \
  X(StackLaunchedNothing, "This run launched nothing; select an event of an earlier run to follow its call")          \
  X(StackLegend, "bright: its own time · pale: waiting for a storey below")                                           \
  X(StackFollow, "follow the call")                                                                                   \
  X(StackAllCalls, "all calls")                                                                                       \
  X(StackByOp, "operations")                                                                                          \
  X(StackByOpTip, "A call is an operation: the outermost on its thread")                                              \
  X(StackByModule, "modules")                                                                                         \
  X(StackByModuleTip, "A call is a part of the model, with all operations within it")                                 \
  X(StackByAnnotation, "annotations")                                                                                 \
  X(StackByAnnotationTip, "A call is a range the program named, such as a step, with all operations within it")       \
  X(StackOneTimedCall, "1 timed call")                                                                                \
  X(StackTimedCalls, "{0} timed calls")                                                                               \
  X(StackOneModule, "1 module")                                                                                       \
  X(StackModules, "{0} modules")                                                                                      \
  X(StackOneAnnotation, "1 annotation")                                                                               \
  X(StackAnnotations, "{0} annotations")                                                                              \
  X(StackFollowTip, "One call, storey by storey, as it went down and came back")                                      \
  X(StackAllCallsTip,                                                                                                 \
    "Where the time of all calls in the measured range, else in sight, went, as shares; of a run’s calls only the " \
    "timed ones count, where there are any")                                                                          \
  X(StackSharesSubtitle, "all calls, as shares of their time")                                                        \
  X(StackOfRun, "of the run")                                                                                         \
  X(StackOfSession, "of the session")                                                                                 \
  X(StackInMeasured, "in the measured range")                                                                         \
  X(StackInSight, "in sight")                                                                                         \
  X(StackOneAcross, "1 reaches beyond, counted whole")                                                                \
  X(StackAcross, "{0} reach beyond, counted whole")                                                                   \
  X(StackAcrossTip, "A call that reaches beyond this time is counted whole, also what it did outside")                \
  X(StackNewestCalls, "the newest {0} of {1} calls")                                                                  \
  X(StackShareTip, "{0} in all these calls, while no deeper storey was active")                                       \
  X(StackOnlyCounts, "watched: its accesses are counted, so it is slow")                                              \
  X(StackFigures, "{0}: {1} {2}; own times by storey: {3}")                                                           \
  X(StatisticsFigures, "busy by name, {0}: {1}")                                                                      \
  X(StackOwn, "own")                                                                                                  \
  X(StackOwnTip,                                                                                                      \
    "own {0}: of the call, while no deeper storey was active; time in which its kernels and copies ran is the "       \
    "hardware’s. Statistics’ self goes by thread and stream instead.")                                                \
  X(StackDeviceWork, "device {0}")                                                                                    \
  X(StackDeviceAfter, "device work {0}, {1} after the return")                                                        \
  X(StackDeviceTip,                                                                                                   \
    "The device worked {0} for this call, {1} of it after the return; it was busy for {2}, counting overlaps once. "  \
    "The seven storeys show where the caller’s time went; this figure is separate.")                                  \
  X(StackMeanDevice, "device {0} a call")                                                                             \
  X(StackSharesDevice, "device work {0}, {1} after the returns")                                                      \
  X(StackSharesDeviceTip,                                                                                             \
    "The device worked {0} for these calls, {1} of it after they had returned (hatched). The seven storeys show "     \
    "where the callers’ time went; this figure is separate.")                                                         \
  X(StackSharesUnassigned, "{0} outside every call")                                                                  \
  X(StackSharesUnassignedTip,                                                                                         \
    "{0} of device work beside these calls ({1} kernels, copies and memsets) belongs to none: the session has for "   \
    "{2} of them no host call with a matching correlation id.")                                                       \
  X(StackEmpty, "Press Run to follow one call down these seven storeys, the levels of the stack, and back")           \
  X(StackFolded, "{0} events folded here, too short or nested too deep to show each")                                 \
  X(StackWaiting, "the agent is running; no call has started yet")                                                    \
  X(StackOutside, "{0} is outside every call; select an event within one, or look at all calls")                      \
  X(CallRunning, "running")                                                                                           \
  X(CallNumber, "{0} #{1}")                                                                                           \
  X(Total, "total")                                                                                                   \
  X(AheadOfTime, "ahead of time")                                                                                     \
  X(JustInTime, "just in time")                                                                                       \
  X(AheadOrJustInTime, "partly just in time")                                                                         \
  X(JustInTimeLength, "compiled in {0}")                                                                              \
  X(JustInTimeBy, "compiled while Strata ran, before this call, by {0}: {1} {2}")                                     \
  X(BroughtBy, "{0} brings machine code of its own, compiled by those who provide it")                                \
  X(BroughtGenerated, "{0} generates its inner loops at run time, for this shape and this processor")                 \
  X(BroughtEither, "{0} brings machine code of its own, and makes some at run time")                                  \
  X(BroughtSome, "{0} brings machine code of its own")                                                                \
  X(NotAvailable, "not available")                                                                                    \
  X(NotInCall, "not in this call")                                                                                    \
  X(NotReported, "not reported by this session")                                                                      \
  X(OneStep, "1 step")                                                                                                \
  X(Steps, "{0} steps")                                                                                               \
  X(OneOp, "1 op")                                                                                                    \
  X(Ops, "{0} ops")                                                                                                   \
  X(OneRoutine, "1 routine")                                                                                          \
  X(Routines, "{0} routines")                                                                                         \
  X(OneBuild, "1 build")                                                                                              \
  X(Builds, "{0} builds")                                                                                             \
  X(OneCall, "1 call")                                                                                                \
  X(Calls, "{0} calls")                                                                                               \
  X(ACall, "{0} a call")                                                                                              \
  X(OneKernel, "1 kernel")                                                                                            \
  X(Kernels, "{0} kernels")                                                                                           \
  X(OneCopy, "1 copy")                                                                                                \
  X(Copies, "{0} copies")                                                                                             \
  X(OneMemset, "1 memset")                                                                                            \
  X(Memsets, "{0} memsets")                                                                                           \
  X(OneEvent, "1 event")                                                                                              \
  X(Events, "{0} events")
