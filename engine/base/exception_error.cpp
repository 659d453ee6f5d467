#include "engine/base/exception_error.h"

#include <new>
#include <system_error>

namespace strata::inline base {

Error exceptionError(const std::string& doing, const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown))
    return {ErrorCode::OutOfMemory, doing + " failed: there is not enough memory. Try a smaller size."};
  const auto* refused = dynamic_cast<const std::system_error*>(&thrown);
  if (refused && refused->code() == std::errc::resource_unavailable_try_again)
    return {ErrorCode::Unavailable,
            doing +
                " failed: the system starts no more threads or processes here. End other programs, or allow more "
                "(ulimit -u, ulimit -v, or the limit of the container)."};
  return {ErrorCode::Internal, doing + " failed: " + thrown.what() + ". This is a bug in Strata."};
}

}  // namespace strata::inline base
