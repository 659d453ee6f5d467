#pragma once

// Which sanitizer this build runs under: fibers must tell it of their switches.

#if defined(__SANITIZE_ADDRESS__)
#define STRATA_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define STRATA_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STRATA_ASAN 1
#elif __has_feature(thread_sanitizer)
#define STRATA_TSAN 1
#endif
#endif

#if defined(STRATA_ASAN)
#include <pthread.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(STRATA_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

#if defined(STRATA_TSAN)
#define STRATA_NO_TSAN __attribute__((no_sanitize("thread")))
#else
#define STRATA_NO_TSAN
#endif

// Of memory that goes back to the system: what stood on it is no longer a mistake to touch.
#if defined(STRATA_ASAN)
#define STRATA_FORGET_STACKS(begin, bytes) ASAN_UNPOISON_MEMORY_REGION(begin, bytes)
#else
#define STRATA_FORGET_STACKS(begin, bytes) static_cast<void>(0)
#endif
