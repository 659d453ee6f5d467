#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "engine/base/text_parts.h"
#include "kernels/microscope/defect_watch.h"

// What was seen, in sentences.

namespace strata::inline microscope {
namespace {

std::string indexText(Dim3 index, Dim3 size) {
  if (size.z > 1) return fmt::format("({}, {}, {})", index.x, index.y, index.z);
  if (size.y > 1) return fmt::format("({}, {})", index.x, index.y);
  return fmt::format("{}", index.x);
}

const char* doesTo(bool store) {
  return store ? "writes" : "reads";
}

/// "lanes 16 to 31", "lane 3", "lanes 0, 2, 4 and others"
std::string lanesText(std::uint64_t lanes) {
  constexpr int kNamed = 3;
  const int first = std::countr_zero(lanes), count = std::popcount(lanes);
  if (count == 1) return fmt::format("lane {}", first);
  if (std::popcount((lanes >> first) + 1) <= 1) return fmt::format("lanes {} to {}", first, first + count - 1);
  std::string text;
  for (int named = 0; named < std::min(kNamed, count); ++named, lanes &= lanes - 1)
    text += fmt::format("{}{}", named == 0 ? "" : ", ", std::countr_zero(lanes));
  return fmt::format("lanes {}{}", text, count > kNamed ? " and others" : "");
}

}  // namespace

std::string_view defectName(Defect::Kind kind) {
  switch (kind) {
    case Defect::Kind::OutOfBounds: return "out of bounds";
    case Defect::Kind::Misaligned: return "misaligned";
    case Defect::Kind::Uninitialised: return "uninitialised";
    case Defect::Kind::Race: return "race";
    case Defect::Kind::Lockstep: return "lockstep";
    case Defect::Kind::Barrier: return "barrier";
    case Defect::Kind::WarpFunction: return "warp function";
    case Defect::Kind::Endless: return "endless";
  }
  return "";
}

/// "thread 3 of block 0"; the block only where the other's is another.
std::string DefectWatch::nameOf(const Moment& when, const Moment& beside) const {
  const LaunchShape& shape = m_shapes[when.launch - 1];
  const GpuThread thread = threadOf(when);
  std::string name = "thread " + indexText(thread.thread, shape.block);
  if (shape.grid.count() == 1 || (beside.launch != 0 && beside.block == when.block)) return name;
  return name + " of block " + indexText(thread.block, shape.grid);
}

/// "element 1024 of A", "shared tile[1]", with what there is where it lies outside.
std::string DefectWatch::placeText(const Seen& seen) const {
  if (seen.region.of == Region::Of::Tensor) {
    const auto& [memory, elementBytes] = m_tensors[seen.region.index];
    const auto size = static_cast<std::int64_t>(elementBytes);
    const auto offset = static_cast<std::int64_t>(seen.address) - static_cast<std::int64_t>(memory.begin());
    const std::int64_t element = (offset < 0 ? offset - size + 1 : offset) / size;
    const auto count = static_cast<std::int64_t>(memory.bytes()) / size;
    const std::string text = fmt::format("element {} of {}", element, memory.name());
    return seen.kind == Defect::Kind::OutOfBounds ? fmt::format("{}, which has {}", text, count) : text;
  }
  return variableText(seen);
}

DefectWatch::Region DefectWatch::regionOf(std::uintptr_t address) const {
  constexpr std::size_t kNear = std::size_t{64} * 1024;
  if (const int index = m_memory.nearest(address); index >= 0)
    return {Region::Of::Tensor, static_cast<std::size_t>(index)};
  Region region;
  const auto look = [&](const std::vector<TouchedMemory>& variables, Region::Of of) {
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].begin() <= address && address - variables[i].begin() < variables[i].bytes() + kNear)
        region = {of, i};
  };
  look(m_variables, Region::Of::Variable);
  look(m_shared, Region::Of::Shared);
  return region;
}

const TouchedMemory* DefectWatch::memoryOf(const Region& region) const {
  switch (region.of) {
    case Region::Of::Nothing: return nullptr;
    case Region::Of::Tensor: return &m_tensors[region.index].memory;
    case Region::Of::Variable: return &m_variables[region.index];
    case Region::Of::Shared: return &m_shared[region.index];
  }
  return nullptr;
}

/// "writes y"; of what two threads did only "y".
std::string DefectWatch::touchedText(const Seen& seen) const {
  const TouchedMemory* memory = memoryOf(seen.region);
  const std::string name = memory ? memory->name() : "";
  return isOfOneAccess(seen.kind) ? fmt::format("{} {}", doesTo(seen.store), name) : name;
}

/// "shared tile[1]", "element 33 of shared tile" of more dimensions, "shared count"; empty: the text does not tell.
std::string DefectWatch::sharedText(const Seen& seen, const TouchedMemory& memory) const {
  const auto known = std::ranges::find(m_outline.shared, memory.name(), &KernelOutline::Shared::name);
  const std::uintptr_t offset = seen.address - memory.begin();
  if (seen.region.of != Region::Of::Shared || known == m_outline.shared.end() || offset % known->elementBytes != 0)
    return {};
  if (known->dimensions == 0) return fmt::format("shared {}", memory.name());
  const std::uintptr_t element = offset / known->elementBytes;
  return known->dimensions == 1 ? fmt::format("shared {}[{}]", memory.name(), element)
                                : fmt::format("element {} of shared {}", element, memory.name());
}

/// An element of a shared variable or "byte 4 of variable table", or how far it lies behind the nearest variable.
std::string DefectWatch::variableText(const Seen& seen) const {
  const TouchedMemory* below = memoryOf(seen.region);
  if (!below) return fmt::format("address 0x{:x}, where neither a tensor nor a shared variable is", seen.address);
  const char* kind = seen.region.of == Region::Of::Shared ? "shared" : "variable";
  const std::uintptr_t offset = seen.address - below->begin();
  if (offset < below->bytes())
    if (std::string text = sharedText(seen, *below); !text.empty()) return text;
  if (offset < below->bytes()) return fmt::format("byte {} of {} {}", offset, kind, below->name());
  return fmt::format("{} bytes behind the end of {} {}, which has {}", offset - below->bytes(), kind, below->name(),
                     below->bytes());
}

std::string DefectWatch::sentence(const Seen& seen) const {
  using Kind = Defect::Kind;
  std::string who = nameOf(seen.when, seen.other);
  who.front() = 'T';
  const std::string other = seen.other.launch == 0 ? "" : nameOf(seen.other, seen.when);
  const auto line = [&](std::uint32_t place) { return place == kNowhere ? 0 : m_places[place].line; };
  switch (seen.kind) {
    case Kind::OutOfBounds: return fmt::format("{} {} {}.", who, doesTo(seen.store), placeText(seen));
    case Kind::Misaligned:
      return fmt::format("{} {} {} bytes at once at {}: its address is no multiple of {}.", who, doesTo(seen.store),
                         seen.bytes, placeText(seen), seen.bytes);
    case Kind::Uninitialised: return fmt::format("{} reads {}, and nobody has written it.", who, placeText(seen));
    case Kind::Race:
    case Kind::Lockstep: {
      const bool sameBlock = seen.when.block == seen.other.block;
      const char* between =
          seen.kind == Kind::Lockstep
              ? "they are lanes of one warp, and no __syncwarp() stands between: nothing runs in lockstep"
          : sameBlock ? "no barrier stands between"
                      : "blocks do not wait for each other: it takes an atomic, or a launch of its own";
      return fmt::format(
          "{} {} {}, which {} {}{}; {}.", who, doesTo(seen.store), placeText(seen), other, doesTo(seen.otherStore),
          seen.otherPlace == seen.place ? "" : fmt::format(" in line {}", line(seen.otherPlace)), between);
    }
    case Kind::Barrier:
      if (seen.otherPlace != kNowhere)
        return fmt::format(
            "{} waits at this barrier while {} waits at another, in line {}: all threads of a block must "
            "come to the same.",
            who, other, line(seen.otherPlace));
      return fmt::format("{} waits at this barrier, and {} has ended without it.", who, other);
    case Kind::WarpFunction:
      if (seen.other.launch != 0)
        return fmt::format(
            "{} waits here for {} of its warp, as its mask says, and they do not come{}.", who,
            lanesText(static_cast<std::uint64_t>(seen.detail)),
            seen.otherPlace == kNowhere ? "" : fmt::format(": they were last in line {}", line(seen.otherPlace)));
      if (seen.store)
        return fmt::format("{} asks for the value of lane {}, which does not take part: what it gets is undefined.",
                           who, seen.detail);
      if (std::popcount(seen.lanes) > 1)
        return fmt::format(
            "{} call with the mask 0x{:x}, which leaves themselves out, {} first: a thread must name its own "
            "lane.",
            withCapital(lanesText(seen.lanes)), static_cast<std::uint64_t>(seen.detail), nameOf(seen.when, seen.other));
      return fmt::format("{} is not in the mask 0x{:x} that it calls with: a thread must name its own lane.", who,
                         static_cast<std::uint64_t>(seen.detail));
    case Kind::Endless:
      if (seen.detail > 0)
        return fmt::format(
            "{} comes to no end here: its threads meet {} without end, or for longer than any are watched. It was "
            "stopped when it had met others {} times.",
            who, seen.store ? "in warp functions" : "at barriers", seen.detail);
      return fmt::format(
          "{} comes to no end here: it was stopped. It may wait for a thread that runs only when it goes on.", who);
  }
  return {};
}

}  // namespace strata::inline microscope
