#include "engine/protocol/process_waits.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace strata::inline protocol {
namespace {

namespace fs = std::filesystem;

constexpr int kMostGenerations = 8;  ///< of processes

/// The state stands behind the name, which may hold anything.
std::optional<char> stateIn(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const std::size_t end = line.rfind(')');
  return end != std::string::npos && end + 2 < line.size() ? std::optional(line[end + 2]) : std::nullopt;
}

std::optional<ThreadLook> lookAt(const fs::path& thread) {
  ThreadLook look;
  const auto state = stateIn(thread / "stat");
  std::ifstream times(thread / "schedstat");
  if (!state || !(times >> look.ran.ns >> look.waitedToRun.ns)) return std::nullopt;
  look.state = *state;
  return look;
}

std::optional<pid_t> numberOf(const fs::path& folder) {
  const std::string name = folder.filename().string();
  pid_t number = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

}  // namespace

void ProcessWaits::look(pid_t process, Looks& looks, int depth) const {
  std::error_code none;
  std::vector<pid_t> children;
  const fs::path tasks = fs::path(m_root + "/proc") / std::to_string(process) / "task";
  for (fs::directory_iterator at(tasks, none), end; !none && at != end; at.increment(none)) {
    const auto number = numberOf(at->path());
    if (!number || *number == ::gettid()) continue;
    if (const auto one = lookAt(at->path())) looks.emplace(*number, *one);
    std::ifstream list(at->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  if (depth == kMostGenerations) return;
  for (const pid_t child : children) look(child, looks, depth + 1);
}

Duration ProcessWaits::heldUp(Duration between) {
  const HostTime now = hostNow();
  Looks looks;
  look(m_process, looks, 0);
  const bool known = m_lastLook.ns != 0 && now - m_lastLook < between + between;
  m_lastLook = now;
  const Looks last = std::exchange(m_last, std::move(looks));
  if (!known) return {0};
  HeldUp held;
  for (const auto& [thread, look] : m_last)
    if (const auto before = last.find(thread); before != last.end()) held.add(before->second, look, between);
  return held.time(between);
}

}  // namespace strata::inline protocol
