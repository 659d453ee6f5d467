#include <array>
#include <utility>

#include "engine/protocol/request.h"

namespace strata::inline protocol {

namespace {

constexpr std::array<std::pair<ErrorCode, std::string_view>, 9> kCodes{{
    {ErrorCode::Usage, "usage"},
    {ErrorCode::Unavailable, "unavailable"},
    {ErrorCode::Unsupported, "unsupported"},
    {ErrorCode::CheckFailed, "check_failed"},
    {ErrorCode::AgentDied, "agent_died"},
    {ErrorCode::Io, "io"},
    {ErrorCode::OutOfMemory, "out_of_memory"},
    {ErrorCode::Stopped, "stopped"},
    {ErrorCode::Internal, "internal"},
}};

}  // namespace

std::string_view errorCodeKey(ErrorCode code) {
  for (const auto& [known, key] : kCodes)
    if (known == code) return key;
  return "internal";
}

ErrorCode errorCodeFromKey(std::string_view key) {
  for (const auto& [code, known] : kCodes)
    if (known == key) return code;
  return ErrorCode::Internal;
}

}  // namespace strata::inline protocol
