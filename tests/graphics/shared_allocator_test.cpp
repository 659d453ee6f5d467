#include "app/graphics/shared_allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>

#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(SharedAllocator, TakesTheAllocationsSizeFromTheDriver) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  const auto allocator = SharedAllocator::create(identityHere());
  ASSERT_TRUE(allocator.ok()) << allocator.error().message;
  for (const std::uint64_t bytes : {4u, 127u * 63 * 4, 1030u * 515 * 4, 1u << 26}) {
    const auto buffer = allocator.value()->buffer(bytes);
    ASSERT_TRUE(buffer.ok()) << buffer.error().message;
    EXPECT_EQ(buffer.value()->bytes, bytes);
    EXPECT_GE(buffer.value()->allocationBytes, bytes);
    const auto first = buffer.value()->descriptor(), second = buffer.value()->descriptor();
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_NE(first.value().get(), second.value().get());
    EXPECT_NE(::fcntl(first.value().get(), F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(SharedAllocator, RefusesWhatIsTooLargeAndWhatIsNotThere) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  GraphicsIdentity identity = identityHere();
  const auto allocator = SharedAllocator::create(identity);
  ASSERT_TRUE(allocator.ok());
  const auto large = allocator.value()->buffer(std::uint64_t{1} << 50);
  ASSERT_FALSE(large.ok());
  EXPECT_THAT(large.error().message, HasSubstr("Choose a smaller frame"));
  identity.device[3] ^= 1;
  const auto other = SharedAllocator::create(identity);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::Unavailable);
}

TEST(SharedAllocator, LeavesNoDescriptorBehind) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  const GraphicsIdentity identity = identityHere();
  const std::size_t before = openDescriptors();
  const std::uint64_t shared = sharedBytes();
  for (int i = 0; i < 5; ++i) {
    const auto allocator = SharedAllocator::create(identity);
    ASSERT_TRUE(allocator.ok());
    const auto buffer = allocator.value()->buffer(240'000);
    ASSERT_TRUE(buffer.ok() && buffer.value()->descriptor().ok());
  }
  EXPECT_EQ(openDescriptors(), before);
  EXPECT_EQ(sharedBytes(), shared);
}

TEST(SharedAllocator, TheValidationLayerHasNothingToSay) {
  if (const std::string why = noDeviceWayHere(); !why.empty()) GTEST_SKIP() << why;
  std::vector<std::string> said;
  const auto hear = [&](const std::string& message) { said.push_back(message); };
  if (const auto tried = SharedAllocator::create(identityHere(), hear); !tried.ok())
    GTEST_SKIP() << tried.error().message;
  {
    FrameShowOptions options = headless();
    options.allocator = [&](const GraphicsIdentity& identity) { return SharedAllocator::create(identity, hear); };
    FrameShow show(options);
    for (const char* side : {"width=127", "width=600"}) {
      StandInAgent agent(show, {"way=device", side, "frames=5", "slots=3", "pacing=lock", "hash=1"});
      EXPECT_EQ(agent.wait(), 0) << agent.output();
    }
    EXPECT_TRUE(eventually([&] { return show.state().verified == 5; }));
  }
  EXPECT_THAT(said, IsEmpty());
}

}  // namespace
}  // namespace strata
