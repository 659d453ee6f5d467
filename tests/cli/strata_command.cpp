#include "tests/cli/strata_command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>

#include "engine/trace/perfetto_reader.h"

extern char** environ;

namespace strata::test {
namespace {

std::string textOf(const std::string& path) {
  const auto bytes = bytesOf(path);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

StrataCommand::StrataCommand(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), STRATA_PROGRAM);
  start(std::move(arguments));
}

StrataCommand::StrataCommand(const std::string& line, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"/bin/bash", "-c", line, STRATA_PROGRAM});
  start(std::move(arguments));
}

void StrataCommand::start(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string out = m_folder.file("out"), err = m_folder.file("err");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  ::posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
  if (::posix_spawn(&m_pid, pointers.front(), &actions, nullptr, pointers.data(), environ) != 0) m_pid = -1;
  ::posix_spawn_file_actions_destroy(&actions);
}

StrataCommand::~StrataCommand() {
  if (m_pid <= 0) return;
  ::kill(m_pid, SIGKILL);
  ::waitpid(m_pid, nullptr, 0);
}

std::string StrataCommand::errorSoFar() const {
  return textOf(m_folder.file("err"));
}

Finished StrataCommand::wait() {
  int status = 0;
  if (m_pid <= 0 || ::waitpid(m_pid, &status, 0) != m_pid) return {};
  m_pid = -1;
  Finished finished;
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  finished.out = textOf(m_folder.file("out"));
  finished.err = textOf(m_folder.file("err"));
  return finished;
}

Finished strata(std::vector<std::string> arguments) {
  return StrataCommand(std::move(arguments)).wait();
}

Finished strataIn(const std::string& line, std::vector<std::string> arguments) {
  return StrataCommand(line, std::move(arguments)).wait();
}

std::set<double> fractionsTold(const std::string& session, std::string_view step) {
  TraceStore store;
  const auto read = readSession(session, store);
  EXPECT_TRUE(read.ok()) << read.error().message;
  std::set<double> fractions;
  for (const SessionMessage& message : store.snapshot()->messages()) {
    if (message.kind != MessageKind::Answer) continue;
    const auto answer = nlohmann::json::parse(message.json);
    if (answer.value("message", "").ends_with(step)) fractions.insert(answer.value("fraction", 0.0));
  }
  return fractions;
}

std::string reportPage(const std::string& session, const std::string& file) {
  const Finished finished = strata({"report", session, "--out", file});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, "") << "the page is the answer";
  return textOf(file);
}

}  // namespace strata::test
