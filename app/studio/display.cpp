#include "app/studio/display.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace strata::inline studio {
namespace {

constexpr int kExitUnavailable = 3;
constexpr std::array kVariables{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
constexpr const char* kGuard = "STRATA_STUDIO_UNDER_XVFB";

bool isSet(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool onPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string folder;
  for (const char* at = path != nullptr ? path : "";; ++at) {
    if (*at != ':' && *at != '\0') {
      folder += *at;
      continue;
    }
    folder.append("/").append(program);
    if (::access(folder.c_str(), X_OK) == 0) return true;
    if (*at == '\0') return false;
    folder.clear();
  }
}

int fail(const char* what) {
  std::fprintf(stderr, "strata-studio: there is no display, and %s.\n", what);
  return kExitUnavailable;
}

}  // namespace

bool hasDisplay() {
  return std::ranges::any_of(kVariables, isSet);
}

std::string displayAsked() {
  std::string asked;
  for (const char* name : kVariables)
    if (isSet(name)) asked.append(asked.empty() ? "" : ", ").append(name).append("=").append(std::getenv(name));
  return asked;
}

std::string displayRemedy() {
  const bool onlyWayland = isSet("WAYLAND_DISPLAY") && !isSet("DISPLAY") && !isSet("QT_QPA_PLATFORM");
  return onlyWayland ? " For Wayland: apt install qt6-wayland, or xwayland." : "";
}

int runWithoutScreen(char** argv, bool endsByItself) {
  if (!endsByItself) return fail("nobody would see the window; --screenshot OUT.png renders it into a file");
  if (isSet(kGuard)) return fail("xvfb-run did not provide one");
  if (!onPath("xvfb-run") || !onPath("xauth"))
    return fail("xvfb-run is not installed; install it with: apt install xvfb xauth");
  ::setenv(kGuard, "1", 1);
  std::error_code ignored;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  std::vector<std::string> words{"xvfb-run", "-a", "-s", "-screen 0 3840x2160x24", self.empty() ? argv[0] : self};
  for (char** arg = argv + 1; *arg != nullptr; ++arg) words.emplace_back(*arg);
  std::vector<char*> raw;
  raw.reserve(words.size() + 1);
  for (auto& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  ::execvp("xvfb-run", raw.data());
  return fail("xvfb-run could not be started");
}

}  // namespace strata::inline studio
