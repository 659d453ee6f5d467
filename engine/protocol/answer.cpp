#include <algorithm>
#include <array>
#include <utility>

#include "engine/protocol/json_fields.h"
#include "engine/protocol/request.h"

namespace strata::inline protocol {

namespace {

using Status = Answer::Status;

constexpr std::array<std::pair<Status, std::string_view>, 6> kStatuses{{
    {Status::Accepted, "accepted"},
    {Status::Replaced, "replaced"},
    {Status::Progress, "progress"},
    {Status::Done, "done"},
    {Status::Stopped, "stopped"},
    {Status::Error, "error"},
}};

std::string_view statusKey(Status status) {
  for (const auto& [known, key] : kStatuses)
    if (known == status) return key;
  return "error";
}

void addError(nlohmann::json& json, const Error& error) {
  json["code"] = errorCodeKey(error.code);
  json["message"] = error.message;
  if (error.storey != Storey::Other) json["storey"] = storeyInfo(error.storey).key;
}

Error errorFromJson(const nlohmann::json& json) {
  return {errorCodeFromKey(textField(json, "code")), textField(json, "message"),
          storeyFromKey(textField(json, "storey")).value_or(Storey::Other)};
}

}  // namespace

nlohmann::json toJson(const Answer& answer) {
  nlohmann::json json = {{"id", answer.id}, {"status", statusKey(answer.status)}};
  if (answer.status == Status::Error) {
    addError(json, answer.error);
    return json;
  }
  if (!answer.message.empty()) json["message"] = answer.message;
  if (answer.status == Status::Progress) json["fraction"] = numberOrNull(answer.fraction);
  return json;
}

Result<Answer> answerFromJson(const nlohmann::json& json) {
  const std::string key = textField(json, "status");
  const auto known =
      std::find_if(kStatuses.begin(), kStatuses.end(), [&](const auto& status) { return status.second == key; });
  if (known == kStatuses.end())
    return Error{ErrorCode::Io, "The agent sent an answer whose status this version does not know; it was skipped."};
  Answer answer;
  answer.id = integerField<std::uint64_t>(json, "id");
  answer.status = known->first;
  if (answer.status == Status::Error)
    answer.error = errorFromJson(json);
  else
    answer.message = textField(json, "message");
  answer.fraction = std::clamp(numberField(json, "fraction").value_or(0), 0.0, 1.0);
  return answer;
}

}  // namespace strata::inline protocol
