#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace strata::inline trace {

enum class RecordType : std::uint8_t { Begin, End, Arg, Instant, Counter, CounterAt, WorkBegin, WorkEnd, Work };

/// What a recording thread leaves for the writer: raw ticks, ids, no text. Arguments follow what they belong to: those
/// of something that has begun one by one, all others in one piece with it.
struct Record {
  std::uint64_t time = 0;   ///< ticks; of Work and CounterAt: HostTime ns
  std::uint64_t value = 0;  ///< Arg, Counter: the bits of the value; Begin, WorkBegin: ArgsId; Work: duration in ns
  std::uint32_t name = 0;   ///< of an Arg: its key
  std::uint32_t call = 0;
  std::uint32_t correlation = 0;
  std::uint16_t index = 0;  ///< slot of a Begin or Instant; queue or counter id
  RecordType type = RecordType::End;
  std::uint8_t detail = 0;  ///< Arg: index of its type; work: kind + 16 * provenance; WorkEnd: how
};
static_assert(sizeof(Record) == 32);

/// A ring of records for one producer and one consumer, neither of which ever waits. The producer reserves room for
/// records that must fit later (the ends of what it began).
class RecordRing {
 public:
  explicit RecordRing(std::size_t capacity)
      : m_capacity(std::bit_ceil(capacity < 16 ? std::size_t{16} : capacity)),
        m_memory(new std::byte[m_capacity * sizeof(Record)]),
        m_records(reinterpret_cast<Record*>(m_memory.get())) {}

  // Producer.
  /// Room for a record that claims nothing later.
  bool hasRoom() { return free(1 + m_reserved); }
  /// Room for a begin and its end; keeps the end's room if there is.
  bool reserve() {
    if (!free(2 + m_reserved)) return false;
    ++m_reserved;
    return true;
  }
  /// The record now pushed is one that room was kept for.
  void redeem() { --m_reserved; }
  void push(const Record& record) {
    append(record);
    publish();
  }
  /// A record the consumer does not see before publish().
  void append(const Record& record) { m_records[m_next++ & (m_capacity - 1)] = record; }
  void publish() { m_head.store(m_next, std::memory_order_release); }

  // Consumer.
  std::uint64_t first() const { return m_tail.load(std::memory_order_relaxed); }
  std::uint64_t last() const { return m_head.load(std::memory_order_acquire); }
  const Record& at(std::uint64_t position) const { return m_records[position & (m_capacity - 1)]; }
  bool halfFull() const { return last() - first() > m_capacity / 2; }
  void popTo(std::uint64_t position) { m_tail.store(position, std::memory_order_release); }

 private:
  bool free(std::size_t wanted) {
    if (m_capacity - (m_next - m_knownTail) >= wanted) return true;
    m_knownTail = m_tail.load(std::memory_order_acquire);
    return m_capacity - (m_next - m_knownTail) >= wanted;
  }

  const std::size_t m_capacity;
  const std::unique_ptr<std::byte[]> m_memory;  ///< not filled: who records little touches little of it
  Record* const m_records;
  alignas(64) std::atomic<std::uint64_t> m_head{0};
  std::uint64_t m_next = 0;       ///< the producer's own m_head
  std::uint64_t m_knownTail = 0;  ///< the producer's last look at m_tail
  std::size_t m_reserved = 0;
  alignas(64) std::atomic<std::uint64_t> m_tail{0};
};

}  // namespace strata::inline trace
