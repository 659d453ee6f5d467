#include "engine/frames/control_page.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>
#include <new>

namespace strata::inline frames {
namespace {

constexpr std::uint64_t kPageMagic = 0x4547415041525453;  // "STRAPAGE"
constexpr std::uint32_t kPageVersion = 1;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* patience) {
  return ::syscall(SYS_futex, &word, operation, value, patience, nullptr, 0);
}

}  // namespace

Result<std::pair<ControlPage, UniqueFd>> ControlPage::create(std::uint32_t slots) {
  const std::size_t bytes = wholePages(sizeof(Layout));
  STRATA_ASSIGN(UniqueFd fd, makeSharedMemory("strata-frames", bytes));
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd.get(), bytes));
  ControlPage page(std::move(memory), slots);
  new (page.m_layout) Layout{};
  page->magic = kPageMagic;
  page->version = kPageVersion;
  page->slots = slots;
  return std::pair{std::move(page), std::move(fd)};
}

Result<ControlPage> ControlPage::map(const UniqueFd& fd, std::uint32_t slots) {
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd.get(), wholePages(sizeof(Layout))));
  ControlPage page(std::move(memory), slots);
  if (page->magic != kPageMagic || page->version != kPageVersion || page->slots != slots)
    return Error{ErrorCode::Io,
                 "The control page for frames is of another version of Strata: use viewer and agent of one.",
                 Storey::Other};
  return page;
}

bool waitForChange(std::atomic<std::uint32_t>& counter, std::uint32_t seen, Duration patience) {
  const HostTime end = hostNow() + patience;
  while (counter.load(std::memory_order_acquire) == seen) {
    const std::int64_t left = (end - hostNow()).ns;
    if (left <= 0) return false;
    const timespec time{left / 1'000'000'000, left % 1'000'000'000};
    futex(counter, FUTEX_WAIT, seen, &time);
  }
  return true;
}

void signal(std::atomic<std::uint32_t>& counter, std::uint32_t value) {
  counter.store(value, std::memory_order_release);
  futex(counter, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace strata::inline frames
