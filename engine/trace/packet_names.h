#pragma once

#include <span>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/trace/trace_args.h"

namespace strata::inline trace {

/// Where a PerfettoPacketWriter finds the texts of the ids that events carry.
class PacketNames {
 public:
  virtual ~PacketNames() = default;
  /// An id for a text that the writer itself needs.
  virtual NameId intern(std::string_view text) = 0;
  /// Lives as long as the names.
  virtual std::string_view text(NameId id) = 0;
  /// Likewise; whose events bring all arguments themselves has no lists.
  virtual std::span<const Arg> args(ArgsId) { return {}; }
};

}  // namespace strata::inline trace
