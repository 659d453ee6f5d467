#include "engine/protocol/request_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace strata {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Request request(std::uint64_t id, std::string tag = {}) {
  Request made;
  made.id = id;
  made.tag = std::move(tag);
  return made;
}

TEST(RequestQueue, HandsOutInOrderUntilClosedAndEmpty) {
  RequestQueue queue;
  EXPECT_TRUE(queue.push(request(1)).added);
  EXPECT_TRUE(queue.push(request(2)).added);
  queue.close();
  EXPECT_FALSE(queue.push(request(3)).added);
  EXPECT_EQ(queue.pop()->request.id, 1u);
  EXPECT_EQ(queue.pop()->request.id, 2u);
  EXPECT_FALSE(queue.pop().has_value());
}

TEST(RequestQueue, ANewerRequestReplacesWaitingOnesOfItsTag) {
  RequestQueue queue;
  queue.push(request(1, "form"));
  queue.push(request(2, "other"));
  queue.push(request(3));
  EXPECT_THAT(queue.push(request(4, "form")).replaced, ElementsAre(1));
  EXPECT_THAT(queue.push(request(5)).replaced, IsEmpty()) << "no tag replaces nothing";
  queue.close();
  for (const std::uint64_t id : {2, 3, 4, 5}) EXPECT_EQ(queue.pop()->request.id, id);
  EXPECT_FALSE(queue.pop());
}

TEST(RequestQueue, WhatRunsIsNotReplaced) {
  RequestQueue queue;
  queue.push(request(1, "form"));
  const auto running = queue.pop();
  EXPECT_THAT(queue.push(request(2, "form")).replaced, IsEmpty());
  EXPECT_FALSE(running->stop.stop_requested());
}

TEST(RequestQueue, AnIdIsInUseUntilItIsFinished) {
  RequestQueue queue;
  queue.push(request(1));
  EXPECT_FALSE(queue.push(request(1)).added) << "waiting";
  (void)queue.pop();
  EXPECT_FALSE(queue.push(request(1)).added) << "running";
  queue.finished();
  EXPECT_TRUE(queue.push(request(1)).added);
}

TEST(RequestQueue, StopsOneOrAll) {
  RequestQueue queue;
  for (const std::uint64_t id : {1, 2, 3, 4}) queue.push(request(id));
  const auto running = queue.pop();
  EXPECT_THAT(queue.stop(3), ElementsAre(3));
  EXPECT_THAT(queue.stop(77), IsEmpty());
  EXPECT_FALSE(running->stop.stop_requested());
  EXPECT_THAT(queue.stop(1), IsEmpty());
  EXPECT_TRUE(running->stop.stop_requested());
  EXPECT_THAT(queue.stop(0), ElementsAre(2, 4));
}

TEST(RequestQueue, AStopMeansWhatRunsNowNotWhatRunsNext) {
  RequestQueue queue;
  queue.push(request(1));
  queue.push(request(2));
  (void)queue.pop();
  queue.stop(1);
  queue.finished();
  EXPECT_FALSE(queue.pop()->stop.stop_requested());
}

TEST(RequestQueue, PopWaits) {
  RequestQueue queue;
  std::thread pusher([&] { queue.push(request(8)); });
  EXPECT_EQ(queue.pop()->request.id, 8u);
  pusher.join();
  std::thread closer([&] { queue.close(); });
  EXPECT_FALSE(queue.pop().has_value());
  closer.join();
}

}  // namespace
}  // namespace strata
