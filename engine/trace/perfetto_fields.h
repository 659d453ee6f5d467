#pragma once

#include <cstdint>

/// Field numbers of the Perfetto trace format, as far as Strata writes and reads it (docs/trace-format.md).
namespace strata::perfetto {

using Field = std::uint32_t;

namespace trace_message {
inline constexpr Field kPacket = 1;
}

namespace packet {
inline constexpr Field kClockSnapshot = 6, kTimestamp = 8, kSequenceId = 10, kTrackEvent = 11, kInternedData = 12,
                       kSequenceFlags = 13, kCompressedPackets = 50, kGpuRenderStageEvent = 53, kTimestampClockId = 58,
                       kDefaults = 59, kTrackDescriptor = 60, kFirstOnSequence = 87, kZstdCompressedPackets = 133,
                       kStrata = 500000;
inline constexpr std::uint32_t kStateCleared = 1, kNeedsState = 2;
}  // namespace packet

namespace strata_message {
inline constexpr Field kKind = 1, kJson = 2, kBlob = 3;
}

namespace defaults {
inline constexpr Field kTimestampClockId = 58;
}

namespace clock_snapshot {
inline constexpr Field kClocks = 1, kPrimaryTraceClock = 2;
inline constexpr Field kClockId = 1, kTimestamp = 2;
inline constexpr std::uint32_t kRealtime = 1, kMonotonic = 3, kBoottime = 6;
}  // namespace clock_snapshot

namespace track_descriptor {
inline constexpr Field kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParentUuid = 5, kCounter = 8, kStaticName = 10,
                       kChildOrdering = 11, kSiblingOrderRank = 12;
inline constexpr std::uint32_t kExplicitOrder = 3;
inline constexpr Field kProcessPid = 1, kProcessName = 6;
inline constexpr Field kThreadPid = 1, kThreadTid = 2, kThreadName = 5;
inline constexpr Field kCounterUnit = 3, kCounterUnitName = 6;
inline constexpr std::uint32_t kUnitCount = 2, kUnitBytes = 3;
}  // namespace track_descriptor

namespace track_event {
inline constexpr Field kCategoryIids = 3, kDebugAnnotations = 4, kType = 9, kNameIid = 10, kTrackUuid = 11,
                       kCategories = 22, kName = 23, kCounterValue = 30, kDoubleCounterValue = 44, kFlowIds = 47,
                       kTerminatingFlowIds = 48, kCorrelationId = 52, kGpuCorrelation = 3000;
inline constexpr Field kSubmissionEventIds = 1;                                             ///< in GpuCorrelation
inline constexpr std::uint32_t kSliceBegin = 1, kSliceEnd = 2, kInstant = 3, kCounter = 4;  ///< of kType
}  // namespace track_event

namespace debug_annotation {
inline constexpr Field kNameIid = 1, kBool = 2, kUint = 3, kInt = 4, kDouble = 5, kString = 6, kPointer = 7, kName = 10,
                       kStringIid = 17;
}

namespace interned_data {
inline constexpr Field kEventCategories = 1, kEventNames = 2, kDebugAnnotationNames = 3, kGraphicsContexts = 23,
                       kGpuSpecifications = 24, kDebugAnnotationStrings = 29, kComputeArgNames = 1001;
inline constexpr Field kIid = 1, kName = 2;  ///< in every entry
inline constexpr Field kSpecCategory = 4;    ///< in a GPU specification
inline constexpr std::uint32_t kCategoryOther = 0, kCategoryCompute = 2;
}  // namespace interned_data

namespace graphics_context {
inline constexpr Field kPid = 2, kApi = 3;
inline constexpr std::uint32_t kUndefined = 0, kCuda = 4, kHip = 5;
}  // namespace graphics_context

namespace render_stage {
inline constexpr Field kEventId = 1, kDuration = 2, kContext = 5, kGpuId = 11, kHwQueueIid = 13, kStageIid = 14,
                       kName = 17, kNameIid = 20, kLaunch = 21;
inline constexpr Field kGridSize = 1, kWorkgroupSize = 2, kArgs = 3;  ///< in launch
inline constexpr Field kX = 1, kY = 2, kZ = 3;                        ///< in a Dim3
inline constexpr Field kArgNameIid = 1, kArgName = 2, kArgInt = 3, kArgUint = 4, kArgDouble = 5, kArgString = 6;
}  // namespace render_stage

}  // namespace strata::perfetto
