#pragma once

#include <cstdint>

namespace strata::inline base {

/// Index of a name in a run's string table; 0 is the empty name.
enum class NameId : std::uint32_t { None = 0 };

/// One framework op and everything done for it on every storey below; counted from 1 within a session, 0 is none.
enum class CallId : std::uint32_t { None = 0 };

/// Links an API call to the device work it started (launch to kernel); counted from 1 within a session, 0 is none.
enum class CorrelationId : std::uint32_t { None = 0 };

}  // namespace strata::inline base
