#include "engine/protocol/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Verb = Request::Verb;

Request parsed(std::string_view line) {
  auto request = parseRequest(line);
  EXPECT_TRUE(request.ok()) << line << ": " << (request.ok() ? "" : request.error().message);
  return request.ok() ? request.value() : Request{};
}

std::string complaint(std::string_view line) {
  const auto request = parseRequest(line);
  if (request.ok()) return "none";
  EXPECT_EQ(request.error().code, ErrorCode::Usage);
  return request.error().message;
}

TEST(Request, ReadsARun) {
  const Request request = parsed(R"({"id":1,"run":"matmul","n":256})");
  EXPECT_EQ(request.id, 1u);
  EXPECT_EQ(request.verb, Verb::Run);
  EXPECT_EQ(request.name, "matmul");
  EXPECT_EQ(request.repeat, 0);
  EXPECT_TRUE(request.variants.empty());
  EXPECT_EQ(*request.parameters, nlohmann::json({{"n", 256}}));
}

TEST(Request, ReadsARunWithEverything) {
  const Request request = parsed(R"({"id":1,"run":"matmul","variants":["naive"],"repeat":3,"tag":"form","seed":1})");
  EXPECT_THAT(request.variants, ElementsAre("naive"));
  EXPECT_EQ(request.repeat, 3);
  EXPECT_EQ(request.tag, "form");
  EXPECT_EQ(*request.parameters, nlohmann::json({{"seed", 1}})) << "only what is not a word of the protocol";
}

TEST(Request, ReadsTheOtherVerbs) {
  EXPECT_EQ(parsed(R"({"id":2,"stop":1})").target, 1u);
  EXPECT_EQ(parsed(R"({"id":2,"stop":0})").verb, Verb::Stop);
  EXPECT_EQ(parsed(R"({"id":2,"probe":true})").verb, Verb::Probe);
  EXPECT_EQ(parsed(R"({"id":2,"fetch":"C"})").name, "C");
  EXPECT_EQ(parsed(R"({"id":2,"attach":true})").id, 2u);
  EXPECT_EQ(parsed(R"({"attach":true})").verb, Verb::Attach) << "the one request that may come without an id";
}

TEST(Request, WritesWhatItReads) {
  for (const char* line :
       {R"({"id":7,"m":3,"n":256,"repeat":3,"run":"matmul","tag":"form","variants":["naive","tiled"]})",
        R"({"id":18446744073709551615,"stop":3})", R"({"fetch":"C","id":1})", R"({"attach":true})",
        R"({"id":1,"probe":true})"})
    EXPECT_EQ(toLine(parsed(line)), line);
}

TEST(Request, ALineHoldsNoLineEndAndOnlyValidText) {
  Request request = parsed(R"({"id":1,"run":"x"})");
  request.name = "two\nlines \xff";
  const std::string line = toLine(request);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_TRUE(parseRequest(line).ok());
}

TEST(Request, SaysWhatIsWrong) {
  EXPECT_THAT(complaint("hello"), HasSubstr("not valid JSON"));
  EXPECT_THAT(complaint(""), HasSubstr("not valid JSON"));
  EXPECT_THAT(complaint(R"({"id":1,"run":"matmul")"), HasSubstr("not valid JSON"));
  EXPECT_THAT(complaint("{\"id\":1,\"run\":\"\xff\"}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(complaint("[1,2]"), HasSubstr("not an object"));
  EXPECT_THAT(complaint(R"({"run":"matmul"})"), HasSubstr("no \"id\""));
  EXPECT_THAT(complaint(R"({"id":0,"run":"matmul"})"), HasSubstr("whole number from 1"));
  EXPECT_THAT(complaint(R"({"id":-4,"run":"matmul"})"), HasSubstr("whole number from 1"));
  EXPECT_THAT(complaint(R"({"id":"1","run":"matmul"})"), HasSubstr("whole number from 1"));
  EXPECT_THAT(complaint(R"({"id":1.5,"run":"matmul"})"), HasSubstr("whole number from 1"));
  EXPECT_THAT(complaint(R"({"id":1})"), HasSubstr("run, fetch, stop, attach or probe"));
  EXPECT_THAT(complaint(R"({"id":1,"run":"matmul","stop":0})"), HasSubstr("not two"));
  EXPECT_THAT(complaint(R"({"id":1,"run":5})"), HasSubstr("\"run\" must be a name"));
  EXPECT_THAT(complaint(R"({"id":1,"run":""})"), HasSubstr("\"run\" must be a name"));
  EXPECT_THAT(complaint(R"({"id":1,"stop":"all"})"), HasSubstr("\"stop\""));
  EXPECT_THAT(complaint(R"({"id":1,"probe":false})"), HasSubstr("\"probe\" must be true"));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","repeat":"3"})"), HasSubstr("\"repeat\""));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","repeat":2.5})"), HasSubstr("\"repeat\""));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","repeat":-1})"), HasSubstr("\"repeat\""));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","repeat":99999999999})"), HasSubstr("\"repeat\""));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","variants":"naive"})"), HasSubstr("list of names"));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","variants":[1]})"), HasSubstr("list of names"));
  EXPECT_THAT(complaint(R"({"id":1,"run":"x","tag":1})"), HasSubstr("\"tag\""));
}

TEST(Request, RefusesDeepNestingWithoutFollowingIt) {
  const std::string deep(500'000, '[');
  EXPECT_THAT(complaint("{\"id\":1,\"run\":\"x\",\"n\":" + deep), HasSubstr("deep"));
  EXPECT_THAT(complaint("{\"id\":1,\"run\":\"x\",\"n\":" + deep + std::string(deep.size(), ']') + "}"),
              HasSubstr("deep"));
  EXPECT_TRUE(parseRequest(R"({"id":1,"run":"x","n":[[[1]]]})").ok());
}

TEST(Request, FindsTheIdOfAWrongRequest) {
  EXPECT_EQ(requestId(R"({"id":9,"run":5})"), 9u);
  EXPECT_EQ(requestId(R"({"id":"9"})"), 0u);
  EXPECT_EQ(requestId("rubbish"), 0u);
}

Answer throughJson(const Answer& answer) {
  const auto read = answerFromJson(nlohmann::json::parse(toJson(answer).dump()));
  EXPECT_TRUE(read.ok());
  return read.ok() ? read.value() : Answer{};
}

TEST(Answer, AnErrorKeepsItsCodeAndStorey) {
  Answer answer;
  answer.id = 5;
  answer.status = Answer::Status::Error;
  answer.error = {ErrorCode::OutOfMemory, "The device has no room for 3 matrices.", Storey::Runtime};
  const Answer read = throughJson(answer);
  EXPECT_EQ(read.id, 5u);
  EXPECT_EQ(read.status, Answer::Status::Error);
  EXPECT_EQ(read.error.code, ErrorCode::OutOfMemory);
  EXPECT_EQ(read.error.message, answer.error.message);
  EXPECT_EQ(read.error.storey, Storey::Runtime);
}

TEST(Answer, ProgressKeepsItsTextAndFraction) {
  Answer answer;
  answer.status = Answer::Status::Progress;
  answer.message = "naive, 2 of 3";
  answer.fraction = 0.25;
  EXPECT_EQ(throughJson(answer).message, "naive, 2 of 3");
  EXPECT_EQ(throughJson(answer).fraction, 0.25);
}

TEST(Answer, EveryStatusAndCodeHasAWordOfItsOwn) {
  using enum Answer::Status;
  for (const auto status : {Accepted, Replaced, Progress, Done, Stopped, Error}) {
    Answer answer;
    answer.status = status;
    EXPECT_EQ(throughJson(answer).status, status);
  }
  for (const auto code :
       {ErrorCode::Usage, ErrorCode::Unavailable, ErrorCode::Unsupported, ErrorCode::CheckFailed, ErrorCode::AgentDied,
        ErrorCode::Io, ErrorCode::OutOfMemory, ErrorCode::Stopped, ErrorCode::Internal})
    EXPECT_EQ(errorCodeFromKey(errorCodeKey(code)), code);
  EXPECT_EQ(errorCodeFromKey("of a newer version"), ErrorCode::Internal);
}

TEST(Answer, ForeignJsonNeverThrows) {
  for (const char* text : {"null", "[]", "3", "{}", R"({"status":7})", R"({"status":"dancing","id":1})"})
    EXPECT_FALSE(answerFromJson(nlohmann::json::parse(text)).ok()) << text;
  const auto odd = answerFromJson(nlohmann::json::parse(R"({"id":-1,"status":"progress","message":4,"fraction":9e9})"));
  ASSERT_TRUE(odd.ok());
  EXPECT_EQ(odd.value().id, 0u);
  EXPECT_EQ(odd.value().fraction, 1);
}

}  // namespace
}  // namespace strata
