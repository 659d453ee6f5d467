#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace strata::inline trace {

/// Whose device work is: the process and the interface it is given work through, as Perfetto numbers them.
struct GpuContext {
  std::int64_t pid = 0;
  std::uint32_t api = 0;  ///< perfetto::graphics_context
};

/// As the Hello of an agent says it; none where it does not name its process.
std::optional<GpuContext> gpuContextOf(std::string_view helloJson);

}  // namespace strata::inline trace
