#include "app/cli/stop_signal.h"

#include <thread>
#include <utility>

namespace strata::inline cli {

bool StopSignal::await(std::function<void()> work) {
  const auto ends = m_signals.ends();
  if (!ends) {
    work();
    return true;
  }
  std::thread thread([ends, work = std::move(work)] {
    work();
    ends->tellEnded();
  });
  const bool ended = ends->next() == SignalPipe::News::Ended;
  if (ended)
    thread.join();
  else
    thread.detach();
  return ended;
}

}  // namespace strata::inline cli
