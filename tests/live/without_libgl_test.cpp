#include <dlfcn.h>
#include <gmock/gmock.h>

#include <string_view>

#include "app/live/imgui_host.h"

// Of this program: a machine without libGL.so.1, whatever the one it runs on has.
extern "C" void* dlopen(const char* name, int mode) noexcept {
  if (name && std::string_view(name).starts_with("libGL.so")) return nullptr;
  static const auto open = reinterpret_cast<decltype(&dlopen)>(::dlsym(RTLD_NEXT, "dlopen"));
  return open(name, mode);
}

namespace strata {
namespace {

TEST(ImGuiHost, SaysWhatToInstallWhereThereIsNoLibGl) {
  for (int i = 0; i < 2; ++i) {
    const auto host = ImGuiHost::create();
    ASSERT_FALSE(host.ok());
    EXPECT_EQ(host.error().code, ErrorCode::Unavailable);
    EXPECT_THAT(host.error().message, testing::HasSubstr("libgl1"));
  }
}

}  // namespace
}  // namespace strata
