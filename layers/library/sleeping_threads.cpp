#include "layers/library/sleeping_threads.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace strata::inline library {
namespace {

constexpr const char* kPolicy = "OMP_WAIT_POLICY";

}  // namespace

void letThreadsSleep() {
  setenv(kPolicy, "passive", 0);
}

void startWithSleepingThreads(char** argv) {
  if (std::getenv(kPolicy) != nullptr || dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD) == nullptr) return;
  letThreadsSleep();
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  execv(program.c_str(), argv);  // where that fails, threads wait awake
}

}  // namespace strata::inline library
