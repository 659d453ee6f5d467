#include "layers/compiler/contained_compiler.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/read_file.h"
#include "engine/base/temporary_folder.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/request.h"

namespace strata::inline compiler {
namespace {

constexpr const char* kOrder = "--compile-text";
// In the folder that both processes share.
constexpr const char *kUnit = "unit.cu", *kAsked = "asked.json", *kAnswer = "answer.json", *kObject = "object";

nlohmann::json jsonIn(const std::string& path) {
  return nlohmann::json::parse(readIfThere(path), nullptr, /*allow_exceptions=*/false);
}

std::vector<std::string> textsIn(const nlohmann::json& json, const char* key) {
  std::vector<std::string> texts;
  const nlohmann::json* list = field(json, key);
  for (const nlohmann::json& text : list ? *list : nlohmann::json::array())
    if (text.is_string()) texts.push_back(text.get<std::string>());
  return texts;
}

nlohmann::json answerOf(const Result<RunTimeCompiler::Made>& made) {
  if (!made.ok()) {
    Answer answer;
    answer.status = Answer::Status::Error;
    answer.error = made.error();
    return {{"refused", toJson(answer)}};
  }
  nlohmann::json stages = nlohmann::json::array();
  for (const BuildStage& stage : made.value().stages)
    stages.push_back({{"name", stage.name}, {"ns", stage.duration.ns}});
  return {{"provider", made.value().provider}, {"symbols", made.value().code.symbols}, {"stages", std::move(stages)}};
}

Result<RunTimeCompiler::Made> madeFrom(const nlohmann::json& answer, std::string object) {
  if (const nlohmann::json* refused = field(answer, "refused")) {
    STRATA_ASSIGN(const Answer said, answerFromJson(*refused));
    return said.error;
  }
  RunTimeCompiler::Made made;
  made.code = {std::move(object), textsIn(answer, "symbols")};
  const nlohmann::json* stages = field(answer, "stages");
  for (const nlohmann::json& stage : stages ? *stages : nlohmann::json::array())
    made.stages.push_back({textField(stage, "name"), {integerField<std::int64_t>(stage, "ns")}});
  made.provider = textField(answer, "provider");
  return made;
}

Result<RunTimeCompiler::Made> compiled(const std::string& folder, RunTimeDialect (*dialect)()) {
  const nlohmann::json asked = jsonIn(folder + kAsked);
  STRATA_ASSIGN(const auto compiler, RunTimeCompiler::load(dialect()));
  return compiler->make(readIfThere(folder + kUnit), textsIn(asked, "kernels"), textField(asked, "target"));
}

Error containedError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Compiler};
}

}  // namespace

Result<RunTimeCompiler::Made> ContainedCompiler::make(const std::string& unit, std::span<const std::string> kernels,
                                                      const std::string& target, const std::stop_token& stop) const {
  using End = ContainedRun::End;
  const TemporaryFolder folder;
  const nlohmann::json asked{{"kernels", std::vector<std::string>(kernels.begin(), kernels.end())}, {"target", target}};
  if (!folder.write(kUnit, unit) || !folder.write(kAsked, asked.dump())) return folder.refusal(Storey::Compiler);
  const ContainedRun run = runContained({{m_program, kOrder, folder.path("")}, folder.path(), m_limits}, stop);
  if (run.end == End::Stopped) return containedError(ErrorCode::Stopped, "Stopped while the text was compiled");
  if (run.end == End::Never)
    return containedError(ErrorCode::Io, "The compiler could not be started; end other programs and try again.");
  if (run.end == End::TooLong) return containedError(ErrorCode::Usage, tookTooLong(m_limits));
  const nlohmann::json answer = jsonIn(folder.path(kAnswer));
  if (run.end == End::Badly || !answer.is_object())
    return containedError(ErrorCode::Usage, wantsMemory(run.words)
                                                ? neededTooMuch(m_limits)
                                                : fmt::format("{} crashed. {}", m_dialect.name, run.words));
  auto made = madeFrom(answer, readIfThere(folder.path(kObject)));
  if (made.ok()) made.value().notContained = run.notContained;
  if (!made.ok() && wantsMemory(made.error().message)) return containedError(ErrorCode::Usage, neededTooMuch(m_limits));
  return made;
}

Result<RunTimeCompiler::Code> ContainedCompiler::code(const std::string& unit, std::span<const std::string> kernels,
                                                      const std::string& target, TraceRecorder& recorder,
                                                      const std::stop_token& stop) const {
  return recordedCode(m_dialect, kernels, target, recorder, [&] { return make(unit, kernels, target, stop); });
}

std::optional<int> compiledAsTold(int argc, const char* const* argv, RunTimeDialect (*dialect)()) {
  if (argc != 3 || std::string_view(argv[1]) != kOrder) return std::nullopt;
  const std::string folder = argv[2];
  const auto made = compiled(folder, dialect);
  std::ofstream object(folder + kObject, std::ios::binary), answer(folder + kAnswer);
  if (made.ok()) object << made.value().code.object;
  answer << answerOf(made).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  object.flush(), answer.flush();
  return object && answer ? 0 : 1;
}

}  // namespace strata::inline compiler
