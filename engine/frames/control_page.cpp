#include "engine/frames/control_page.h"

#include <new>

namespace strata::inline frames {
namespace {

constexpr std::uint64_t kPageMagic = 0x4547415041525453;  // "STRAPAGE"
constexpr std::uint32_t kPageVersion = 1;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

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

}  // namespace strata::inline frames
