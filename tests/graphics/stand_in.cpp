#include "tests/graphics/stand_in.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/graphics/gl_functions.h"
#include "app/graphics/headless_gl.h"

namespace strata {
namespace {

[[noreturn]] void becomeAgent(int socket, int printed, std::vector<char*> words) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::dup2(printed, STDOUT_FILENO);
  const int carried = ::dup(socket);  // survives exec
  ::setenv(kFramesVariable, std::to_string(carried).c_str(), 1);
  ::execv(words[0], words.data());
  ::_exit(127);
}

}  // namespace

StandInAgent::StandInAgent(FrameShow& show, const std::vector<std::string>& options) {
  auto ends = FrameSocket::makePair();
  if (!ends.ok()) return;
  int output[2] = {-1, -1};
  if (::pipe2(output, O_CLOEXEC) != 0) return;
  std::vector<std::string> texts{STAND_IN_AGENT};
  texts.insert(texts.end(), options.begin(), options.end());
  std::vector<char*> words;
  for (std::string& text : texts) words.push_back(text.data());
  words.push_back(nullptr);
  m_process = ::fork();
  if (m_process == 0) becomeAgent(ends.value().second.get(), output[1], std::move(words));
  ::close(output[1]);
  m_printed = output[0];
  show.attach(std::move(ends.value().first));
}

StandInAgent::~StandInAgent() {
  kill();
  if (m_printed >= 0) ::close(m_printed);
}

void StandInAgent::kill() {
  if (m_process <= 0) return;
  ::kill(m_process, SIGKILL);
  ::waitpid(m_process, nullptr, 0);
  m_process = -1;
}

int StandInAgent::wait() {
  if (m_process <= 0) return -1;
  char part[4096];
  for (ssize_t got = 0; (got = ::read(m_printed, part, sizeof part)) > 0;)
    m_output.append(part, static_cast<std::size_t>(got));
  int status = 0;
  ::waitpid(m_process, &status, 0);
  m_process = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

FrameShowOptions headless() {
  return {.context = []() -> Result<std::unique_ptr<GlContext>> {
    STRATA_ASSIGN(auto context, HeadlessGl::create());
    return std::unique_ptr<GlContext>(std::move(context));
  }};
}

std::string noGraphicsHere() {
  const auto context = HeadlessGl::create();
  return context.ok() ? std::string() : context.error().message;
}

GraphicsIdentity identityHere() {
  const auto context = HeadlessGl::create();
  if (!context.ok() || !context.value()->makeCurrent()) return {};
  const auto gl = GlFunctions::load(*context.value());
  const GraphicsIdentity identity = gl.ok() ? gl.value().identity() : GraphicsIdentity{};
  context.value()->doneCurrent();
  return identity;
}

std::string noDeviceWayHere() {
  if (const std::string why = noGraphicsHere(); !why.empty()) return why;
  const auto allocator = SharedAllocator::create(identityHere());
  return allocator.ok() ? std::string() : allocator.error().message;
}

bool eventually(const std::function<bool()>& is) {
  for (int i = 0; i < 15000; ++i) {
    if (is()) return true;
    ::usleep(2000);
  }
  return false;
}

std::size_t openDescriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::uint64_t sharedBytes() {
  std::ifstream maps("/proc/self/maps");
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd") == line.npos) continue;
    std::uint64_t begin = 0, end = 0;
    char dash = 0;
    std::istringstream(line) >> std::hex >> begin >> dash >> end;
    bytes += end - begin;
  }
  return bytes;
}

}  // namespace strata
