#include "app/session/newest_request.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/trace/trace_store.h"

namespace strata {
namespace {

constexpr const char* kNaive = R"({"request":1,"experiment":"matmul","variant":"naive","parameters":{"n":64,"m":64}})";
constexpr const char* kTiled =
    R"({"request":1,"experiment":"matmul","variant":"tiled","parameters":{"n":64,"m":64},"seconds":{"repeats":3}})";

TEST(NewestRequest, IsPutTogetherFromItsResults) {
  TraceStore store;
  store.addMessage(
      {MessageKind::Result, R"({"request":9,"experiment":"other","variant":"x","parameters":{"k":1}})", {}});
  store.addMessage({MessageKind::Result, kNaive, {}});
  store.addMessage({MessageKind::Result, kTiled, {}});
  const auto request = newestRequest(*store.snapshot());
  ASSERT_TRUE(request);
  EXPECT_EQ(request->name, "matmul");
  EXPECT_EQ(*request->parameters, (nlohmann::json{{"n", 64}, {"m", 64}}));
  EXPECT_EQ(request->repeat, 3);
  EXPECT_EQ(request->variants, (std::vector<std::string>{"naive", "tiled"}));
}

TEST(NewestRequest, OfAnotherAgentIsAnotherRequest) {
  TraceStore store;
  store.addMessage({MessageKind::Hello, R"({"run":"0a"})", {}});
  store.addMessage({MessageKind::Result, kTiled, {}});
  store.addMessage({MessageKind::Hello, R"({"run":"0b"})", {}});
  store.addMessage({MessageKind::Result, kNaive, {}});
  store.addMessage({MessageKind::Hello, R"({"run":"0b"})", {}});  // the same once more, as after a probe
  store.addMessage({MessageKind::Result, kTiled, {}});
  EXPECT_EQ(newestRequest(*store.snapshot())->variants, (std::vector<std::string>{"naive", "tiled"}));
}

TEST(NewestRequest, IsNothingWithoutAResultThatNamesItsExperiment) {
  TraceStore store;
  EXPECT_FALSE(newestRequest(*store.snapshot()));
  for (const char* text : {"", "[]", "7", R"({"variant":"naive","parameters":{"n":64}})"})
    store.addMessage({MessageKind::Result, text, {}});
  EXPECT_FALSE(newestRequest(*store.snapshot()));
}

}  // namespace
}  // namespace strata
