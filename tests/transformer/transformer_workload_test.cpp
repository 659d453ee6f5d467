#include "layers/workloads/transformer/transformer_workload.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <cstring>
#include <limits>
#include <span>

#include "engine/trace/trace_query.h"
#include "layers/workloads/common/shipped_model.h"
#include "tests/transformer/engine_fixture.h"

namespace strata::test {
namespace {

using Json = nlohmann::json;
using strata::test::eventsWhere;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TransformerRun : public EngineFixture {
 protected:
  Result<void> run(Json more, const std::string& model = "llama-f32.gguf") {
    Json request{{"id", 1},
                 {"run", "transformer"},
                 {"model", tinyModel(model).string()},
                 {"prompt_ids", "1 5 9 2 7 7"},
                 {"tokens", 8}};
    for (const auto& [name, value] : more.items()) request[name] = value;
    return session().run(m_workload, request.dump());
  }
  std::string refusal(const Json& more, const std::string& model = "llama-f32.gguf") {
    const auto done = run(more, model);
    return done.ok() ? "" : done.error().message;
  }
  const RunResult& last() { return session().results().back(); }
  std::vector<int> ids() { return last().details["ids"]; }
  std::vector<Json> tokens() {
    std::vector<Json> all;
    for (const SessionMessage& message : session().posted()) {
      if (message.kind != MessageKind::Token) continue;
      const Json json = Json::parse(message.json);
      for (const Json& token : json["tokens"]) all.push_back(token);
    }
    return all;
  }

  TransformerWorkload m_workload{ownRoutines()};
};

TEST_F(TransformerRun, WritesAsTheEngineFedByHand) {
  ASSERT_TRUE(run({}).ok());
  const auto engine = engineOf(tinyModel("llama-f32.gguf"));
  std::vector<int> expected = greedy(*engine, {1, 5, 9, 2, 7, 7}, 8);
  EXPECT_EQ(ids(), std::vector<int>(expected.begin() + 6, expected.end()));
  EXPECT_EQ(last().status, RunResult::Status::Ok);
  EXPECT_EQ(last().seconds.repeats, 7);  // the last token is not fed back
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 6);
  EXPECT_NEAR(last().figure("generation_tokens_per_s")->value * last().figure("time_per_token_mean")->value, 1e6, 1);
  EXPECT_NEAR(last().figure("time_per_token_median")->value, last().seconds.median * 1e6, 1e-3);
  EXPECT_GT(last().figure("prompt_gflop_per_s")->value, 0);
  EXPECT_GT(last().figure("prompt_intensity")->value, last().figure("generation_intensity")->value)
      << "six tokens share what is read of the weights";
}

TEST_F(TransformerRun, SamplingAnewReadsNoPrompt) {
  ASSERT_TRUE(run({}).ok());
  const std::vector<int> greedyIds = ids();
  ASSERT_TRUE(run({{"temperature", 3}, {"seed", 5}}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 0);
  EXPECT_EQ(last().figure("prompt_intensity"), nullptr);
  EXPECT_NE(ids(), greedyIds);
  ASSERT_TRUE(run({}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 0);
  EXPECT_EQ(ids(), greedyIds);
}

TEST_F(TransformerRun, WhatASpeedOfPrefillHoldsAndWhyThereIsNoneIsSaid) {
  const auto promptNote = [this] { return last().details[kPromptNote].get<std::string>(); };
  ASSERT_TRUE(run({}).ok());
  EXPECT_THAT(promptNote(), HasSubstr("first run"));
  ASSERT_TRUE(run({}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_per_s"), nullptr);
  EXPECT_THAT(promptNote(), HasSubstr("was read by a run before"));
  ASSERT_TRUE(run({{"prompt_ids", "2 2 9 5 5 7"}}).ok());
  EXPECT_NE(last().figure("prompt_tokens_per_s"), nullptr);
  EXPECT_TRUE(last().details[kPromptNote].is_null()) << "these operations have run before";
}

/// 130 tokens are a piece of 128 and one of 2.
TEST_F(TransformerRun, AllPiecesOfALongPromptAreMadeReadyBeforeItIsTimed) {
  const auto read = [this](const char* token) {
    std::string ids = "1";
    for (int i = 1; i < 130; ++i) ids += token;
    EXPECT_TRUE(run({{"prompt_ids", ids}, {"context", 160}, {"tokens", 1}}).ok());
  };
  read(" 5");
  EXPECT_THAT(last().details[kPromptNote].get<std::string>(), HasSubstr("first run"));
  const auto snapshot = session().read();
  std::vector<std::string> names;
  for (const TraceEvent& event : eventsWhere(*snapshot, [](const TraceEvent& e) { return e.storey == Storey::Model; }))
    if (const std::string name(snapshot->name(event.name)); name.find(" tokens") != std::string::npos)
      names.push_back(name);
  EXPECT_THAT(names, ElementsAre("operations for 128 tokens are made ready", "operations for 2 tokens are made ready",
                                 "prompt, 128 tokens", "prompt, 2 tokens"));
  read(" 7");
  EXPECT_TRUE(last().details[kPromptNote].is_null()) << "129 others, by the same operations";
}

TEST_F(TransformerRun, ALongerPromptIsReadFromWhereItParts) {
  ASSERT_TRUE(run({}).ok());
  ASSERT_TRUE(run({{"prompt_ids", "1 5 9 3 3"}}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 2);
  const std::vector<int> resumed = ids();
  TransformerWorkload fresh(ownRoutines());
  const Json request{{"id", 1},
                     {"run", "transformer"},
                     {"model", tinyModel("llama-f32.gguf").string()},
                     {"prompt_ids", "1 5 9 3 3"},
                     {"tokens", 8}};
  ASSERT_TRUE(session().run(fresh, request.dump()).ok());
  EXPECT_EQ(ids(), resumed);
}

TEST_F(TransformerRun, AModelThatWasReplacedOnDiskIsReadAgain) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "replaced.gguf";
  const auto put = [&](const char* model) {
    const auto fresh = std::filesystem::path(file).concat(".new");  // as a careful program replaces a file
    std::filesystem::copy_file(tinyModel(model), fresh, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::rename(fresh, file);
  };
  const auto promptRead = [&] {
    EXPECT_TRUE(run({{"model", file.string()}}).ok());
    return last().figure("prompt_tokens_read")->value;
  };
  put("llama-f32.gguf");
  EXPECT_EQ(promptRead(), 6);
  EXPECT_EQ(promptRead(), 0) << "nothing changed";
  put("llama-q8_0.gguf");
  EXPECT_EQ(promptRead(), 6);
  std::filesystem::remove(file);
}

TEST_F(TransformerRun, TheTraceHasACallPerTokenAndEveryOperationUnderIt) {
  ASSERT_TRUE(run({{"profile", "off"}}).ok());
  const auto snapshot = session().read();
  const auto calls = eventsWhere(*snapshot, [&](const TraceEvent& event) {
    return event.storey == Storey::Model && std::string_view(snapshot->name(event.name)).starts_with("token ");
  });
  ASSERT_EQ(calls.size(), 7u);
  EXPECT_EQ(std::string(snapshot->name(calls[0].name)).substr(0, 9), "token 6 '");
  const std::vector<Json> shown = tokens();
  ASSERT_EQ(shown.size(), 14u);
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(shown[6 + i]["call"], static_cast<std::uint32_t>(calls[i].call)) << "token " << 6 + i;
  EXPECT_FALSE(shown[13].contains("call")) << "the last token is read by nobody";
  const auto prompt = snapshot->call(CallId{shown[0]["call"].get<std::uint32_t>()});
  ASSERT_TRUE(prompt);
  EXPECT_EQ(snapshot->name(snapshot->event(prompt->top).name), "prompt, 6 tokens");
  const auto of = [&](const TraceEvent& call, Storey storey, EventKind kind) {
    return eventsWhere(*snapshot, [&](const TraceEvent& event) {
      return event.call == call.call && event.storey == storey && event.kind == kind;
    });
  };
  for (const TraceEvent& call : calls) {
    // Of two layers 11 each, the embedding, the last norm, the logits; the watched scores; one copy in, three out.
    EXPECT_EQ(of(call, Storey::Framework, EventKind::Slice).size(), 2 * 11 + 3 + 1 + 4u);
    EXPECT_EQ(of(call, Storey::Hardware, EventKind::Kernel).size(), 2 * 11 + 3 + 1u);
    EXPECT_EQ(of(call, Storey::Hardware, EventKind::Copy).size(), 4u);
  }
  const auto ops = of(calls[0], Storey::Framework, EventKind::Slice);
  EXPECT_EQ(std::ranges::count_if(ops, [&](const TraceEvent& op) { return snapshot->number(op, "layer") == 1.0; }), 11);
  EXPECT_EQ(
      std::ranges::count_if(
          ops, [&](const TraceEvent& op) { return snapshot->text(op, "result") == "layers.1.attention_residual"; }),
      1);
}

TEST_F(TransformerRun, AGraphWritesTheSameText) {
  for (const char* sampling : {"0", "3"}) {
    ASSERT_TRUE(run({{"graph", "off"}, {"temperature", std::stod(sampling)}}).ok());
    const std::vector<int> plain = ids();
    EXPECT_EQ(last().figure("graph_size"), nullptr);
    ASSERT_TRUE(run({{"graph", "on"}, {"temperature", std::stod(sampling)}}).ok());
    EXPECT_EQ(ids(), plain);
    EXPECT_EQ(last().figure("graph_size")->value, 2 * 11 + 3 + 1);
  }
}

// The device's choice is the host's, whoever starts the launches.
TEST_F(TransformerRun, AStepAheadWritesTheSameText) {
  for (const char* model : {"llama-f32.gguf", "llama-q8_0.gguf", "gpt2.gguf"}) {
    ASSERT_TRUE(run({{"watch", "off"}}, model).ok());
    const std::vector<int> expected = ids();
    for (const char* graph : {"off", "on"}) {
      ASSERT_TRUE(run({{"watch", "off"}, {"ahead", "on"}, {"graph", graph}}, model).ok());
      EXPECT_EQ(ids(), expected) << model << ", graph " << graph;
      EXPECT_EQ(last().seconds.repeats, 7);
    }
  }
}

TEST_F(TransformerRun, AStepAheadLeavesTheCacheAsItShouldBe) {
  ASSERT_TRUE(run({{"watch", "off"}, {"ahead", "on"}, {"tokens", 5}}).ok());
  std::string prompt = "1 5 9 2 7 7";
  for (const int id : ids()) prompt += " " + std::to_string(id);
  ASSERT_TRUE(run({{"watch", "off"}, {"ahead", "on"}, {"tokens", 5}, {"prompt_ids", prompt}}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 1) << "the last token of the text was read by nobody";
  const std::vector<int> resumed = ids();
  const std::vector<float> logits = m_workload.fetch("logits").value().blob;
  ASSERT_TRUE(run({{"watch", "off"}, {"tokens", 5}, {"context", 15}, {"prompt_ids", prompt}}).ok());
  EXPECT_EQ(last().figure("prompt_tokens_read")->value, 11) << "another context, another cache";
  EXPECT_EQ(ids(), resumed);
  EXPECT_EQ(m_workload.fetch("logits").value().blob, logits) << "of the last step";
}

TEST_F(TransformerRun, AStepAheadTellsTheHostFourBytesAToken) {
  ASSERT_TRUE(run({{"watch", "off"}, {"ahead", "on"}, {"profile", "off"}}).ok());
  const auto snapshot = session().read();
  const auto calls = eventsWhere(*snapshot, [&](const TraceEvent& event) {
    return event.storey == Storey::Model && std::string_view(snapshot->name(event.name)).starts_with("token ");
  });
  ASSERT_EQ(calls.size(), 7u);
  EXPECT_EQ(snapshot->name(calls[1].name), "token 7") << "which one it is only the device knows";
  const std::vector<Json> shown = tokens();
  ASSERT_EQ(shown.size(), 14u);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(shown[6 + i]["call"], static_cast<std::uint32_t>(calls[i].call));
    double out = 0;
    for (const TraceEvent& op : eventsWhere(*snapshot, [&](const TraceEvent& event) {
           return event.call == calls[i].call && snapshot->name(event.name) == "download";
         }))
      out += snapshot->number(op, "bytes").value_or(0);
    EXPECT_EQ(out, 4);
  }
}

TEST_F(TransformerRun, AStepAheadEndsWhereTheContextOrThePatienceEnds) {
  ASSERT_TRUE(run({{"watch", "off"}, {"ahead", "on"}, {"tokens", 100}}).ok());
  EXPECT_EQ(ids().size(), 16 - 6 + 1u);
  EXPECT_EQ(last().message, "the context is full");
  session().onProgress = [&](std::string_view message) {
    if (!message.starts_with("model") && message != "prompt") session().stop().request_stop();
  };
  const auto stopped = run({{"watch", "off"}, {"ahead", "on"}, {"tokens", 9}});
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
  EXPECT_LT(ids().size(), 9u);
}

// Which library there is, and for what, differs from machine to machine.
TEST_F(TransformerRun, WhereALibraryHasNoRoutineStratasOwnRun) {
  ASSERT_TRUE(run({}).ok());
  const std::vector<int> own = ids();
  const auto done = run({{"kernels", "library"}});
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(ids(), own);
}

TEST_F(TransformerRun, ItsResultTellsWhatLaunchingCosts) {
  ASSERT_TRUE(run({}).ok());
  EXPECT_GT(last().figure("launch_time_per_token")->value, 0);
  EXPECT_EQ(last().figure("graph_launch_time_per_token"), nullptr);
  ASSERT_TRUE(run({{"graph", "on"}}).ok());
  EXPECT_GT(last().figure("launch_time_per_token")->value, 0);
  EXPECT_GT(last().figure("graph_launch_time_per_token")->value, 0);
  ASSERT_TRUE(run({}).ok());
  EXPECT_EQ(last().figure("graph_launch_time_per_token"), nullptr) << "the graph is kept and was not asked for";
}

TEST_F(TransformerRun, ReplayedTokensHaveOneLaunchWithAllKernelsUnderIt) {
  ASSERT_TRUE(run({{"graph", "on"}, {"profile", "off"}}).ok());
  const auto snapshot = session().read();
  const auto of = [&](CallId call, Storey storey, EventKind kind) {
    return eventsWhere(*snapshot, [&](const TraceEvent& event) {
      return event.call == call && event.storey == storey && event.kind == kind;
    });
  };
  const auto named = [&](const std::vector<TraceEvent>& events, std::string_view name) {
    return std::ranges::count_if(events, [&](const TraceEvent& e) { return snapshot->name(e.name) == name; });
  };
  const auto calls = eventsWhere(*snapshot, [&](const TraceEvent& event) {
    return event.storey == Storey::Model && std::string_view(snapshot->name(event.name)).starts_with("token ");
  });
  ASSERT_EQ(calls.size(), 7u);
  constexpr int kKernels = 2 * 11 + 3 + 1;
  EXPECT_EQ(named(of(calls[0].call, Storey::Runtime, EventKind::Slice), "strataLaunchKernel"), kKernels);
  for (std::size_t i = 1; i < calls.size(); ++i) {
    const auto runtime = of(calls[i].call, Storey::Runtime, EventKind::Slice);
    EXPECT_EQ(named(runtime, "strataGraphLaunch"), 1);
    EXPECT_EQ(named(runtime, "strataLaunchKernel"), 0);
    const auto ops = of(calls[i].call, Storey::Framework, EventKind::Slice);
    EXPECT_EQ(ops.size(), 1 + 4u) << "the graph, and the copies in and out";
    EXPECT_EQ(named(ops, "graph"), 1);
    const auto kernels = of(calls[i].call, Storey::Hardware, EventKind::Kernel);
    EXPECT_EQ(kernels.size(), static_cast<std::size_t>(kKernels));
    for (const TraceEvent& kernel : kernels) {
      const auto launch = snapshot->launchOf(kernel.correlation);
      ASSERT_TRUE(launch.has_value());
      EXPECT_EQ(snapshot->name(snapshot->event(*launch).name), "strataGraphLaunch");
      EXPECT_EQ(snapshot->event(*launch).call, calls[i].call);
      EXPECT_EQ(snapshot->event(*snapshot->workOf(kernel.correlation)).begin, kernel.begin) << "an arrow of its own";
    }
  }
}

TEST_F(TransformerRun, TokensAreShownWithWhatIsLikelyNext) {
  ASSERT_TRUE(run({{"watch_layer", 1}, {"watch_head", 3}}).ok());
  const std::vector<Json> all = tokens();
  ASSERT_EQ(all.size(), 6 + 8u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]["position"], i);
    EXPECT_EQ(all[i]["prompt"], i < 6);
  }
  EXPECT_EQ(all[5]["next"].size(), 20u);
  EXPECT_EQ(all[6]["id"], all[5]["next"][0]["id"]);  // the likeliest was taken
  EXPECT_EQ(all[6]["norms"].size(), 3u);
  EXPECT_EQ(all[6]["attention"]["weights"].size(), 7u);
  EXPECT_EQ(all[6]["attention"]["layer"], 1);
}

TEST_F(TransformerRun, StopsBetweenTwoTokensAndKeepsWhatItWrote) {
  session().onProgress = [&](std::string_view message) {
    if (!message.starts_with("model") && message != "prompt") session().stop().request_stop();
  };
  const auto done = run({{"tokens", 9}});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
  EXPECT_GE(ids().size(), 1u);
  EXPECT_LT(ids().size(), 9u);
}

TEST_F(TransformerRun, EndsWhereTheContextEnds) {
  ASSERT_TRUE(run({{"tokens", 100}}).ok());
  EXPECT_EQ(ids().size(), 16 - 6 + 1u);  // the last one has no place in the cache, and needs none
  EXPECT_EQ(last().message, "the context is full");
}

TEST_F(TransformerRun, AContextBeyondTheTrainedOneIsNoted) {
  ASSERT_TRUE(run({}).ok());
  EXPECT_EQ(last().message, "as many tokens as requested");
  ASSERT_TRUE(run({{"context", 40}}).ok());
  EXPECT_THAT(last().message, HasSubstr("as many tokens as requested; the model was trained for 16 positions"));
}

TEST_F(TransformerRun, AnyResultCanBeFetched) {
  EXPECT_THAT(m_workload.fetch("logits").error().message, HasSubstr("run transformer first"));
  ASSERT_TRUE(run({}).ok());
  const auto tensor = m_workload.fetch("layers.1.attention_residual");
  ASSERT_TRUE(tensor.ok()) << tensor.error().message;
  EXPECT_EQ(Json::parse(tensor.value().json)["shape"], (Json{1, 8}));
  const std::vector<Json> all = tokens();
  ASSERT_GT(all.size(), 1u);
  EXPECT_EQ(Json::parse(tensor.value().json)["token"], all[all.size() - 2]["position"])
      << "the newest that was read; the one written last was not";
  const auto cache = m_workload.fetch("layers.0.attention.cache");
  EXPECT_EQ(cache.value().kind, MessageKind::Tensor);
  EXPECT_FALSE(Json::parse(cache.value().json).contains("token")) << "it holds all";
  EXPECT_THAT(m_workload.fetch("layers.9.x").error().message, HasSubstr("layers.0.ffn.gate"));
}

TEST_F(TransformerRun, AnyHeadLooksAfterTheRunAsARunThatWatchesItRecords) {
  const auto rowsOf = [&] {
    std::vector<float> rows;
    for (const Json& token : tokens())
      if (token.contains("attention"))
        for (const Json& weight : token["attention"]["weights"]) rows.push_back(weight);
    return rows;
  };
  for (const Json& more : {Json{{"watch", "on"}}, Json{{"watch", "off"}}, Json{{"watch", "off"}, {"ahead", "on"}},
                           Json{{"graph", "on"}}}) {
    ASSERT_TRUE(run(more).ok());
    const std::vector<float> logits = m_workload.fetch("logits").value().blob;
    const auto look = m_workload.fetch(attentionName({1, 3}));
    ASSERT_TRUE(look.ok()) << look.error().message;
    EXPECT_EQ(m_workload.fetch("logits").value().blob, logits) << "the last token is still the last";
    TransformerWorkload other(ownRoutines());
    std::swap(m_workload, other);
    const std::size_t before = rowsOf().size();
    ASSERT_TRUE(run({{"watch_layer", 1}, {"watch_head", 3}}).ok());
    const std::vector<float> recorded = rowsOf();
    EXPECT_EQ(look.value().blob,
              std::vector<float>(recorded.begin() + static_cast<std::ptrdiff_t>(before), recorded.end()))
        << more.dump();
    EXPECT_EQ(Json::parse(look.value().json)["attention"],
              (Json{{"layer", 1}, {"head", 3}, {"first", 6}, {"rows", 7}}));
  }
}

TEST_F(TransformerRun, ATextGoesOnAsItWouldHaveAfterAHeadWasLookedAt) {
  ASSERT_TRUE(run({{"tokens", 4}}).ok());
  ASSERT_TRUE(m_workload.fetch(attentionName({0, 2})).ok());
  ASSERT_TRUE(run({}).ok());
  const std::vector<int> after = ids();
  TransformerWorkload fresh(ownRoutines());
  std::swap(m_workload, fresh);
  ASSERT_TRUE(run({}).ok());
  EXPECT_EQ(ids(), after);
}

TEST_F(TransformerRun, AHeadThatCannotBeLookedAtSaysWhy) {
  ASSERT_TRUE(run({{"tokens", 1}}).ok());
  EXPECT_THAT(m_workload.fetch(attentionName({0, 0})).error().message, HasSubstr("No token was read alone"));
  ASSERT_TRUE(run({}).ok());
  EXPECT_THAT(m_workload.fetch(attentionName({2, 0})).error().message, HasSubstr("no layer 2"));
  EXPECT_THAT(m_workload.fetch(attentionName({0, 4})).error().message, HasSubstr("head 4"));
}

TEST_F(TransformerRun, OperationTimesAreByKindAndByLayer) {
  ASSERT_TRUE(run({}).ok());
  const Json& details = *last().details;
  EXPECT_EQ(details["layers"].size(), 3u);  // two, and what is outside
  const auto sum = [](const Json& list) {
    double seconds = 0;
    for (const Json& each : list) seconds += each["seconds"].get<double>();
    return seconds;
  };
  EXPECT_NEAR(sum(details["operations"]), sum(details["layers"]), 1e-12);
  ASSERT_TRUE(run({{"profile", "off"}}).ok());
  EXPECT_FALSE(last().details->contains("operations"));
}

/// A model of which these values, somewhere in its file, begin with NaN.
std::string spoilt(const std::string& model, std::span<const float> values) {
  std::string bytes = readFile(tinyModel(model));
  const std::string_view found(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  const std::size_t place = bytes.find(found);
  EXPECT_NE(place, std::string::npos);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  if (place != std::string::npos) std::memcpy(bytes.data() + place, &nan, sizeof nan);
  return bytes;
}

TEST_F(TransformerRun, AWeightThatIsNoNumberFailsTheRun) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "spoilt.gguf";
  const auto model = opened(tinyModel("llama-f32.gguf"));
  writeFile(file, spoilt("llama-f32.gguf", valuesOf(*model, "layers.1.ffn.down")));
  ASSERT_TRUE(run({{"model", file.string()}}).ok());
  EXPECT_EQ(last().status, RunResult::Status::Failed);
  EXPECT_THAT(last().message, HasSubstr("The logits of token 5 are not finite (NaN)"));
  EXPECT_THAT(last().message, HasSubstr("first in layer 1"));
  EXPECT_THAT(last().message, HasSubstr("the file has NaN for a weight, first in layers.1.ffn.down, row 0, column 0"));
  EXPECT_EQ(last().figure("generation_tokens_per_s"), nullptr);
  EXPECT_TRUE(ids().empty());
}

TEST_F(TransformerRun, ATokenWhoseLogitsAreNoNumbersEndsTheText) {
  const std::string untied = "llama-untied.gguf";
  ASSERT_TRUE(run({}, untied).ok());
  const auto model = opened(tinyModel(untied));
  const auto dim = static_cast<std::size_t>(model->config().dim);
  const std::vector<float> embedding = valuesOf(*model, "token_embedding");
  const auto row = std::span(embedding).subspan(static_cast<std::size_t>(ids().front()) * dim, dim);
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "spoilt.gguf";
  writeFile(file, spoilt(untied, row));
  ASSERT_TRUE(run({{"model", file.string()}}).ok());
  EXPECT_EQ(last().status, RunResult::Status::Failed);
  EXPECT_THAT(last().message, HasSubstr("first in the embedding"));
  ASSERT_TRUE(run({{"model", file.string()}, {"watch", "off"}, {"ahead", "on"}}).ok());
  EXPECT_EQ(last().status, RunResult::Status::Failed);
  EXPECT_THAT(last().message, HasSubstr("not finite (NaN)"));
}

TEST_F(TransformerRun, WrongWishesAreNamed) {
  EXPECT_THAT(refusal({{"prompt_ids", "1 274"}}), HasSubstr("token 274"));
  EXPECT_THAT(refusal({{"prompt_ids", "1 x"}}), HasSubstr("\"x\" is none"));
  EXPECT_THAT(refusal({{"prompt_ids", "1 5x"}}), HasSubstr("\"5x\" is none"));
  EXPECT_THAT(refusal({{"prompt_ids", "3 9 99999999999"}}), HasSubstr("the number 99999999999, which no token has"));
  EXPECT_THAT(refusal({{"prompt_ids", "  "}}), HasSubstr("only spaces"));
  EXPECT_THAT(refusal({{"watch_layer", 2}}), HasSubstr("no layer 2"));
  EXPECT_THAT(refusal({{"watch_head", 4}}), HasSubstr("head 4"));
  EXPECT_THAT(refusal({{"prompt_ids", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"}}), HasSubstr("17 tokens"));
  EXPECT_THAT(refusal({{"context", 1000}}, "gpt2.gguf"), HasSubstr("positions"));
  EXPECT_FALSE(refusal({}, "no such file").empty());
}

TEST(ModelOfTheHouse, IsNamedOrAskedFor) {
  const auto model = shippedModel(".gguf");
  const auto asked = transformerRequest(TransformerWorkload(ownRoutines()).info(), Request{});
  if (model.empty()) {
    ASSERT_FALSE(asked.ok());
    EXPECT_THAT(asked.error().message, HasSubstr("as model=PATH"));
  } else {
    EXPECT_EQ(asked.value().model, model);
  }
}

}  // namespace
}  // namespace strata::test
