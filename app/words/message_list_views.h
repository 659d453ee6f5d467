#pragma once

// What views show; see message_list.h.

#define STRATA_VIEW_MESSAGES(X)                                                                                        \
  /* views: the timeline */                                                                                            \
  X(TimelineTitle, "Timeline")                                                                                         \
  X(TimelineEmpty, "Nothing recorded yet")                                                                             \
  X(TimelineEmptyHint, "Press Run, or open a session. Tracks appear as the first events arrive.")                      \
  X(TimelineEmptyKeys, "wheel: zoom at the cursor · drag: pan · click: highlight a call on every storey")              \
  X(TimelineWaitingHint, "The agent is running; tracks appear as its first events arrive.")                            \
  X(EmptyOfRunning, "Still running; this fills in as results arrive.")                                                 \
  X(EmptyOfLesson,                                                                                                     \
    "Hidden while the lesson’s page is about another experiment. Choose a run in View › Run and results › Results.")   \
  X(EmptyOfQuestion,                                                                                                   \
    "Hidden while the lesson asks: an earlier run could tell the answer. It is back once the questions are over.")     \
  X(EmptyOfCutOff,                                                                                                     \
    "This session is cut off: its results are here, its events are not. Open a whole copy of it, or press Run.")       \
  X(EmptyOfCutOffAll, "This session is cut off before its first event. Open a whole copy of it, or press Run.")        \
  X(ForeignModel, "annotations: steps and ranges the program named")                                                   \
  X(EmptyOfForeign,                                                                                                    \
    "Another tool recorded this trace: it has nothing for this view. Press Run to fill it with a run of your own.")    \
  X(Dropped, "{0} dropped")                                                                                            \
  X(ClockError, "clock error ±{0}")                                                                                    \
  X(EndCutOff, "end cut off")                                                                                          \
  X(TrackOfThread, "{0} · thread {1}")                                                                                 \
  X(GroupDropped, "−{0}")                                                                                              \
  X(CounterRange, "{0} – {1}")                                                                                         \
  /* views: memory and transfers */                                                                                    \
  X(MemoryTitle, "Memory and transfers")                                                                               \
  X(HostRam, "Host RAM")                                                                                               \
  X(Pinned, "pinned")                                                                                                  \
  X(Pageable, "pageable")                                                                                              \
  X(DeviceWord, "device")                                                                                              \
  X(DeviceMemory, "Device memory")                                                                                     \
  X(DeviceArena, "Device arena")                                                                                       \
  X(ArenaNote, "part of the same RAM")                                                                                 \
  X(ArenaNoteLong, "The CPU is its own device here: this memory is an arena in the same RAM.")                         \
  X(ArenaUpTo, "up to {0} of the RAM")                                                                                 \
  X(InUse, "{0} in use")                                                                                               \
  X(PeakOf, "peak {0}")                                                                                                \
  X(PeakInTimed, "in timed calls")                                                                                     \
  X(MemoryToldBy, "allocated, says {0}")                                                                               \
  X(MemoryToldByLong,                                                                                                  \
    "As the allocator in {0} says: what its tensors hold. What it reserved besides, and the memory of libraries, is "  \
    "not in it.")                                                                                                      \
  X(MemoryReserved, "{0} reserved")                                                                                    \
  X(OfTotal, "of {0}")                                                                                                 \
  X(MemoryInAll, "{0} in all")                                                                                         \
  X(LastSpeed, "last {0}")                                                                                             \
  X(BestSpeed, "best {0}")                                                                                             \
  X(BestSpeedAbove, "best of copies above {1}: {0}")                                                                   \
  X(SpeedAbove, "above {1}: {0}")                                                                                      \
  X(LinkSpec, "link {0} per direction")                                                                                \
  X(SameRamLink, "copies within RAM")                                                                                  \
  X(SameRamOrCache, "within RAM; up to {0} in a core’s L2")                                                            \
  X(NotObserved, "not observed")                                                                                       \
  X(EffectiveBandwidth, "Effective bandwidth")                                                                         \
  X(EffectiveBandwidthNote,                                                                                            \
    "Bytes of the operands and the result, each once, by the time of the kernel.\nWhat it asks of memory more than "   \
    "once is not counted here.")                                                                                       \
  X(ComputeUnits, "{0} {1}")                                                                                           \
  X(ComputeUnitsUnknown, "Compute units")                                                                              \
  X(LastLaunch, "{0} blocks of {1} threads")                                                                           \
  X(LastLaunchOne, "1 block of {0} threads")                                                                           \
  X(BlocksPerUnit, "blocks of the grid for each {1}: {0}")                                                             \
  X(LaunchWithoutGrid, "no grid of blocks here")                                                                       \
  X(NoLaunch, "no launch seen yet")                                                                                    \
  X(RunLaunchedNothing, "this run launched nothing")                                                                   \
  X(LaunchOfOtherRun, "of another run: {0}")                                                                           \
  X(MemoryEmpty, "Press Run to see bytes move")                                                                        \
  X(AtSelection, "at the selection")                                                                                   \
  X(BlocksOnly, "{0} blocks")                                                                                          \
  X(BlocksOnlyOne, "1 block")                                                                                          \
  X(CopiesTitle, "Copies")                                                                                             \
  X(CopiesWithoutSize, "{0} of unknown size")                                                                          \
  X(CopiesTooSmall, "{0} copies, each below {1}: no speed")                                                            \
  X(CopiesInCache, "{0}, in a core’s cache")                                                                           \
  X(CopiesLongest, "the {0} longest of {1}")                                                                           \
  X(CopiesEmpty, "no copy seen yet")                                                                                   \
  X(CopyDirection, "way")                                                                                              \
  X(CopyHostMemory, "host")                                                                                            \
  X(CopySize, "size")                                                                                                  \
  X(CopyTook, "took")                                                                                                  \
  X(CopySpeed, "speed")                                                                                                \
  X(CopyShare, "share")                                                                                                \
  X(CopyShareOfSpec, "share of the link ({0})")                                                                        \
  X(CopyShareOfBest, "share of the best seen ({0})")                                                                   \
  X(PinnedTitle, "Pinned versus pageable")                                                                             \
  X(PinnedMemory, "Pinned host memory")                                                                                \
  X(PageableMemory, "Pageable host memory")                                                                            \
  X(PinnedOnly, "All copies here used pinned host memory.")                                                            \
  X(PageableOnly, "All copies here used pageable host memory.")                                                        \
  X(PinnedOtherWay, "Pinned and pageable copies went in different directions here.")                                   \
  X(PinnedUnknown, "No copy here says which host memory it used.")                                                     \
  X(PinnedInCache, "All pinned or all pageable copies here stay in a core’s own cache: no speed of RAM.")              \
  X(PinnedRunLarger, "Run with larger sizes to compare.")                                                              \
  X(PinnedRunOther, "Run again with host_memory={0} to compare.")                                                      \
  X(PinnedRunBoth, "Run once with host_memory=pinned and once with host_memory=pageable to compare.")                  \
  X(MedianAndBest, "median {0} · best {1}")                                                                            \
  X(PinnedTimes, "{0}: pinned is {1} × pageable, by medians")                                                          \
  X(PinnedUnlike, "{0}: sizes differ, {1} versus {2} a copy")                                                          \
  X(AllocationPieces, "{0} pieces")                                                                                    \
  X(PinnedTip, "{0}, {1} host memory: {2}, median {3}")                                                                \
  X(PinnedWhy, "Pinned pages never move or leave RAM, so the device's copy engine reaches them directly.")             \
  X(PageableWhy,                                                                                                       \
    "Pageable memory may be moved or swapped out, so the runtime first copies it to its own pinned memory.")           \
  X(PinnedSameRam, "The CPU device copies within the same RAM: pinned or not, the processor moves the bytes.")         \
  X(PinnedFastest, "The fastest, {0}:")                                                                                \
  X(PeakAt, "peak {0} at {1}")                                                                                         \
  X(AllocationsTitle, "Allocations over time")                                                                         \
  X(AllocationsEmpty, "no allocation seen yet")                                                                        \
  X(AllocationsOfOne, "of one agent of several")                                                                       \
  X(AllocationsWho, "over time, by who allocated")                                                                     \
  X(AllocationsFolded, "the {0} largest; {1} smaller ones are the grey above")                                         \
  X(AllocationsBefore, "and {0} from before")                                                                          \
  X(AllocationsUnread, "{0} older changes not read")                                                                   \
  X(AllocationsBySize, "frees matched by size")                                                                        \
  X(AllocationsAxis, "0")                                                                                              \
  X(AllocationTip, "{0}, {1}")                                                                                         \
  X(AllocationBy, "allocated by {0}")                                                                                  \
  X(AllocationOutside, "outside calls")                                                                                \
  X(AllocationByNobody, "allocated outside every recorded step")                                                       \
  X(AllocationLife, "from {0} to {1}: lived {2}")                                                                      \
  X(AllocationStays, "from {0} on; not freed in this recording")                                                       \
  X(AllocationPeakTip, "{0}: peak {1} at {2}")                                                                         \
  /* views: tensors */                                                                                                 \
  X(TensorEmpty, "A result as a picture, with its values")                                                             \
  X(TensorEmptyHint, "Press Run. For a transformer, select an operation, then Run › Fetch the selected result.")       \
  X(TensorNone, "This run has no picture of a result")                                                                 \
  X(TensorNoneHint,                                                                                                    \
    "A run leaves one when a variant has computed a result. For a transformer, select an operation, then Run › "     \
    "Fetch the selected result.")                                                                                      \
  X(TensorBroken, "this tensor's preview cannot be read: it holds fewer values than it says")                          \
  X(TensorCellValue, "row {0}, column {1}: {2}")                                                                       \
  X(TensorNotFinite, "not finite: {0}")                                                                                \
  X(TensorHistogram, "Values")                                                                                         \
  X(TensorRange, "{0} … {1}")                                                                                          \
  X(TensorMean, "mean {0}")                                                                                            \
  X(TensorZeros, "shown: {0} zeros, {1} not finite")                                                                   \
  X(TensorZerosShort, "{0} zeros shown")                                                                               \
  X(TensorOfAll, "of all {0} elements:")                                                                               \
  X(TensorOfShown, "of the {0} shown")                                                                                 \
  X(TensorBins, "{0} to {1}: {2} values")                                                                              \
  X(TensorSampled, "{0} of {1} rows, {2} of {3} columns")                                                              \
  X(TensorSheet, "{0} channels shown, {1}×{2} of each")                                                                \
  X(TensorPlaneCell, "channel {0}, row {1}, column {2}: {3}")                                                          \
  X(TensorOfToken, "of token {0}, the newest that was read")                                                           \
  X(TensorOfOtherToken, "of token {0}, not of token {1}: only the newest is kept")                                     \
  X(TensorCellProduct, "row {0} of A · column {1} of B")                                                               \
  X(TensorCellSum, "{0} products add up to")                                                                           \
  X(TensorDiffers, "differs by {0}, from rounding in {1} additions")                                                   \
  X(TensorDiffersMuch, "differs by {0}: more than rounding explains")                                                  \
  X(TensorAgrees, "the same to the last digit")                                                                        \
  X(TensorRunning, "running sum")                                                                                      \
  X(TensorProducts, "products")                                                                                        \
  X(TensorWindow, "window of X")                                                                                       \
  X(TensorInput, "{0}, channel 0")                                                                                     \
  X(TensorFilter, "filter {0}")                                                                                        \
  X(TensorChannel, "channel {0}")                                                                                      \
  X(TensorChannelsMore, "and {0} more channels")                                                                       \
  X(TensorNoWorkings, "How a cell was computed is recorded for matmul and conv2d only.")                               \
  X(TensorNoWorkingsBecause, "How this cell was computed is not recorded: {0}.")                                       \
  X(TensorPickWindow, "Click a cell, or drag over {0}, to see how it was computed.")                                   \
  X(TensorPickCell, "Click a cell to see how it was computed.")                                                        \
  /* views: the kernel */                                                                                              \
  X(KernelTitle, "Kernel")                                                                                             \
  X(KernelEmpty, "A kernel's source, and what its warps do")                                                           \
  X(KernelEmptyHint, "Press Run, then choose a variant or select a kernel in the timeline.")                           \
  X(KernelOfLibrary, "{0} is a vendor's routine: its source is not part of Strata.")                                   \
  X(KernelOfOthers, "This is {0}'s kernel: its source is not part of Strata.")                                         \
  X(KernelNoSource, "The source of this kernel is not here.")                                                          \
  X(KernelCutOff, "its run did not come to an end: the agent ended with it")                                           \
  X(KernelUnknown, "This session does not say which kernel this is: no source to show.")                               \
  X(KernelSectors, "sectors")                                                                                          \
  X(KernelUsed, "used")                                                                                                \
  X(KernelBanks, "banks")                                                                                              \
  X(KernelLanes, "lanes")                                                                                              \
  X(KernelNotObserved, "In Experiment set Observe to memory: a run on the CPU device counts its accesses.")            \
  X(KernelNotObservedHere,                                                                                             \
    "Sectors and lanes are counted when this kernel is the experiment, with Observe set to memory.")                   \
  X(KernelCountsToCome, "With Observe set to memory, on the CPU device, counts come with the step's result.")          \
  X(KernelOwnText, "{0}, text {1}")                                                                                    \
  X(KernelElsewhere, "{0} more places in other files")                                                                 \
  X(KernelTipPlace, "{0} {1}, line {2}: {3} requests of {4}s")                                                         \
  X(KernelTipPlaceOf, "{0} {1} of {5}, line {2}: {3} requests of {4}s")                                                \
  X(KernelTipBranch, "branch, line {0}: {2}s reached it {1} times")                                                    \
  X(KernelTipSectors, "{0} of 32 bytes a request, {1} of the fetched bytes used")                                      \
  X(KernelTipBanks, "{0} wavefronts a request, {1} without bank conflicts; worst {2}-way")                             \
  X(KernelTipAtomic,                                                                                                   \
    "up to {0} lanes change one address, one after the other, unless the compiler combines them within the warp "      \
    "first")                                                                                                           \
  X(KernelTipAtomicMean, "on average {0} of a request's lanes; wavefronts do not count that")                          \
  X(KernelTipPartial, "{0} times without some of its threads")                                                         \
  X(KernelTipLanes, "{0} of {1} lanes active")                                                                         \
  X(KernelWarpOf, "{0} {1}, line {2}")                                                                                 \
  X(KernelWarpBranch, "branch, line {0}")                                                                              \
  X(KernelWarpGlobal, "{0} → {1} · {3} of {2} used")                                                                   \
  X(KernelSector, "sector")                                                                                            \
  X(KernelLane, "lane")                                                                                                \
  X(KernelBank, "bank")                                                                                                \
  X(KernelWarpShared, "{0} → {1} · {2}-way")                                                                           \
  X(KernelWarpPhase, "turn {0} of {1}")                                                                                \
  X(KernelWarpLanes, "{0} of {1} lanes")                                                                               \
  X(KernelFirstRequest, "first of {0} requests")                                                                       \
  X(KernelMeanSectors, "mean {0}, {1} used")                                                                           \
  X(KernelMeanBanks, "mean {0}-way")                                                                                   \
  X(KernelLikeRequests, "like {0} of {1} requests")                                                                    \
  X(KernelPattern, "{0} of {1} patterns")                                                                              \
  X(KernelTipPattern, "click: the line's next pattern")                                                                \
  X(KernelWidthCompiled, "{0} bytes a lane at once, as {1} has the line")                                              \
  X(KernelWidthOfText, "{0} bytes a lane at once, as the source has it: what nvcc makes of the line is not known")     \
  X(KernelByCompiler, "{0} B in {1}")                                                                                  \
  X(KernelByText, "{0} B by the source")                                                                               \
  X(KernelNotOf, "not as on {0}")                                                                                      \
  X(KernelForNvidia, "for all of NVIDIA's")                                                                            \
  X(KernelTipKeptCode,                                                                                                 \
    "counts are kept of {0} code for all of NVIDIA's GPUs, so that they compare; the time on {1} is modelled by code " \
    "for {2}")                                                                                                         \
  X(KernelTipOtherGpu,                                                                                                 \
    "counted as NVIDIA's GPUs do it: on {0}, which its time is modelled on, a {1} has {2} lanes, and code has widths " \
    "of its own")                                                                                                      \
  X(KernelTipText, "{0}, places: {1}")                                                                                 \
  X(KernelTipOpen, "click: opens {0}")                                                                                 \
  X(KernelTipLane, "lane {0}: {1} bytes at +{2}")                                                                      \
  X(KernelTipIdle, "lane {0}: inactive")                                                                               \
  X(KernelTipTookPart, "lane {0}: active")                                                                             \
  X(KernelAverage, "average of {0} requests; this session kept no example")                                            \
  X(KernelChooseLine, "Choose a line with counts to see how a {0} reads there")                                        \
  X(KernelAccessesWithoutRoom, "accesses without room: {0} (enlarge)")                                                 \
  X(KernelMeanWithoutRoom, "mean without room (enlarge)")                                                              \
  X(KernelBothWithoutRoom, "accesses without room: {0}, and the mean (enlarge)")                                       \
  X(KernelLaunch, "Launch")                                                                                            \
  X(KernelWarps, "{0} of {1}")                                                                                         \
  X(KernelShapeWords, "{0} {1} = {2}")                                                                                 \
  X(KernelCellIs, "a cell: {0} × {1} {2}s")                                                                            \
  X(KernelNoLaunch, "no launch of it in this session")                                                                 \
  X(KernelOccupancy, "Occupancy")                                                                                      \
  X(KernelOccupancyCpu, "not known on the CPU device: a core runs one block after another, with registers of its own") \
  X(KernelOccupancyUnknown, "not known: this session lacks this kernel's registers and limits")                        \
  X(KernelOccupancyShare, "{0}s resident, in theory")                                                                  \
  X(KernelOfGrid, "of this grid")                                                                                      \
  X(KernelGridWaves, "waves of the grid: {0}")                                                                         \
  X(KernelByWaves, "{0}s allow")                                                                                       \
  X(KernelByRegisters, "registers allow")                                                                              \
  X(KernelBySharedMemory, "{0} allows")                                                                                \
  X(KernelByBlocks, "the {0} allows")                                                                                  \
  X(CountOfOne, "{0} {1}")                                                                                             \
  X(CountOfMany, "{0} {1}s")                                                                                           \
  X(KernelRegisters, "{0} registers a thread")                                                                         \
  X(KernelStaticShared, "{0} static shared a block")                                                                   \
  X(KernelBothShared, "{0} shared a block, {1} of it dynamic")                                                         \
  X(KernelSharedSum, "{0} shared a block")                                                                             \
  X(KernelSpills, "{0} local memory a thread")                                                                         \
  /* views: tooltips */                                                                                                \
  X(TipDuration, "{0} {1}")                                                                                            \
  X(TipOpen, "{0} so far, not ended")                                                                                  \
  X(TipCutOff, "{0} seen, then its agent ended")                                                                       \
  X(TipStopped, "{0}, then it was stopped")                                                                            \
  X(TipInstant, "an instant, no duration")                                                                             \
  X(TipStart, "at {0} in the session")                                                                                 \
  X(EventInWords, "{0}: {1}, {2}, {3}")                                                                                \
  X(TipCall, "call #{0}")                                                                                              \
  X(TipLaunchedBy, "launched by {0}")                                                                                  \
  X(TipLaunches, "launches {0}")                                                                                       \
  X(TipLaunchesMore, "{0} and {1} more")                                                                               \
  X(TipSameCall, "In {0} this call is {1}.")                                                                           \
  X(TipLaunchLatency, "launch latency {0}")                                                                            \
  X(TipQueueTime, "launch latency {0}, of it queue time {1}")                                                          \
  X(TipOnlyCounts, "watched: its accesses are counted, so it is slow, and its time is in no sum")                      \
  X(TipFolded, "{0} events folded here; zoom in to see each")                                                          \
  X(TipFoldedBusy, "{0} events folded here, busy {1} of this stretch; zoom in to see each")                            \
  X(TipFoldedFoot, "The strip at its foot is higher where more of them begin.")                                        \
  X(TipLastCopy, "{0}; the last one:")                                                                                 \
  X(TipTooSmall, "A copy below {0} takes about as long as it takes to start one: bytes over time is no speed.")        \
  X(TipInCache,                                                                                                        \
    "A copy of up to {0} stays in a core’s own cache: its speed says nothing of the RAM, so it is no yardstick.")      \
  X(TipGrid, "grid {0} · block {1}")                                                                                   \
  X(TipMore, "and {0} more arguments")                                                                                 \
  X(TipGroupDropped, "records dropped here, for which there was no room: {0}")                                         \
  /* views: statistics */                                                                                              \
  X(StatisticsTitle, "Statistics")                                                                                     \
  X(StatisticsOfSight, "of what is in sight")                                                                          \
  X(StatisticsMeasureHint, "Shift+drag in the timeline measures a range")                                              \
  X(StatisticsOfMeasured, "of the measured range")                                                                     \
  X(StatisticsCounts, "{0} · {1}")                                                                                     \
  X(LaunchesThatCount, "launches that only count: {0}, {1}")                                                           \
  X(LaunchesLeftOut, "Launches that only count are left out: {0}, {1}. {2}")                                           \
  X(StatisticsCut, "{0} cut at its edges: busy and self are of the part inside")                                       \
  X(StatisticsCutEvents, "{0} cut at its edges; durations are whole")                                                  \
  X(StatisticsName, "name")                                                                                            \
  X(StatisticsEvent, "event")                                                                                          \
  X(StatisticsNameTip, "Sorts by name; whole names when the pointer rests on a row")                                   \
  X(RowsAscend, "sorted by {0}, ascending")                                                                            \
  X(RowsDescend, "sorted by {0}, descending")                                                                          \
  X(StatisticsShapes, "{0} rows by name and launch shape")                                                             \
  X(StatisticsNamesOf, "{0} of {1} names")                                                                             \
  X(StatisticsEventsOf, "{0} of {1} events")                                                                           \
  X(StatisticsNonePass, "No event passes the filter. Widen it above, or clear the name.")                              \
  X(StatisticsThreadShare, "of threads")                                                                               \
  X(StatisticsThreadShareTip,                                                                                          \
    "Self time, so without what it called, as a part of the time in which threads were busy: profilers’ Time (%)")     \
  X(StatisticsStreamShare, "of streams")                                                                               \
  X(StatisticsStreamShareTip,                                                                                          \
    "Self time of device work as a part of the time in which streams worked: profilers’ Time (%)")                     \
  X(StatisticsMedian, "median")                                                                                        \
  X(StatisticsP99, "p99")                                                                                              \
  X(StatisticsLength, "duration")                                                                                      \
  X(StatisticsLengthTip, "From begin to end, also beyond what is in sight")                                            \
  X(StatisticsBegin, "begin")                                                                                          \
  X(StatisticsBeginTip, "Since the session began")                                                                     \
  X(LaneThread, "thread {0}")                                                                                          \
  X(LaneProcess, "process {0}")                                                                                        \
  X(LauncherWithin, "{0} in {1}")                                                                                      \
  X(LaunchedOneOf, "{0}, one of {1} operations")                                                                       \
  X(LaunchedForOneOf, "{0}, for {1}, one of {2} operations")                                                           \
  X(PatternWrong,                                                                                                      \
    "The regular expression is wrong behind \"{1}\": {0}. Correct it there, or switch .* off to find it as text.")     \
  X(PatternTooLong, "The regular expression takes too long on these names ({0}). Make it simpler, or switch .* off.")  \
  X(StatisticsTotal, "busy")                                                                                           \
  X(StatisticsTotalTip,                                                                                                \
    "Time in sight during which it ran, on each thread or stream; overlaps count once. A row’s tip has the sum.")      \
  X(StatisticsSelf, "self")                                                                                            \
  X(StatisticsSelfTip,                                                                                                 \
    "The part of busy when nothing it called ran on its thread; the self times of all names sum to the time the "      \
    "threads and streams were busy. The Stack’s own time goes by storey instead.")                                     \
  X(StatisticsCount, "count")                                                                                          \
  X(StatisticsCountTip, "Events in sight, wholly or partly")                                                           \
  X(StatisticsMean, "mean")                                                                                            \
  X(StatisticsWholeTip, "Of whole events, including those that reach beyond what is in sight")                         \
  X(StatisticsP99Tip, "Of whole events: 99 % of them took no longer. Fewer than 100 have none")                        \
  X(StatisticsMedianTip,                                                                                               \
    "Of whole events, as min, p99, max and mean. Of an even number, the quicker of the two in the middle")             \
  X(StatisticsLeast, "min")                                                                                            \
  X(StatisticsMost, "max")                                                                                             \
  X(StatisticsSpread, "median {0} · 90 % between {1} and {2}")                                                         \
  X(StatisticsTallest, "{0} in the tallest bar")                                                                       \
  X(StatisticsTallestByFactors, "tallest bar {0} · logarithmic")                                                       \
  X(StatisticsAndMore, "≥ {0}")                                                                                        \
  X(StatisticsOne, "{0}, one event: no spread")                                                                        \
  X(StatisticsLongest, "{0}: the longest took {1}; a click shows it")                                                  \
  X(StatisticsBusySum, "busy {0}, overlaps counted once; sum of whole events {1}")                                     \
  X(StatisticsOfStreams, "self {0}: {1} of the {2} in which streams worked")                                           \
  X(StatisticsOfThreads, "self {0}: {1} of the {2} in which threads were busy")                                        \
  X(StatisticsEmpty, "Count, total and spread of the events in sight appear here once one of them has ended.")         \
  X(StatisticsAdding, "Adding up the events of the session: {0} …")                                                    \
  X(StatisticsNone, "No event that has ended is in sight.")                                                            \
  X(StatisticsNoneMeasured, "No event that has ended is in the measured range.")                                       \
  X(StatisticsNoOther, "No other event that has ended is in sight.")                                                   \
  X(StatisticsNoOtherMeasured, "No other event that has ended is in the measured range.")                              \
  /* views: device */                                                                                                  \
  X(DeviceTitle, "Device")                                                                                             \
  X(DeviceEmpty,                                                                                                       \
    "When the device worked, its longest gaps and what it did for which operation appear here once it has worked.")    \
  X(DeviceIdleAll, "The device did nothing in this session: it holds no kernel, copy or memset.")                      \
  X(DeviceAdding, "Adding up the work of the device …")                                                                \
  X(DeviceBusy, "busy {0} of {1}")                                                                                     \
  X(DevicesBusy, "busy {0} of {1} in all")                                                                             \
  X(DevicesBusyAlike, "busy {0} of {1} × {2}")                                                                         \
  X(DeviceEachTip, "{0}: busy {1} of {2}, idle {3}, gaps: {4}")                                                        \
  X(DeviceEachOfSession, "{0} of the session’s {1}")                                                                   \
  X(DeviceSpan, "from its first work to its last")                                                                     \
  X(DevicesSpan, "{0} devices, each from its first work to its last")                                                  \
  X(DeviceSpanInRun, "from the first work of each variant’s timed calls to the last")                                  \
  X(DevicesSpanInRun, "{0} devices, each from its first work in each variant’s timed calls to its last")               \
  X(DeviceSpanLost, "from the lost run’s first work to its last")                                                      \
  X(DevicesSpanLost, "{0} devices, each from its first work in the lost run to its last")                              \
  X(DeviceSpanMeasured, "in the measured range")                                                                       \
  X(DevicesSpanMeasured, "{0} devices in the measured range")                                                          \
  X(DeviceNoneMeasured, "Nothing in the measured range tells whether the device was busy or idle.")                    \
  X(DeviceNothingElse, "The device did nothing else.")                                                                 \
  X(DeviceNoneInRun, "The device has done nothing in the time of this run.")                                           \
  X(DeviceNothingElseMeasured, "Nothing else in the measured range tells whether the device was busy or idle.")        \
  X(DeviceApart, "without {0} around launches that only count")                                                        \
  X(DeviceMeasuredHost, "the host: {0}")                                                                               \
  X(DeviceGapsAround, "gaps around")                                                                                   \
  X(DeviceOutside, "other work of the session: {0}")                                                                   \
  X(DeviceIdle, "idle {0}, gaps: {1}")                                                                                 \
  X(DevicesIdle, "idle {0} in all, gaps: {1}")                                                                         \
  X(DeviceLatency, "launch latency: median {0}, p99 {1}")                                                              \
  X(DeviceLatencyTip,                                                                                                  \
    "Launch latency: median {0}, p99 {1}, max {2}; launches: {3}. It is from the begin of a launch to the begin of "   \
    "the first kernel, copy or memset that it started")                                                                \
  X(DeviceBeforeLaunch, "work that began before its launch: {0}")                                                      \
  X(DeviceBeforeLaunchTip,                                                                                             \
    "Launches whose first work began before them: {0}. The clocks of host and device disagree, and no launch "         \
    "latency is of these")                                                                                             \
  X(DeviceGap, "longest gaps")                                                                                         \
  X(DeviceGapBegin, "begin")                                                                                           \
  X(DeviceGapHost, "what the host did meanwhile")                                                                      \
  X(DeviceGapHostOf, "{0} · {1}")                                                                                      \
  X(DeviceGapUnknown, "not told: the launch that ended it is not in the session")                                      \
  X(DeviceGapUnrecorded, "in no recorded event")                                                                       \
  X(DeviceGapLast, "no more work came")                                                                                \
  X(DeviceGapTip, "{0} in which no stream worked, until {1} began")                                                    \
  X(DevicesGapTip, "{0} in which no stream of {2} worked, until {1} began")                                            \
  X(DeviceGapLastTip, "{0} in which no stream worked, and no more work came")                                          \
  X(DevicesGapLastTip, "{0} in which no stream of {1} worked, and no more work came")                                  \
  X(DeviceGapInWords, "{0}: {1}; {2}")                                                                                 \
  X(DeviceGapTipClick, "A click measures it and zooms to it; Shift+M clears the measured range")                       \
  X(DeviceGapHostTip, "Of that time the thread that launched it spent most, {0}, in {1} itself")                       \
  X(DeviceGapUnrecordedTip, "Of that time the thread that launched it was in no recorded event for {0}")               \
  X(DeviceGapRestTip, "Of the rest it spent most, {0}, in {1} itself")                                                 \
  X(DeviceNoWork, "no kernel, copy or memset ran")                                                                     \
  X(DeviceOps, "device time by operation")                                                                             \
  X(DeviceCalls, "calls")                                                                                              \
  X(DeviceWork, "work")                                                                                                \
  X(DeviceTime, "device time")                                                                                         \
  X(DeviceShare, "share")                                                                                              \
  X(DeviceNoOp, "outside every call")                                                                                  \
  X(DeviceOpTip, "{0}: {1} in all; kernels, copies and memsets: {2}, different names: {3}\nA click lists them")        \
  X(DeviceNoOpTip, "Launched outside every call, or by a launch that the session does not hold")                       \
  X(DeviceKernelTip, "{0}: {1}×, {2} in all; a click shows the longest")                                               \
  X(LaneFold, "Fold this lane to one row")                                                                             \
  X(LaneUnfold, "Unfold this lane")                                                                                    \
  X(LanePin, "Pin this lane above all others")                                                                         \
  X(LaneUnpin, "Let this lane scroll again")                                                                           \
  X(LaneUp, "Move this lane up")                                                                                       \
  X(LaneDown, "Move this lane down")                                                                                   \
  X(LaneHide, "Hide this lane")                                                                                        \
  X(LanesWithoutRoom, "lanes without room: {0} (enlarge)")                                                             \
  X(NamesMore, "{0} and {1} more")                                                                                     \
  X(LanesWithoutRoomTip,                                                                                               \
    "No room for the lanes {0}: they come back where the timeline is higher, or others are hidden.")                   \
  X(LanesHidden, "{0} hidden")                                                                                         \
  X(LanesHideQuiet, "Hide lanes without an event in sight")                                                            \
  X(LanesShowAll, "Show hidden lanes")                                                                                 \
  X(MarkTip, "Bookmark at {0}\nN writes a note, B takes it away")                                                      \
  X(MarkNoteTip, "{0}\nBookmark at {1}: N changes the note, B takes it away")
