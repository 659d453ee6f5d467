#include "engine/frames/frame_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "engine/base/shared_memory.h"

namespace strata {
namespace {

using testing::HasSubstr;

constexpr Duration kSoon{2'000'000'000};

struct Ends {
  FrameSocket viewer, agent;
};

Ends pairOfEnds() {
  auto ends = FrameSocket::makePair();
  return {std::move(ends.value().first), FrameSocket(std::move(ends.value().second))};
}

FrameMessage carrying(std::uint32_t count) {
  FrameMessage message = replyMessage({true, Storey::Other, "here"});
  for (std::uint32_t i = 0; i < count; ++i) {
    auto memory = makeSharedMemory("test", 4096 * (i + 1));
    message.descriptors.push_back(std::move(memory).value());
  }
  return message;
}

TEST(FrameSocket, CarriesDescriptorsInTheirOrder) {
  Ends ends = pairOfEnds();
  for (const std::uint32_t count : {0u, 1u, 1 + kMostFrameSlots + 1}) {
    ASSERT_TRUE(ends.viewer.send(carrying(count)).ok());
    const auto message = ends.agent.receive(kSoon);
    ASSERT_TRUE(message.ok() && message.value());
    ASSERT_EQ(message.value()->descriptors.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(::lseek(message.value()->descriptors[i].get(), 0, SEEK_END), 4096 * (i + 1));
      EXPECT_NE(::fcntl(message.value()->descriptors[i].get(), F_GETFD) & FD_CLOEXEC, 0);
    }
  }
}

TEST(FrameSocket, MessagesKeepTheirBounds) {
  Ends ends = pairOfEnds();
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(ends.agent.send(replyMessage({false, Storey::Driver, std::to_string(i)})).ok());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ends.viewer.receive(kSoon).value()->reply.reason, std::to_string(i));
  const HostTime begin = hostNow();
  const auto none = ends.viewer.receive(Duration{30'000'000});
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none.value());
  EXPECT_GE((hostNow() - begin).ns, 25'000'000);
}

TEST(FrameSocket, WhatWasSaidIsHeardBeforeTheOtherSideIsGone) {
  Ends ends = pairOfEnds();
  ASSERT_TRUE(ends.agent.send(carrying(1)).ok());
  { const FrameSocket gone = std::move(ends.agent); }
  EXPECT_TRUE(ends.viewer.receive(kSoon).ok());
  EXPECT_FALSE(ends.viewer.receive(kSoon).ok());
  EXPECT_FALSE(ends.viewer.send(carrying(0)).ok()) << "and no signal kills us";
}

TEST(FrameSocket, WhoDoesNotReadIsNotWaitedFor) {
  Ends ends = pairOfEnds();
  int sent = 0;
  while (sent < 100000 && ends.viewer.send(carrying(0)).ok()) ++sent;
  EXPECT_GT(sent, 0);
  EXPECT_LT(sent, 100000);
}

TEST(FrameSocket, AnEmptyMessageLeavesNoDescriptors) {
  Ends ends = pairOfEnds();
  const UniqueFd carried = makeSharedMemory("test", 4096).value();
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space{};
  msghdr header{};
  header.msg_control = space.data();
  header.msg_controllen = space.size();
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  const int fd = carried.get();
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  ASSERT_EQ(::sendmsg(ends.agent.fd(), &header, 0), 0);
  const UniqueFd next(::dup(0));
  EXPECT_FALSE(ends.viewer.receive(kSoon).ok());
  EXPECT_EQ(UniqueFd(::dup(0)).get(), next.get() + 1) << "the lowest number that is free";
}

TEST(FrameSocket, RubbishIsAnErrorAndLeavesNoDescriptors) {
  Ends ends = pairOfEnds();
  ::send(ends.agent.fd(), "rubbish", 7, 0);
  EXPECT_FALSE(ends.viewer.receive(kSoon).ok());
  const std::array<char, 8000> tooLong{};
  ::send(ends.agent.fd(), tooLong.data(), tooLong.size(), 0);
  EXPECT_FALSE(ends.viewer.receive(kSoon).ok());
}

TEST(FrameSocket, MoreDescriptorsThanThisProcessMayOpenAreASentence) {
  Ends ends = pairOfEnds();
  ASSERT_TRUE(ends.viewer.send(carrying(4)).ok());
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(::dup(0)) + 2;  // the copy, and one more
  ::setrlimit(RLIMIT_NOFILE, &few);
  const auto message = ends.agent.receive(kSoon);
  ::setrlimit(RLIMIT_NOFILE, &before);
  ::close(static_cast<int>(few.rlim_cur) - 2);
  ASSERT_FALSE(message.ok());
  EXPECT_THAT(message.error().message, HasSubstr("may open no more files"));
}

TEST(FrameSocket, IsInheritedOnlyAsASocket) {
  ::unsetenv(kFramesVariable);
  EXPECT_FALSE(FrameSocket::inherited());
  for (const char* wrong : {"", "x", "-1", "9999", "0x3"}) {
    ::setenv(kFramesVariable, wrong, 1);
    EXPECT_FALSE(FrameSocket::inherited()) << wrong;
  }
  const UniqueFd file(::open("/dev/null", O_RDONLY));
  ::setenv(kFramesVariable, std::to_string(file.get()).c_str(), 1);
  EXPECT_FALSE(FrameSocket::inherited());
  Ends ends = pairOfEnds();
  const int carried = ::dup(ends.agent.fd());
  ::setenv(kFramesVariable, std::to_string(carried).c_str(), 1);
  auto socket = FrameSocket::inherited();
  ::unsetenv(kFramesVariable);
  ASSERT_TRUE(socket);
  EXPECT_NE(::fcntl(carried, F_GETFD) & FD_CLOEXEC, 0) << "not for this process's own children";
  ASSERT_TRUE(ends.viewer.send(carrying(0)).ok());
  EXPECT_TRUE(socket->receive(kSoon).ok());
}

}  // namespace
}  // namespace strata
