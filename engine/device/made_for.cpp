#include "engine/device/made_for.h"

namespace strata::inline device {

std::string_view madeForKey(MadeFor madeFor) {
  switch (madeFor) {
    case MadeFor::Both: return "both";
    case MadeFor::Gpus: return "gpus";
    case MadeFor::Processors: return "processors";
  }
  return {};
}

}  // namespace strata::inline device
