#include "engine/protocol/compile_once.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "engine/protocol/guarded.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {
namespace {

/// The kernel that such a line brings; none where there is no line.
Result<std::optional<OwnKernel>> ownKernelFrom(std::string_view line) {
  if (line.empty()) return std::optional<OwnKernel>();
  STRATA_ASSIGN(Request request, parseRequest(line));
  if (!request.kernels.empty()) return std::optional(std::move(request.kernels.front()));
  return Error{ErrorCode::Usage, "--own takes a request with a kernel in \"own_kernels\", on standard input.",
               Storey::Compiler};
}

Result<std::string> targetOf(const AgentParts& parts, const CompileOrder& order) {
  if (!order.target.empty()) return order.target;
  const auto device = guarded("Opening the device", [&] { return parts.openDevice(order.deviceIndex); });
  if (device.ok()) return device.value()->info().architecture;
  return Error{
      ErrorCode::Usage,
      fmt::format("Without --target, {} compiles for its device, and that cannot be opened. Give --target: {}. "
                  "Of the device: {}",
                  parts.name, parts.targets, device.error().message),
      Storey::Compiler};
}

Result<nlohmann::json> compiled(const AgentParts& parts, const CompileOrder& order, std::string_view line) {
  const std::size_t slash = order.step.find('/');
  if (slash == std::string::npos)
    return Error{ErrorCode::Usage, "--compile takes an experiment and a variant, as in matmul/tiled.",
                 Storey::Compiler};
  if (!parts.compile) return Error{ErrorCode::Unsupported, parts.name + " compiles nothing.", Storey::Compiler};
  STRATA_ASSIGN(const std::optional<OwnKernel> own, ownKernelFrom(line));
  STRATA_ASSIGN(const std::string target, targetOf(parts, order));
  return guarded("Compiling " + order.step, [&] {
    return parts.compile(order.step.substr(0, slash), order.step.substr(slash + 1), target, own ? &*own : nullptr);
  });
}

}  // namespace

std::string compileOnce(const AgentParts& parts, const CompileOrder& order, std::string_view own) {
  Result<nlohmann::json> result = compiled(parts, order, own);
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

std::string ownKernelLine(const OwnKernel& kernel) {
  Request request;
  request.id = 1;
  request.name = "compile";
  request.kernels = {kernel};
  return toLine(request);
}

}  // namespace strata::inline protocol
