#pragma once

#include <vector>

#include "app/facts/device_use.h"
#include "app/views/row_list.h"

namespace strata::inline views {

/// A row of the list of operations: one of them, or one of its kernels where they are unfolded.
struct DeviceOpRow {
  std::size_t op = 0;
  std::optional<std::size_t> kernel = {};
};

struct DeviceLayout {
  Rect header, gapHead, opHead;
  RowList gaps, ops;
  std::vector<DeviceOpRow> opRows;
};

/// `state.sight.device` is there.
DeviceLayout layOutDevice(Rect area, const ViewState& state);

}  // namespace strata::inline views
