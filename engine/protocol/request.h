#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/base/result.h"

namespace strata::inline protocol {

/// A kernel that somebody brought: its text, to be run in the place of a step.
struct OwnKernel {
  std::string name;  ///< of the variant: "mine"
  std::string file;  ///< "mine.cu", as messages name it
  std::string text;
  std::string like;  ///< the step whose launch and arguments are its own; empty: the first
  friend bool operator==(const OwnKernel&, const OwnKernel&) = default;
};

/// One line from the viewer. Keys beside these are parameters: {"id":1,"run":"matmul","n":256,"variants":["naive"]}
struct Request {
  enum class Verb {
    Run,     ///< "run": name of a workload
    Stop,    ///< "stop": id of the request to stop, or 0 for all
    Attach,  ///< "attach": true; from now on end of input means stop
    Probe,   ///< "probe": true; hello and storeys are sent again
    Fetch,   ///< "fetch": name of a tensor of the last run, answered with a Tensor message
  };
  std::uint64_t id = 0;
  Verb verb = Verb::Run;
  std::string name;                   ///< workload or tensor
  std::uint64_t target = 0;           ///< of Stop
  std::string tag;                    ///< a newer request of the same tag replaces one not yet started
  std::vector<std::string> variants;  ///< empty: all
  std::vector<OwnKernel> kernels;     ///< variants beside the experiment's
  int repeat = 0;                     ///< 0: the workload's choice
  KeptJson parameters = KeptJson::object();
};

/// Errors are of code Usage and say what a right request looks like. Only an Attach may come without an id.
Result<Request> parseRequest(std::string_view line);
std::uint64_t requestId(std::string_view line);  ///< of a request that may be wrong otherwise; 0 if there is none
std::string toLine(const Request& request);      ///< without the newline

/// What the agent says to a request: Accepted or Error first, and one of Done, Stopped, Error last. A request replaced
/// before it started hears Accepted, Replaced, Stopped. A line that is no request is answered by an Error with id 0.
struct Answer {
  enum class Status { Accepted, Replaced, Progress, Done, Stopped, Error };
  std::uint64_t id = 0;
  Status status = Status::Accepted;
  Error error;          ///< of Error
  std::string message;  ///< of Progress: what runs now
  double fraction = 0;  ///< of Progress: 0 … 1
};

nlohmann::json toJson(const Answer& answer);
Result<Answer> answerFromJson(const nlohmann::json& json);

std::string_view errorCodeKey(ErrorCode code);
ErrorCode errorCodeFromKey(std::string_view key);  ///< Internal for unknown

}  // namespace strata::inline protocol
