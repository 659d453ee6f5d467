#include "engine/protocol/compile_once.h"

#include <utility>

#include "engine/protocol/guarded.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {
namespace {

Result<nlohmann::json> compiled(const AgentParts& parts, const CompileOrder& order) {
  const std::size_t slash = order.step.find('/');
  if (slash == std::string::npos)
    return Error{ErrorCode::Usage, "--compile takes an experiment and a variant, as in matmul/tiled.",
                 Storey::Compiler};
  if (!parts.compile) return Error{ErrorCode::Unsupported, parts.name + " compiles nothing.", Storey::Compiler};
  return guarded("Compiling " + order.step, [&] {
    return parts.compile(order.step.substr(0, slash), order.step.substr(slash + 1), order.target);
  });
}

}  // namespace

std::string compileOnce(const AgentParts& parts, const CompileOrder& order) {
  Result<nlohmann::json> result = compiled(parts, order);
  if (result.ok()) return jsonLine(result.value());
  Answer answer;
  answer.status = Answer::Status::Error;
  answer.error = result.error();
  return jsonLine(toJson(answer));
}

Result<nlohmann::json> compiledFrom(std::string_view line) {
  nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_object() && json.contains("status")) {
    STRATA_ASSIGN(const Answer answer, answerFromJson(json));
    return answer.error;
  }
  if (const nlohmann::json* kernels = field(json, "kernels"); kernels && kernels->is_array()) return json;
  return Error{ErrorCode::AgentDied, "The agent gave no readable answer.", Storey::Compiler};
}

}  // namespace strata::inline protocol
