#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/interchange/foreign_trace.h"

namespace strata::inline interchange {

/// Streams of the devices in another tool's database as threads of a trace, which no thread of a process is. CUDA and
/// HIP number them in each context: of one number a device has as many as contexts, of all processes, have one.
class DeviceStreams {
 public:
  /// Whose a stream is; 0 where the tables do not say it.
  struct Owner {
    std::int64_t process = 0, context = 0;
    friend bool operator==(const Owner&, const Owner&) = default;
  };

  /// The thread of a device's stream; `stream` is 0xFFFFFFFF for all of them together.
  std::int64_t threadOf(std::int64_t device, std::int64_t stream, Owner owner);
  /// A device and whose one of its streams is.
  struct Place {
    std::int64_t device = 0;
    Owner owner;
  };
  /// Of the streams that were asked for, those of that number and process.
  std::vector<Place> placesOf(std::int64_t process, std::int64_t stream) const;
  /// Names all of them, once the work is read: with process and context where streams of one number differ in them.
  /// What stands for all streams of one of several devices is named with it, as no work is there whose track would be.
  void name(ForeignTrace& trace, const std::map<std::int64_t, std::string>& processes) const;

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Owner>> m_owners;  ///< by device and number
};

}  // namespace strata::inline interchange
