#pragma once

// Every sentence and word that views and windows show: STRATA_MESSAGES(X) lists X(Id, "English text"). {0}, {1} … stand
// for values put in by fillText. Sections follow the rooms; keep a section together.

#define STRATA_MESSAGES(X)                                                                                           \
  /* views: the stack */                                                                                             \
  X(StackTitle, "Stack")                                                                                             \
  X(StackSubtitle, "one call, seen on every storey")                                                                 \
  X(StackLegend, "bright: its own time · pale: waiting for a storey below")                                          \
  X(StackEmpty, "Press Run: one call is followed down these seven storeys and back")                                 \
  X(StackWaiting, "the agent runs; the first call has not begun yet")                                                \
  X(CallRunning, "running")                                                                                          \
  X(CallNumber, "{0} #{1}")                                                                                          \
  X(Total, "total")                                                                                                  \
  X(Self, "self")                                                                                                    \
  X(AheadOfTime, "ahead of time")                                                                                    \
  X(NotAvailable, "not available")                                                                                   \
  X(NotInCall, "not in this call")                                                                                   \
  X(NotReported, "not reported by this session")                                                                     \
  X(OneStep, "1 step")                                                                                               \
  X(Steps, "{0} steps")                                                                                              \
  X(OneOp, "1 op")                                                                                                   \
  X(Ops, "{0} ops")                                                                                                  \
  X(OneRoutine, "1 routine")                                                                                         \
  X(Routines, "{0} routines")                                                                                        \
  X(OneBuild, "1 build")                                                                                             \
  X(Builds, "{0} builds")                                                                                            \
  X(OneCall, "1 call")                                                                                               \
  X(Calls, "{0} calls")                                                                                              \
  X(OneKernel, "1 kernel")                                                                                           \
  X(Kernels, "{0} kernels")                                                                                          \
  X(OneCopy, "1 copy")                                                                                               \
  X(Copies, "{0} copies")                                                                                            \
  X(OneEvent, "1 event")                                                                                             \
  X(Events, "{0} events")                                                                                            \
  /* views: the timeline */                                                                                          \
  X(TimelineTitle, "Timeline")                                                                                       \
  X(TimelineEmpty, "Nothing recorded yet")                                                                           \
  X(TimelineEmptyHint, "Press Run, or open a session. Lanes appear as the first events arrive.")                     \
  X(TimelineEmptyKeys, "wheel: zoom at the cursor · drag: pan · click: light one call on every storey")              \
  X(TimelineWaitingHint, "The agent runs; lanes appear as its first events arrive.")                                 \
  X(Dropped, "{0} dropped")                                                                                          \
  X(ClockError, "clock error ±{0}")                                                                                  \
  X(EndCutOff, "end cut off")                                                                                        \
  X(LaneThread, "{0} · thread {1}")                                                                                  \
  X(LaneDropped, "−{0}")                                                                                             \
  X(CounterRange, "{0} – {1}")                                                                                       \
  /* views: memory and transfers */                                                                                  \
  X(MemoryTitle, "Memory and transfers")                                                                             \
  X(HostRam, "Host RAM")                                                                                             \
  X(Pinned, "pinned")                                                                                                \
  X(Pageable, "pageable")                                                                                            \
  X(DeviceWord, "device")                                                                                            \
  X(DeviceMemory, "Device memory")                                                                                   \
  X(DeviceArena, "Device arena")                                                                                     \
  X(ArenaNote, "part of the same RAM")                                                                               \
  X(ArenaNoteLong, "The CPU is its own device here: this memory is an arena in the same RAM.")                       \
  X(InUse, "{0} in use")                                                                                             \
  X(PeakOf, "peak {0}")                                                                                              \
  X(OfTotal, "of {0}")                                                                                               \
  X(LastSpeed, "last {0}")                                                                                           \
  X(BestSpeed, "best {0}")                                                                                           \
  X(LinkSpec, "link {0} per direction")                                                                              \
  X(SameRamLink, "copies within one RAM")                                                                            \
  X(NotObserved, "not observed")                                                                                     \
  X(KernelTraffic, "Kernel traffic")                                                                                 \
  X(ComputeUnits, "{0} {1}")                                                                                         \
  X(ComputeUnitsUnknown, "Compute units")                                                                            \
  X(LastLaunch, "{0} blocks of {1} threads")                                                                         \
  X(BlocksPerUnit, "{0} blocks per {1}")                                                                             \
  X(NoLaunch, "no launch seen yet")                                                                                  \
  X(MemoryEmpty, "Press Run to see bytes move")                                                                      \
  X(AtSelection, "at the selection")                                                                                 \
  X(BlocksOnly, "{0} blocks")                                                                                        \
  /* views: tensors */                                                                                               \
  X(TensorEmpty, "No tensor fetched yet")                                                                            \
  X(TensorBroken, "this tensor's preview cannot be read: it holds fewer values than it says")                        \
  X(TensorCell, "row {0}, column {1}: {2}")                                                                          \
  X(TensorNotFinite, "{0} values are not finite")                                                                    \
  /* views: variants, roofline, results */                                                                           \
  X(VariantFailed, "failed")                                                                                         \
  X(VariantUnsupported, "unsupported")                                                                               \
  X(VariantSpread, "median {0}, {1} … {2} of {3} repeats, {4} clock")                                                \
  X(VariantCheck, "checked: {0} {1}, limit {2}")                                                                     \
  X(ShareOfLibrary, "{0} of the library")                                                                            \
  X(ShareOfRoof, "{0} of the roof")                                                                                  \
  X(RooflineTitle, "Roofline")                                                                                       \
  X(RooflineEmpty, "Each variant becomes a point under the device's roofs")                                          \
  X(RooflineEmptyHint,                                                                                               \
    "Press Run: how fast a kernel can be follows from how much it computes with each byte it moves.")                \
  X(RooflineNoPoint, "No variant of this run has a place here")                                                      \
  X(RooflineNoRoofs, "no roofs in these results: run with roofs = kept or anew to measure them")                     \
  X(RooflineXAxis, "FLOP / byte asked of memory")                                                                    \
  X(RooflineXAxisShort, "FLOP / byte")                                                                               \
  X(RooflineYAxis, "GFLOP/s")                                                                                        \
  X(RooflineMemoryBound, "memory bound")                                                                             \
  X(RooflineComputeBound, "compute bound")                                                                           \
  X(RooflineIdeal, "each byte once: {0}")                                                                            \
  X(RooflineNotShown, "not shown")                                                                                   \
  X(RooflineNotShownCount, "{0} not shown")                                                                          \
  X(RooflineNoFlop, "computes nothing: it only moves bytes")                                                         \
  X(RooflineNoIntensity, "its arithmetic intensity is not known")                                                    \
  X(RooflineNoSpeed, "its speed is not known")                                                                       \
  X(RooflineAsked, "{0} FLOP/byte {1}: of what its own loads and stores ask")                                        \
  X(RooflineOnce, "{0} FLOP/byte {1}: if each byte moved once")                                                      \
  X(RooflineAbove, "above the slope: caches served part of what it asked")                                           \
  X(RooflineBandwidthTip,                                                                                            \
    "{0} {1}: the fastest copy. A kernel whose bytes all come from memory stays below this slope.")                  \
  X(RooflineComputeTip, "{0} {1}: the fastest multiply-adds. No kernel computes faster.")                            \
  X(VariantsCount, "{0} variants")                                                                                   \
  X(ResultsTitle, "Results")                                                                                         \
  X(ResultsEmpty, "How fast each variant is, once its result is checked")                                            \
  X(ResultsEmptyHint, "Press Run: each variant becomes a bar, beside the library's.")                                \
  X(ResultsTime, "time, shorter is faster")                                                                          \
  X(ResultsOfLibrary, "of library")                                                                                  \
  X(ResultsOfRoof, "of roof")                                                                                        \
  X(ResultsCheck, "check")                                                                                           \
  X(ResultsMore, "and {0} more: enlarge the view")                                                                   \
  X(ResultsReference, "{0} = 100 %")                                                                                 \
  X(ResultsRange, "bar: median · whisker: fastest … slowest of {0} repeats")                                         \
  /* views: the kernel */                                                                                            \
  X(KernelTitle, "Kernel")                                                                                           \
  X(KernelEmpty, "The text of a kernel, and what its warps do")                                                      \
  X(KernelEmptyHint, "Press Run, then choose a variant or select a kernel in the timeline.")                         \
  X(KernelOfLibrary, "{0} is a vendor's routine: its text is not part of Strata.")                                   \
  X(KernelUnknown, "This session does not say which kernel this is: no text to show.")                               \
  X(KernelSectors, "sectors")                                                                                        \
  X(KernelUsed, "used")                                                                                              \
  X(KernelBanks, "banks")                                                                                            \
  X(KernelLanes, "lanes")                                                                                            \
  X(KernelNotObserved, "sectors, banks and lanes are counted with observe = memory, on the CPU device")              \
  X(KernelElsewhere, "{0} more places in other files")                                                               \
  X(KernelTipPlace, "{0} {1}, line {2}: {3} requests of warps")                                                      \
  X(KernelTipBranch, "branch, line {0}: warps came by {1} times")                                                    \
  X(KernelTipSectors, "{0} sectors of 32 bytes a request, {1} of the fetched bytes used")                            \
  X(KernelTipBanks, "{0} turns a request, {1} without bank conflicts; worst {2}-way")                                \
  X(KernelTipLanes, "{0} of {1} lanes took part")                                                                    \
  X(KernelWarp, "A warp")                                                                                            \
  X(KernelWarpOf, "{0} {1}, line {2}")                                                                               \
  X(KernelWarpBranch, "branch, line {0}")                                                                            \
  X(KernelWarpGlobal, "{0} lanes → {1} sectors · {2} fetched, {3} used")                                             \
  X(KernelWarpShared, "{0} lanes → {1} banks · {2}-way")                                                             \
  X(KernelWarpPhase, "turn {0} of {1}")                                                                              \
  X(KernelWarpLanes, "{0} of {1} lanes")                                                                             \
  X(KernelFirstRequest, "first request of {0}")                                                                      \
  X(KernelAverage, "average of {0} requests; this session kept no example")                                          \
  X(KernelChooseLine, "Choose a line with counts to see how a warp reads there")                                     \
  X(KernelLaunch, "Launch")                                                                                          \
  X(KernelLaunchWords, "grid {0} = {1} blocks · block {2} = {3} threads")                                            \
  X(KernelWarps, "{0} warps of {1}")                                                                                 \
  X(KernelBlockOf, "a block")                                                                                        \
  X(KernelCellIs, "a cell: {0} × {1} blocks")                                                                        \
  X(KernelNoLaunch, "no launch of it in this session")                                                               \
  X(KernelOccupancy, "Occupancy")                                                                                    \
  X(KernelOccupancyCpu,                                                                                              \
    "not known on the CPU device: a core runs one block after the other, with registers of its own")                 \
  X(KernelOccupancyUnknown, "not known: this session has no registers and limits of this kernel")                    \
  X(KernelOccupancyShare, "warps held at once")                                                                      \
  X(KernelByWaves, "warps allow")                                                                                    \
  X(KernelByRegisters, "registers allow")                                                                            \
  X(KernelBySharedMemory, "shared memory allows")                                                                    \
  X(KernelByBlocks, "the unit allows")                                                                               \
  X(KernelBlocks, "{0} blocks")                                                                                      \
  X(KernelRegisters, "{0} registers a thread")                                                                       \
  X(KernelStaticShared, "{0} shared a block")                                                                        \
  X(KernelSpills, "{0} local memory a thread")                                                                       \
  /* views: tooltips */                                                                                              \
  X(TipDuration, "{0} {1}")                                                                                          \
  X(TipOpen, "{0} so far, not ended")                                                                                \
  X(TipInstant, "a moment, no duration")                                                                             \
  X(TipStart, "at {0} of the session")                                                                               \
  X(TipCall, "call #{0}")                                                                                            \
  X(TipLaunchedBy, "launched by {0}")                                                                                \
  X(TipLaunches, "launches {0}")                                                                                     \
  X(TipQueued, "started {0} after its launch ended")                                                                 \
  X(TipFolded, "{0} events folded here; zoom in to see each")                                                        \
  X(TipLastCopy, "of {0} copies; the last one:")                                                                     \
  X(TipGrid, "grid {0} · block {1}")                                                                                 \
  X(TipMore, "and {0} more arguments")                                                                               \
  X(TipLaneDropped, "{0} records of this lane did not fit and were dropped")                                         \
  /* studio */                                                                                                       \
  X(StudioAbout, "About Strata Studio")                                                                              \
  X(StudioAboutText,                                                                                                 \
    "Strata Studio {0}\n\nRuns real kernels and shows every storey of the stack doing its part.\n\nQt {1} · Dear "  \
    "ImGui {2}")                                                                                                     \
  X(StudioAgentExited, "agent ended")                                                                                \
  X(StudioAgentIdle, "agent ready · pid {0}")                                                                        \
  X(StudioAgentNone, "no agent")                                                                                     \
  X(StudioAgentRunning, "agent running · pid {0}")                                                                   \
  X(StudioAgentStarting, "agent starting · pid {0}")                                                                 \
  X(StudioBandwidth, "{0} moved by the kernel's own count ({1})")                                                    \
  X(StudioBytes, "Bytes")                                                                                            \
  X(StudioCall, "Call")                                                                                              \
  X(StudioCallCount, "Calls")                                                                                        \
  X(StudioCheck, "Check vs fp64")                                                                                    \
  X(StudioCheckTip, "{0} error {1}, limit {2}")                                                                      \
  X(StudioColumnError, "error")                                                                                      \
  X(StudioColumnShare, "of library")                                                                                 \
  X(StudioColumnVariant, "variant")                                                                                  \
  X(StudioDevice, "Device")                                                                                          \
  X(StudioDeviceMissing, "{0} · not available")                                                                      \
  X(StudioDismiss, "Dismiss")                                                                                        \
  X(StudioDuration, "Duration")                                                                                      \
  X(StudioEvents, "{0} events · {1} dropped")                                                                        \
  X(StudioEventsTip,                                                                                                 \
    "Slices, instants and counter values of the session, and how many records did not fit and were counted instead") \
  X(StudioExperiment, "Experiment")                                                                                  \
  X(StudioExport, "Export")                                                                                          \
  X(StudioExportTip, "Write the session for other programs (Ctrl+E)")                                                \
  X(StudioExported, "exported to {0}")                                                                               \
  X(StudioFailed, "failed")                                                                                          \
  X(StudioFile, "File")                                                                                              \
  X(StudioFloat, "Float or dock this panel")                                                                         \
  X(StudioFollows, "Follows {0} where it is not set.")                                                               \
  X(StudioGridBlock, "Grid · block")                                                                                 \
  X(StudioHelp, "Help")                                                                                              \
  X(StudioLaunched, "Launches")                                                                                      \
  X(StudioLaunchedBy, "Launched by")                                                                                 \
  X(StudioLaunches, "Launches")                                                                                      \
  X(StudioLive, "Live")                                                                                              \
  X(StudioLiveTip, "Follow the newest events; zooming or panning lets go")                                           \
  X(StudioLookingForDevices, "looking for devices …")                                                                \
  X(StudioMemory, "Memory")                                                                                          \
  X(StudioNoDevice, "There is no device '{0}' here. Choose one from the list; strata doctor says what is missing.")  \
  X(StudioNoOpenGl,                                                                                                  \
    "The views need OpenGL 3.2 and this display offers {0}. Install the Mesa drivers: apt install libgl1-mesa-dri")  \
  X(StudioNoResults, "Run shows here how fast each variant is, once its result is checked.")                         \
  X(StudioNoSource, "The library's own code; its source is not part of Strata.")                                     \
  X(StudioNothingSelected, "Nothing selected")                                                                       \
  X(StudioOpen, "Open session …")                                                                                    \
  X(StudioOpenRecent, "Open recent")                                                                                 \
  X(StudioOpened, "opened {0}")                                                                                      \
  X(StudioOwnCommand, "own command")                                                                                 \
  X(StudioQueued, "Waited")                                                                                          \
  X(StudioQuit, "Quit")                                                                                              \
  X(StudioRange, "From {0} to {1} {2}")                                                                              \
  X(StudioRate, "Rate")                                                                                              \
  X(StudioRestart, "Restart")                                                                                        \
  X(StudioResults, "Results")                                                                                        \
  X(StudioRun, "Run")                                                                                                \
  X(StudioRunDone, "run done")                                                                                       \
  X(StudioRunStopped, "run stopped")                                                                                 \
  X(StudioRunTip, "Run the chosen variants on the chosen device (F5)")                                               \
  X(StudioSameAs, "= {0}")                                                                                           \
  X(StudioSave, "Save session as …")                                                                                 \
  X(StudioSaved, "saved {0}")                                                                                        \
  X(StudioHandClick, "click")                                                                                        \
  X(StudioHandClickDoes, "lights one call on every storey")                                                          \
  X(StudioHandDouble, "double click")                                                                                \
  X(StudioHandDoubleDoes, "zooms to it")                                                                             \
  X(StudioHandWheel, "wheel, W A S D")                                                                               \
  X(StudioHandWheelDoes, "zooms and pans the timeline")                                                              \
  X(StudioHandFit, "F, Shift+F")                                                                                     \
  X(StudioHandFitDoes, "fits the newest run, the session")                                                           \
  X(StudioHandArrows, "arrow keys")                                                                                  \
  X(StudioHandArrowsDoes, "step through events and lanes")                                                           \
  X(StudioSharedMemory, "Shared memory, dynamic")                                                                    \
  X(StudioSelection, "Selection")                                                                                    \
  X(StudioSessionFile, "session {0}")                                                                                \
  X(StudioSessionFilter, "Strata and Perfetto traces (*.pftrace *.perfetto-trace);;All files (*)")                   \
  X(StudioSessionLength, "Session")                                                                                  \
  X(StudioSessionNone, "no session")                                                                                 \
  X(StudioSessionUnsaved, "session not saved")                                                                       \
  X(StudioSoFar, "{0} so far")                                                                                       \
  X(StudioSource, "Kernel source")                                                                                   \
  X(StudioSpread, "median {0}, {1} … {2}, {3} repeats, {4} clock")                                                   \
  X(StudioStart, "Begins at")                                                                                        \
  X(StudioStop, "Stop")                                                                                              \
  X(StudioStopTip, "Stop the run (Esc)")                                                                             \
  X(StudioStorey, "Storey")                                                                                          \
  X(StudioTensor, "Result C")                                                                                        \
  X(StudioTracingCost, "tracing cost {0} %")                                                                         \
  X(StudioTracingCostTip, "Time that recording itself took, as a share of the newest run (measured)")                \
  X(StudioUnits, "Compute units")                                                                                    \
  X(StudioUnsupported, "unsupported")                                                                                \
  X(StudioVariants, "Variants")                                                                                      \
  X(StudioStack, "Stack")                                                                                            \
  X(StudioMemoryView, "Memory and transfers")                                                                        \
  X(StudioGrip, "Drag to move this view, double click to float it")                                                  \
  X(StudioRoofline, "Roofline")                                                                                      \
  X(StudioSpeed, "Speed")                                                                                            \
  X(StudioKernel, "Kernel")                                                                                          \
  X(StudioTokens, "Tokens")                                                                                          \
  X(StudioCompare, "Compare")                                                                                        \
  X(StudioWindow, "Window")                                                                                          \
  X(StudioLayout, "Layout")                                                                                          \
  X(StudioLayoutOverview, "Overview")                                                                                \
  X(StudioLayoutKernel, "Kernel")                                                                                    \
  X(StudioLayoutTokens, "Transformer")                                                                               \
  X(StudioLayoutTimeline, "Timeline only")                                                                           \
  X(StudioLayoutUndo, "Undo layout")                                                                                 \
  X(StudioLayoutRedo, "Redo layout")                                                                                 \
  X(StudioTheme, "Theme")                                                                                            \
  X(StudioDark, "Dark")                                                                                              \
  X(StudioLight, "Light")                                                                                            \
  X(StudioTextSize, "Text size")                                                                                     \
  X(StudioLarger, "Larger")                                                                                          \
  X(StudioSmaller, "Smaller")                                                                                        \
  X(StudioNormalSize, "Normal")                                                                                      \
  X(StudioWords, "Words")                                                                                            \
  X(StudioRunMenu, "Run")                                                                                            \
  X(StudioPalette, "Command palette")                                                                                \
  X(StudioPaletteHint, "Type a few letters of what to do")                                                           \
  X(StudioView, "View")
