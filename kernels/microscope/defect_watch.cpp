#include "kernels/microscope/defect_watch.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>
#include <utility>

#include "engine/backends/cpu/cpu_thread.h"

namespace strata::inline microscope {
namespace {

constexpr std::uint64_t kMostSteps = 5'000'000;          ///< of a thread, before it counts as endless
constexpr std::uint64_t kStepsAfterAnEndless = 100'000;  ///< the others need not take as long
constexpr std::uint64_t kMostOfBlock = 40'000'000;       ///< of all its threads, where they meet: some five seconds
constexpr std::uint64_t kOfBlockAfterAnEndless = 400'000;
constexpr std::uint32_t kManyMeetings = 16;           ///< of a thread: there is a loop around them
constexpr std::uint64_t kBetweenSigns = 1 << 16;      ///< of life, steps and accesses
constexpr std::uint64_t kMostAccesses = 100'000'000;  ///< of all threads: some ten seconds
constexpr std::uint64_t kTimesGiven = 4;              ///< an endless loop's step may have some accesses
constexpr std::size_t kMostSeen = 10'000;
constexpr std::size_t kFewBytes = 4096;  ///< of a variable that is followed byte by byte, whatever its elements are

}  // namespace

DefectWatch::DefectWatch(const std::string& object, KernelOutline outline)
    : m_object(object), m_outline(std::move(outline)), m_mostSteps(kMostSteps), m_mostOfBlock(kMostOfBlock) {
  for (const ObjectVariable& variable : m_object.variables())
    m_variables.emplace_back(variable.name, variable.begin, variable.bytes, variable.bytes <= kFewBytes ? 1 : 4, true);
}

DefectWatch::~DefectWatch() {
  watchThread(nullptr);
}

void* DefectWatch::addTensor(const std::string& name, std::size_t bytes, std::size_t elementBytes,
                             std::span<const std::byte> content) {
  std::byte* memory = m_memory.add(bytes);
  if (!memory) return nullptr;
  if (!content.empty()) std::memcpy(memory, content.data(), std::min(bytes, content.size()));
  m_tensors.push_back({TouchedMemory(name, reinterpret_cast<std::uintptr_t>(memory), bytes,
                                     std::min<std::size_t>(elementBytes, 4), !content.empty()),
                       elementBytes});
  return memory;
}

std::vector<BlockObserver*> DefectWatch::launchBegins(const ObservedLaunch& launch, std::size_t) {
  m_order.launchBegins();
  m_waveSize = launch.waveSize;
  m_control = launch.control;
  m_shapes.push_back(launch.shape);
  m_kernels.emplace_back(launch.kernel);
  return {this};
}

std::optional<std::uint64_t> DefectWatch::nextBlock(std::uint64_t block) {
  const std::uint64_t blocks = m_shapes.back().grid.count();
  if (block == blocks) return std::nullopt;
  if (m_extent.accesses > kMostAccesses) {
    m_extent.blocksLeftOut += blocks - block;
    return std::nullopt;
  }
  const auto threads = static_cast<std::uint32_t>(m_shapes.back().block.count());
  ++m_extent.blocks;
  m_extent.threads += threads;
  m_threads.assign(threads, {});
  m_barriers.clear();
  m_ofBlock = 0;
  m_lastBarrier = kNowhere;
  m_order.blockBegins(static_cast<std::uint32_t>(block), threads, m_waveSize);
  m_sharedBegin = 0;
  for (TouchedMemory& variable : m_shared) variable.empty();
  m_threadMemory = ThreadMemory::ofCaller();
  watchThread(this);
  return block;
}

/// Whoever ended while others went on to a barrier has not reached it.
void DefectWatch::blockEnds() {
  watchThread(nullptr);
  if (!disturbed())
    for (std::uint32_t thread = 0; thread < m_threads.size(); ++thread) {
      if (m_threads[thread].barriers >= m_barriers.size()) continue;
      const BarrierSeen& missed = m_barriers[m_threads[thread].barriers];
      add({.kind = Defect::Kind::Barrier, .place = missed.place, .when = at(missed.thread), .other = at(thread)});
    }
  for (TouchedMemory& variable : m_shared) addEmptyReads(variable);
}

void DefectWatch::addEmptyReads(TouchedMemory& memory) {
  for (const TouchedMemory::EmptyRead& read : memory.takeEmptyReads())
    if (!disturbed())  // who was ended may have been about to write it
      add({.kind = Defect::Kind::Uninitialised,
           .place = read.touch.place,
           .when = read.touch.when,
           .address = read.address});
}

/// kNowhere for what is no kernel's text.
std::uint32_t DefectWatch::placeOf(std::uintptr_t pc) {
  if (const std::uint32_t* known = m_placeOf.find(pc)) return *known;
  SourceLine line = m_lines.ofFiber(pc);
  if (line.file.empty()) return m_placeOf.keep(pc, kNowhere);
  m_places.push_back(std::move(line));
  return m_placeOf.keep(pc, static_cast<std::uint32_t>(m_places.size() - 1));
}

/// Of a function that is no kernel's text, where it was called in one.
std::uint32_t DefectWatch::placeInText(std::uintptr_t pc) {
  std::uint32_t place = placeOf(pc);
  const std::vector<std::uintptr_t>& callers = m_threads[numberOfThread()].callers;
  for (auto caller = callers.rbegin(); place == kNowhere && caller != callers.rend(); ++caller) {
    if (!m_object.holds(*caller)) break;  // the device's own work for lanes that have met
    place = placeOf(*caller);
  }
  return place;
}

void DefectWatch::leaveFunction() {
  std::vector<std::uintptr_t>& callers = m_threads[numberOfThread()].callers;
  if (!callers.empty()) callers.pop_back();
}

void DefectWatch::record(const Access& access) {
  if (access.address != 0 && m_threadMemory.belongsToTheDevice(access.address)) return;
  if (++m_ofBlock % kBetweenSigns == 0) showThatItMoves();
  const bool goesOn = countsStep(access);
  if (access.kind == Access::Kind::Block) {
    if (!goesOn) leave();
    return;
  }
  const std::uint32_t place = placeInText(access.pc);
  if (place == kNowhere && access.kind != Access::Kind::Barrier) return;
  m_threads[numberOfThread()].place = place;
  if (access.kind == Access::Kind::Barrier) return reachesBarrier(place);
  TouchedMemory* memory = nullptr;
  const bool inside = isInside(access, memory);
  if (inside && !memory) return;
  ++m_extent.accesses;
  const bool aligned = access.anyAddress || access.address % access.bytes == 0;
  if (inside && aligned) return touches(access, place, *memory);
  refuse(access, place, aligned ? Defect::Kind::OutOfBounds : Defect::Kind::Misaligned);
}

void DefectWatch::refuse(const Access& access, std::uint32_t place, Defect::Kind why) {
  add({.kind = why,
       .place = place,
       .when = at(numberOfThread()),
       .address = access.address,
       .bytes = access.bytes,
       .store = access.kind == Access::Kind::Store});
  leave();
}

/// When a unit does what it was asked for, between the call and the wait for it, is not followed: so where, not whom it
/// meets there.
void DefectWatch::recordUnit(const Access& access) {
  const std::uint32_t place = placeInText(access.pc);
  if (place == kNowhere) return;
  m_threads[numberOfThread()].place = place;
  TouchedMemory* memory = nullptr;
  if (!isInside(access, memory)) refuse(access, place, Defect::Kind::OutOfBounds);
  ++m_extent.accesses;
  const bool store = access.kind == Access::Kind::Store;
  if (memory) memory->touchByUnit(access.address, access.bytes, {at(numberOfThread()), place, store, false});
}

void DefectWatch::hasWaitedAt(std::uintptr_t barrier) {
  const std::uint32_t thread = numberOfThread();
  Thread& mine = m_threads[thread];
  mine.steps = 0;
  ++mine.meetings;
  m_order.hasWaitedAt(thread, barrier);
  if (meetsWithoutEnd(thread)) endMeetings(mine.place, false);
}

/// Each meeting forgives the steps before it; all of them together are bounded by what the block has done.
bool DefectWatch::meetsWithoutEnd(std::uint32_t thread) const {
  return m_ofBlock > m_mostOfBlock && m_threads[thread].meetings >= kManyMeetings;
}

/// Of several barriers in a loop always the same is named: the one that comes first in the text.
bool DefectWatch::isTheirFirst(std::uint32_t place) const {
  const auto recent = m_barriers.end() - std::min<std::ptrdiff_t>(kManyMeetings, std::ssize(m_barriers));
  return std::all_of(recent, m_barriers.end(),
                     [&](const BarrierSeen& each) { return lineAt(place).line <= lineAt(each.place).line; });
}

void DefectWatch::endMeetings(std::uint32_t place, bool inWarp) {
  const std::uint32_t thread = numberOfThread();
  add({.kind = Defect::Kind::Endless,
       .place = place,
       .when = at(thread),
       .store = inWarp,
       .detail = static_cast<std::int64_t>(m_threads[thread].meetings)});
  m_mostOfBlock = kOfBlockAfterAnEndless;
  leave();
}

/// What is watched takes long, on a busy machine longer than a device may be silent, and is told with its line once it
/// was counted to its end. So it shows that it moves, up to some times as much as a block without end is given.
void DefectWatch::showThatItMoves() const {
  const std::uint64_t given = kMostOfBlock + m_threads.size() * kStepsAfterAnEndless;
  if (m_control && m_ofBlock <= kTimesGiven * given) m_control->moves();
}

/// False where the thread has taken more steps than any should.
bool DefectWatch::countsStep(const Access& access) {
  Thread& mine = m_threads[numberOfThread()];
  if (access.kind != Access::Kind::Block || ++mine.steps < m_mostSteps) return true;
  const std::uint32_t place = placeInText(access.pc);
  add({.kind = Defect::Kind::Endless, .place = place == kNowhere ? mine.place : place, .when = at(numberOfThread())});
  m_mostSteps = kStepsAfterAnEndless;
  return false;
}

void DefectWatch::reachesBarrier(std::uint32_t place) {
  const std::uint32_t thread = numberOfThread();
  const std::uint32_t number = m_threads[thread].barriers++;
  m_threads[thread].steps = 0;
  ++m_threads[thread].meetings;
  if (number == m_barriers.size()) {
    m_barriers.push_back({place, thread});
    if (meetsWithoutEnd(thread) && isTheirFirst(place)) m_lastBarrier = std::min(m_lastBarrier, number);
  }
  const BarrierSeen& first = m_barriers[number];
  if (place != kNowhere && first.place != kNowhere && !sharesLine(place, first.place))
    add({.kind = Defect::Kind::Barrier,
         .place = first.place,
         .when = at(first.thread),
         .otherPlace = place,
         .other = at(thread)});
  if (number >= m_lastBarrier) endMeetings(place, false);
  m_order.passesBarrier(thread);
}

/// Whether an access is to memory that is there; `memory` stays nullptr where it is nobody's business.
bool DefectWatch::isInside(const Access& access, TouchedMemory*& memory) {
  if (const int index = m_memory.nearest(access.address); index >= 0) {
    TouchedMemory& tensor = m_tensors[static_cast<std::size_t>(index)].memory;
    const std::uintptr_t offset = access.address - tensor.begin();
    if (offset >= tensor.bytes() || tensor.bytes() - offset < access.bytes) return false;
    memory = &tensor;
    return true;
  }
  memory = findShared(access.address, access.bytes);
  if (!memory) memory = findIn(m_variables, access.address, access.bytes);
  if (memory || cpu::isOnStack(access.address)) return true;
  return m_object.holds(access.address) && !m_object.holdsVariables(access.address);
}

TouchedMemory* DefectWatch::findShared(std::uintptr_t address, std::size_t bytes) {
  if (m_object.shared().empty()) return nullptr;
  if (m_sharedBegin == 0) {
    m_sharedBegin = m_object.sharedBegin();
    if (m_sharedBegin == 0) return nullptr;
    m_shared.clear();
    for (const SharedVariable& variable : m_object.shared()) {
      const auto& named = m_outline.dynamicShared;
      const bool dynamic = std::ranges::find(named, variable.name, &KernelOutline::DynamicShared::name) != named.end();
      m_shared.emplace_back(variable.name, m_sharedBegin + variable.offset,
                            dynamic ? m_shapes.back().sharedBytes : variable.bytes, 1, false);
    }
  }
  return findIn(m_shared, address, bytes);
}

TouchedMemory* DefectWatch::findIn(std::vector<TouchedMemory>& variables, std::uintptr_t address, std::size_t bytes) {
  const auto next = std::ranges::upper_bound(variables, address, {}, &TouchedMemory::begin);
  if (next == variables.begin()) return nullptr;
  TouchedMemory& variable = *std::prev(next);
  return address + bytes <= variable.begin() + variable.bytes() ? &variable : nullptr;
}

void DefectWatch::touches(const Access& access, std::uint32_t place, TouchedMemory& memory) {
  const std::uint32_t thread = numberOfThread();
  const bool store = access.kind == Access::Kind::Store, atomic = access.atomic != Access::Atomic::No;
  if (atomic && store) m_order.updates(thread, access.address);
  if (!atomic && store) m_order.writes(thread);
  const Touch mine{m_order.now(thread), place, store, atomic};
  const bool reads = !store || access.atomic == Access::Atomic::Updates;
  const auto other = memory.touch(access.address, access.bytes, mine, reads, m_order);
  if (!other) return;
  add({.kind = m_order.inOneWarp(other->when, thread) ? Defect::Kind::Lockstep : Defect::Kind::Race,
       .place = place,
       .when = mine.when,
       .address = access.address,
       .bytes = access.bytes,
       .store = store,
       .otherPlace = other->place,
       .other = other->when,
       .otherStore = other->store});
}

void DefectWatch::comesToMeeting(std::uintptr_t pc, std::uint64_t mask) {
  const std::uint32_t thread = numberOfThread(), place = placeInText(pc);
  m_threads[thread].place = place;
  m_threads[thread].mask = mask;
  m_threads[thread].steps = 0;
  ++m_threads[thread].meetings;
  if (place != kNowhere && meetsWithoutEnd(thread)) endMeetings(place, true);
  if (place == kNowhere || (mask >> thread % m_waveSize & 1) != 0) return;
  add({.kind = Defect::Kind::WarpFunction,
       .place = place,
       .when = at(thread),
       .detail = static_cast<std::int64_t>(mask),
       .lanes = std::uint64_t{1} << thread % m_waveSize});
  leave();
}

void DefectWatch::lanesMet(std::uint64_t lanes) {
  m_order.lanesMeet(numberOfThread() / m_waveSize, lanes);
}

void DefectWatch::missesLane(std::uintptr_t pc, int lane) {
  const std::uint32_t place = placeInText(pc);
  if (place == kNowhere || disturbed()) return;
  add({.kind = Defect::Kind::WarpFunction,
       .place = place,
       .when = at(numberOfThread()),
       .store = true,
       .detail = lane});
}

void DefectWatch::lanesWaitInVain(std::uint32_t warp, std::uint64_t lanes) {
  if (disturbed()) return;
  const std::uint32_t first = warp * m_waveSize;
  const std::uint32_t waits = first + static_cast<std::uint32_t>(std::countr_zero(lanes));
  const auto living = std::min<std::uint32_t>(m_waveSize, static_cast<std::uint32_t>(m_threads.size()) - first);
  const std::uint64_t wanted = m_threads[waits].mask & ~lanes & (~std::uint64_t{0} >> (64 - living));
  if (m_threads[waits].place == kNowhere || wanted == 0) return;
  const std::uint32_t missing = first + static_cast<std::uint32_t>(std::countr_zero(wanted));
  add({.kind = Defect::Kind::WarpFunction,
       .place = m_threads[waits].place,
       .when = at(waits),
       .otherPlace = m_threads[missing].place,
       .other = at(missing),
       .detail = static_cast<std::int64_t>(wanted)});
}

void DefectWatch::add(Seen seen) {
  seen.region = regionOf(seen.address);
  for (Seen& known : m_seen)
    if (isOneFault(known, seen) && known.place == seen.place && known.otherPlace == seen.otherPlace) {
      return join(known, seen);
    }
  if (m_seen.size() < kMostSeen) m_seen.push_back(seen);
}

/// Also if the two threads are in each other's line.
bool DefectWatch::sharesLines(const Seen& a, const Seen& b) const {
  return (sharesLine(a.place, b.place) && sharesLine(a.otherPlace, b.otherPlace)) ||
         (sharesLine(a.place, b.otherPlace) && sharesLine(a.otherPlace, b.place));
}

/// What is seen once more is told once. Of a race that between blocks is told: a barrier mends it within a block only.
/// Of what a warp's lanes ask of each other that which a thread was ended for.
void DefectWatch::join(Seen& known, const Seen& more) {
  if (known.lanes == 0 && more.lanes != 0) {
    known = more;
    return;
  }
  const std::uint64_t times = known.times + more.times;
  const bool between = known.when.block == known.other.block && more.when.block != more.other.block;
  if (known.kind == Defect::Kind::Race && between) known = more;
  if (known.detail == more.detail) known.lanes |= more.lanes;
  known.times = times;
}

void DefectWatch::leave() {
  ++m_extent.threadsEnded;
  m_threads[numberOfThread()].barriers = kNowhere;
  cpu::leaveThread();
  __builtin_unreachable();
}

std::vector<Defect> DefectWatch::takeDefects() {
  for (Tensor& tensor : m_tensors) addEmptyReads(tensor.memory);
  std::vector<Seen> all;
  for (const Seen& seen : std::exchange(m_seen, {})) {
    if (seen.place == kNowhere) continue;
    const auto same = std::ranges::find_if(
        all, [&](const Seen& known) { return isOneFault(known, seen) && sharesLines(known, seen); });
    if (same == all.end())
      all.push_back(seen);
    else
      join(*same, seen);
  }
  std::vector<Defect> defects;
  defects.reserve(all.size());
  for (const Seen& seen : all) defects.push_back(defectOf(seen));
  std::ranges::stable_sort(defects, {}, [](const Defect& defect) { return std::tie(defect.line, defect.kind); });
  return defects;
}

Defect DefectWatch::defectOf(const Seen& seen) const {
  const LaunchShape& shape = m_shapes[seen.when.launch - 1];
  Defect defect{seen.kind,
                m_kernels[seen.when.launch - 1],
                lineAt(seen.place),
                threadOf(seen.when),
                lineAt(seen.otherPlace),
                {},
                sentence(seen),
                seen.times,
                shape.grid,
                shape.block,
                endsThread(seen),
                touchedText(seen)};
  if (seen.other.launch != 0) defect.otherThread = threadOf(seen.other);
  return defect;
}

DefectWatch::Bytes DefectWatch::bytes() const {
  Bytes bytes;
  const auto add = [&bytes](const TouchedMemory& memory) {
    if (memory.keptBytes() > 0) bytes.followed += memory.bytes();
    bytes.kept += memory.keptBytes();
  };
  for (const Tensor& tensor : m_tensors) add(tensor.memory);
  std::ranges::for_each(m_shared, add);
  std::ranges::for_each(m_variables, add);
  return bytes;
}

GpuThread DefectWatch::threadOf(const Moment& when) const {
  const LaunchShape& shape = m_shapes[when.launch - 1];
  const auto split = [](std::uint32_t number, Dim3 size) {
    return Dim3{number % size.x, number / size.x % size.y, number / size.x / size.y};
  };
  return {split(when.block, shape.grid), split(when.thread, shape.block)};
}

}  // namespace strata::inline microscope
