#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/time.h"

namespace strata {

/// Runs an agent as a child and carries its bytes. Any launcher reaches another machine: the command goes to /bin/sh.
class AgentProcess {
 public:
  struct Exit {
    bool signaled = false;
    int code = 0;           ///< exit status or signal number
    std::string lastWords;  ///< the end of its standard error, at most 4 KiB
  };
  struct Handlers {
    std::function<void(std::span<const std::byte>)> output;  ///< bytes of its standard output
    std::function<void(const Exit&)> exited;                 ///< last of all, once
  };

  /// Starts the command. Handlers are called from a thread of the process object.
  static Result<std::unique_ptr<AgentProcess>> start(const std::string& command, Handlers handlers);
  ~AgentProcess();  ///< closes its input, waits a moment, then terminates and kills it

  Result<void> send(std::string_view line);  ///< one request; the newline is added
  void closeInput();
  void kill();  ///< SIGKILL
  int pid() const;
  bool running() const;

 private:
  struct Impl;
  explicit AgentProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata
