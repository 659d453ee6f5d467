#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "layers/runtime/cupti_types.h"

namespace strata::cupti {

/// The functions of CUPTI this build calls, found in the library at run time: without it everything else still works.
struct Api {
// clang-format off
#define STRATA_CUPTI_FUNCTIONS(X) \
  X(GetVersion)                   \
  X(GetResultString)              \
  X(GetTimestamp)                 \
  X(GetCallbackName)              \
  X(Subscribe)                    \
  X(Unsubscribe)                  \
  X(ActivityRegisterCallbacks)    \
  X(ActivityEnable)               \
  X(ActivityDisable)              \
  X(ActivityFlushAll)             \
  X(ActivityGetNextRecord)        \
  X(ActivityGetNumDroppedRecords) \
  X(SetThreadIdType)
// clang-format on
#define STRATA_CUPTI_POINTER(name) decltype(&::cupti##name) name = nullptr;
  STRATA_CUPTI_FUNCTIONS(STRATA_CUPTI_POINTER)
#undef STRATA_CUPTI_POINTER
  std::string version;
};

/// Opens libcupti of the CUDA major version this was built with. Unavailable says where it comes from.
Result<std::unique_ptr<Api>> openCupti();

}  // namespace strata::cupti
