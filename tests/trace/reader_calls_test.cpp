#include <gtest/gtest.h>

#include "engine/trace/call_levels.h"
#include "engine/trace/trace_args.h"
#include "tests/trace/reader_stream.h"

// Calls, and what copies tell, in another tool's Perfetto trace: rocprofv3's, after its generatePerfetto.cpp.

namespace strata::test {
namespace {

using protozero::pbf_writer;

struct ForeignSlice {
  std::uint64_t track, begin, end;
  std::string_view category, name;
  std::uint64_t flow = 0;  ///< an arrow's id: it leaves the slice
  bool flowEnds = false;   ///< or ends there
  std::int64_t copyBytes = 0;
};

std::string sliceOfTool(const ForeignSlice& slice) {
  StreamBuilder stream(1);
  stream.packet(slice.begin, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 1);
    event.add_uint64(11, slice.track);
    event.add_string(22, slice.category.data(), slice.category.size());
    event.add_string(23, slice.name.data(), slice.name.size());
    if (slice.flow != 0) event.add_fixed64(slice.flowEnds ? 48 : 47, slice.flow);
    if (slice.copyBytes == 0) return;
    pbf_writer annotation(event, 4);
    annotation.add_string(10, "copy_bytes");
    annotation.add_int64(4, slice.copyBytes);
  });
  stream.packet(slice.end, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 2);
    event.add_uint64(11, slice.track);
  });
  return stream.bytes();
}

std::string slicesOfTool(std::initializer_list<ForeignSlice> slices) {
  std::string bytes;
  for (const ForeignSlice& slice : slices) bytes += sliceOfTool(slice);
  return bytes;
}

TraceEvent namedSlice(const TraceSnapshot& snapshot, std::string_view name) {
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot.row(track, row).size(); ++i)
        if (snapshot.name(snapshot.row(track, row)[i].name) == name) return snapshot.row(track, row)[i];
  ADD_FAILURE() << "no slice " << name;
  return {};
}

constexpr std::uint64_t kThread = 5, kStreamTrack = 6;

TEST(CallsOfAPerfettoTrace, AreItsOperationsAndLaunchesOutsideThem) {
  const auto snapshot =
      read(slicesOfTool({{kThread, 400, 1600, "marker_api", "step"},
                         {kThread, 500, 1500, "marker_api", "aten::mm"},
                         {kThread, 1000, 1100, "hip_api", "hipMemcpyAsync", 1},
                         {kThread, 1200, 1300, "hip_api", "hipLaunchKernel", 2},
                         {kThread, 1700, 1800, "hip_api", "hipLaunchKernel alone", 3},
                         {kThread, 1900, 1950, "hip_api", "hipGetDevice"},
                         {kStreamTrack, 1600, 2000, "memory_copy", "MEMORY_COPY_HOST_TO_DEVICE", 1, true, 4096},
                         {kStreamTrack, 2100, 3000, "kernel_dispatch", "gemm", 2, true},
                         {kStreamTrack, 3100, 3200, "kernel_dispatch", "relu", 3, true}}));
  const auto callOf = [&](std::string_view name) { return namedSlice(*snapshot, name).call; };
  EXPECT_EQ(snapshot->callCount(), 2u);
  EXPECT_NE(callOf("aten::mm"), CallId::None);
  for (const char* within : {"hipMemcpyAsync", "hipLaunchKernel", "MEMORY_COPY_HOST_TO_DEVICE", "gemm"})
    EXPECT_EQ(callOf(within), callOf("aten::mm")) << within;
  EXPECT_NE(callOf("relu"), CallId::None);
  EXPECT_EQ(callOf("relu"), callOf("hipLaunchKernel alone"));
  EXPECT_NE(callOf("relu"), callOf("aten::mm"));
  for (const char* outside : {"step", "hipGetDevice"}) EXPECT_EQ(callOf(outside), CallId::None) << outside;
  EXPECT_EQ(levelOf(*snapshot, namedSlice(*snapshot, "step")), CallLevel::Annotation);
}

TEST(CallsOfAPerfettoTrace, CopiesTellBytesAndDirectionInStratasWords) {
  const auto snapshot =
      read(slicesOfTool({{kStreamTrack, 10, 20, "memory_copy", "MEMORY_COPY_HOST_TO_DEVICE", 0, false, 4096},
                         {kStreamTrack, 30, 40, "memory_copy", "MEMORY_COPY_DEVICE_TO_DEVICE"}}));
  const TraceEvent up = namedSlice(*snapshot, "MEMORY_COPY_HOST_TO_DEVICE"),
                   within = namedSlice(*snapshot, "MEMORY_COPY_DEVICE_TO_DEVICE");
  EXPECT_EQ(snapshot->number(up, arg::kBytes), 4096.0);
  EXPECT_EQ(snapshot->number(up, "copy_bytes"), 4096.0);
  EXPECT_EQ(snapshot->text(up, arg::kDirection), "H→D");
  EXPECT_EQ(snapshot->text(within, arg::kDirection), "D→D");
  EXPECT_FALSE(snapshot->number(within, arg::kBytes));
}

TEST(CallsOfAPerfettoTrace, OfThreadsAreEachThreadsOwn) {
  const auto snapshot = read(slicesOfTool({{kThread, 10, 100, "marker_api", "aten::mm"},
                                           {kThread + 2, 20, 200, "marker_api", "aten::relu"},
                                           {kThread + 2, 120, 130, "hip_api", "second"},
                                           {kThread, 50, 60, "hip_api", "first"},
                                           {kThread, 150, 160, "hip_api", "behind"}}));
  const auto callOf = [&](std::string_view name) { return namedSlice(*snapshot, name).call; };
  EXPECT_EQ(callOf("first"), callOf("aten::mm"));
  EXPECT_EQ(callOf("second"), callOf("aten::relu"));
  EXPECT_NE(callOf("first"), callOf("second"));
  EXPECT_EQ(callOf("behind"), CallId::None);
}

}  // namespace
}  // namespace strata::test
