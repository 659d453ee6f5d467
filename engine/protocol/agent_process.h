#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/child_process.h"

namespace strata::inline protocol {

/// Runs an agent as a child and carries its bytes. Any launcher reaches another machine: the command goes to /bin/sh.
/// The child and all it starts are a session of their own: they end together, and Ctrl-C in our terminal is not theirs.
/// Methods are for any thread and do not block; only the destructor waits, at most about three seconds, and must not
/// run in a handler.
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

  /// Starts the command. Handlers are called from one thread of the process object.
  /// A command the shell does not find starts, and exits with status 127 and the shell's words.
  /// `inherited` reaches what the command starts on this machine.
  static Result<std::unique_ptr<AgentProcess>> start(const std::string& command, Handlers handlers,
                                                     Inherited inherited = {});
  ~AgentProcess();  ///< closes its input, waits a moment, then terminates and kills it

  /// Queues one request; the newline is added. Error Io if the input is closed or the agent does not read it,
  /// AgentDied if it has ended.
  Result<void> send(std::string_view line);
  void closeInput();  ///< once what was sent is written
  void kill();        ///< SIGKILL, to all it started
  int pid() const;
  bool running() const;

 private:
  struct Impl;
  explicit AgentProcess(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline protocol
