#pragma once

// Every sentence and word that views and windows show: STRATA_MESSAGES(X) lists X(Id, "English text"). {0}, {1} … stand
// for values put in by fillText. Sections follow the rooms; keep a section together.

#define STRATA_MESSAGES(X)                                                                              \
  /* views: the stack */                                                                                \
  X(StackTitle, "Stack")                                                                                \
  X(StackSubtitle, "one call, seen on every storey")                                                    \
  X(StackLegend, "bright: its own time · pale: waiting for a storey below")                             \
  X(StackEmpty, "Press Run: one call is followed down these seven storeys and back")                    \
  X(StackWaiting, "the agent runs; the first call has not begun yet")                                   \
  X(CallRunning, "running")                                                                             \
  X(CallNumber, "{0} #{1}")                                                                             \
  X(Total, "total")                                                                                     \
  X(Self, "self")                                                                                       \
  X(AheadOfTime, "ahead of time")                                                                       \
  X(NotAvailable, "not available")                                                                      \
  X(NotInCall, "not in this call")                                                                      \
  X(NotReported, "not reported by this session")                                                        \
  X(OneStep, "1 step")                                                                                  \
  X(Steps, "{0} steps")                                                                                 \
  X(OneOp, "1 op")                                                                                      \
  X(Ops, "{0} ops")                                                                                     \
  X(OneRoutine, "1 routine")                                                                            \
  X(Routines, "{0} routines")                                                                           \
  X(OneBuild, "1 build")                                                                                \
  X(Builds, "{0} builds")                                                                               \
  X(OneCall, "1 call")                                                                                  \
  X(Calls, "{0} calls")                                                                                 \
  X(OneKernel, "1 kernel")                                                                              \
  X(Kernels, "{0} kernels")                                                                             \
  X(OneCopy, "1 copy")                                                                                  \
  X(Copies, "{0} copies")                                                                               \
  X(OneEvent, "1 event")                                                                                \
  X(Events, "{0} events")                                                                               \
  /* views: the timeline */                                                                             \
  X(TimelineTitle, "Timeline")                                                                          \
  X(TimelineEmpty, "Nothing recorded yet")                                                              \
  X(TimelineEmptyHint, "Press Run, or open a session. Lanes appear as the first events arrive.")        \
  X(TimelineEmptyKeys, "wheel: zoom at the cursor · drag: pan · click: light one call on every storey") \
  X(TimelineWaitingHint, "The agent runs; lanes appear as its first events arrive.")                    \
  X(Dropped, "{0} dropped")                                                                             \
  X(ClockError, "clock error ±{0}")                                                                     \
  X(EndCutOff, "end cut off")                                                                           \
  X(LaneThread, "{0} · thread {1}")                                                                     \
  X(CounterRange, "{0} – {1}")                                                                          \
  /* views: memory and transfers */                                                                     \
  X(MemoryTitle, "Memory and transfers")                                                                \
  X(HostRam, "Host RAM")                                                                                \
  X(DeviceMemory, "Device memory")                                                                      \
  X(DeviceArena, "Device arena")                                                                        \
  X(ArenaNote, "part of the same RAM")                                                                  \
  X(InUse, "{0} in use")                                                                                \
  X(PeakOf, "peak {0}")                                                                                 \
  X(OfTotal, "of {0}")                                                                                  \
  X(LastSpeed, "last {0}")                                                                              \
  X(BestSpeed, "best {0}")                                                                              \
  X(LinkSpec, "link {0} per direction")                                                                 \
  X(SameRamLink, "copies within one RAM")                                                               \
  X(NotObserved, "not observed")                                                                        \
  X(KernelTraffic, "Kernel traffic")                                                                    \
  X(ComputeUnits, "{0} {1}")                                                                            \
  X(LastLaunch, "{0} blocks of {1} threads")                                                            \
  X(BlocksPerUnit, "{0} blocks per {1}")                                                                \
  X(NoLaunch, "no launch seen yet")                                                                     \
  X(MemoryEmpty, "Press Run to see bytes move")                                                         \
  /* views: tensors */                                                                                  \
  X(TensorEmpty, "No tensor fetched yet")                                                               \
  X(TensorBroken, "this tensor's preview cannot be read: it holds fewer values than it says")           \
  X(TensorCell, "row {0}, column {1}: {2}")                                                             \
  X(TensorNotFinite, "{0} values are not finite")                                                       \
  /* views: tooltips */                                                                                 \
  X(TipDuration, "{0} {1}")                                                                             \
  X(TipOpen, "{0} so far, not ended")                                                                   \
  X(TipInstant, "a moment, no duration")                                                                \
  X(TipStart, "at {0} of the session")                                                                  \
  X(TipCall, "call #{0}")                                                                               \
  X(TipLaunchedBy, "launched by {0}")                                                                   \
  X(TipLaunches, "launches {0}")                                                                        \
  X(TipQueued, "started {0} after its launch ended")                                                    \
  X(TipFolded, "{0} events folded here; zoom in to see each")                                           \
  X(TipGrid, "grid {0} · block {1}")                                                                    \
  X(TipMore, "and {0} more arguments")                                                                  \
  X(TipLaneDropped, "{0} records of this lane did not fit and were dropped")
