#include "tests/views/sample_devices.h"

#include <tuple>

#include "app/views/view.h"
#include "tests/views/sample_session.h"

namespace strata {

ViewState sampleOfTwoDevices() {
  SampleSession session;
  const auto first = session.stream(1, 1), second = session.stream(2, 2);
  for (const auto& [on, begin, end] : {std::tuple(first, 0, 100), {second, 100, 300}, {first, 300, 400}})
    session.add({.track = on,
                 .name = "gemm",
                 .begin = begin,
                 .end = end,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  ViewState state = session.state();
  completeFor(*findView("device"), state);
  return state;
}

}  // namespace strata
