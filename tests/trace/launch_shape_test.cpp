#include "engine/trace/launch_shape.h"

#include <gtest/gtest.h>

#include "engine/trace/trace_store.h"
#include "tests/trace/recorder_counting_new.h"

namespace strata::test {
namespace {

struct LaunchedKernel {
  TraceStore store;
  std::shared_ptr<const TraceSnapshot> snapshot;
  EventRef event;

  explicit LaunchedKernel(const std::vector<std::pair<std::string_view, ArgValue>>& sides,
                          EventKind kind = EventKind::Kernel) {
    TraceEvent of;
    of.track = store.track({});
    of.name = store.intern("gemm");
    of.begin = {100};
    of.payload = 50;
    of.kind = kind;
    std::vector<Arg> args{{store.intern("stream"), std::int64_t{7}}};
    for (const auto& [key, value] : sides) args.push_back({store.intern(key), value});
    event = store.add(of, args);
    snapshot = store.snapshot();
  }
  std::optional<GridAndBlock> shape() const { return launchShape(*snapshot, snapshot->event(event)); }
};

TEST(LaunchShape, IsOfAKernelThatTellsGridAndBlock) {
  const std::int64_t two = 2;
  const LaunchedKernel flat({{arg::kGridX, two}, {arg::kBlockX, 256.0}});
  EXPECT_EQ(launchShapeText(flat.shape()), "<<<2, 256>>>");
  const LaunchedKernel deep({{arg::kGridX, two}, {arg::kGridZ, two}, {arg::kBlockX, two}, {arg::kBlockY, two}});
  EXPECT_EQ(launchShapeText(deep.shape()), "<<<2×1×2, 2×2>>>");
  EXPECT_NE(flat.shape(), deep.shape());
  EXPECT_FALSE(LaunchedKernel({{arg::kGridX, two}}).shape()) << "the block is not told";
  EXPECT_FALSE(LaunchedKernel({{arg::kGridX, two}, {arg::kBlockX, two}}, EventKind::Slice).shape());
  EXPECT_EQ(launchShapeText(std::nullopt), "");
}

TEST(LaunchShape, TakesNoMemoryOfItsOwn) {
  const LaunchedKernel kernel({{arg::kGridX, std::int64_t{1024}}, {arg::kBlockX, std::int64_t{1024}}});
  const std::size_t before = allocationsOfThisThread();
  const auto shape = kernel.shape();
  EXPECT_EQ(allocationsOfThisThread(), before) << "it is asked for each event of a session";
  EXPECT_TRUE(shape);
}

}  // namespace
}  // namespace strata::test
