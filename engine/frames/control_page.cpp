#include "engine/frames/control_page.h"

#include <new>

namespace strata::inline frames {
namespace {

constexpr std::uint64_t kPageMagic = 0x4547415041525453;  // "STRAPAGE"
constexpr std::uint32_t kPageVersion = 3;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace

Result<std::pair<ControlPage, UniqueFd>> ControlPage::create(std::uint32_t slotCount) {
  const std::size_t bytes = wholePages(sizeof(Layout));
  STRATA_ASSIGN(UniqueFd fd, makeSharedMemory("strata-frames", bytes));
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd.get(), bytes));
  ControlPage page(std::move(memory), slotCount);
  new (page.m_layout) Layout{};
  page->magic = kPageMagic;
  page->version = kPageVersion;
  page->slotCount = slotCount;
  return std::pair{std::move(page), std::move(fd)};
}

Result<ControlPage> ControlPage::map(const UniqueFd& fd, std::uint32_t slotCount) {
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd.get(), wholePages(sizeof(Layout))));
  ControlPage page(std::move(memory), slotCount);
  if (page->magic != kPageMagic || page->version != kPageVersion || page->slotCount != slotCount)
    return Error{ErrorCode::Io,
                 "The control page for frames is of another version of Strata: use viewer and agent of one.",
                 Storey::Other};
  return page;
}

}  // namespace strata::inline frames
