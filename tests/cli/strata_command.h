#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/session/recorded_stream.h"

namespace strata::test {

/// What a finished command left.
struct Finished {
  int code = -1;  ///< exit status, or 128 + the signal that ended it
  std::string out, err;
  nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// The built `strata` as a user starts it, from a shell.
class StrataCommand {
 public:
  explicit StrataCommand(std::vector<std::string> arguments);
  /// In a line of bash, where "$0" "$@" stands for it and its arguments.
  StrataCommand(const std::string& line, std::vector<std::string> arguments);
  ~StrataCommand();
  StrataCommand(const StrataCommand&) = delete;
  StrataCommand& operator=(const StrataCommand&) = delete;
  pid_t pid() const { return m_pid; }
  std::string errorSoFar() const;
  Finished wait();

 private:
  void start(std::vector<std::string> words);

  TemporaryFolder m_folder;
  pid_t m_pid = -1;
};

Finished strata(std::vector<std::string> arguments);
/// The page that `strata report` writes of a session, into this file.
std::string reportPage(const std::string& session, const std::string& file);
Finished strataIn(const std::string& line, std::vector<std::string> arguments);
/// How far a saved run said it was while it was at a step, each once: more than one where it gave signs of life.
std::set<double> fractionsTold(const std::string& session, std::string_view step);

}  // namespace strata::test
