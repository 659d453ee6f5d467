#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace strata::inline trace {

/// An immutable view of the first `size` elements of a ChunkedVector. Copies share; any thread may read.
template <class T, std::size_t kChunk = 1024>
class ChunkedView {
 public:
  using Chunk = std::shared_ptr<T[]>;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const T& operator[](std::size_t i) const { return (*m_chunks)[i / kChunk][i % kChunk]; }
  const T& back() const { return (*this)[m_size - 1]; }

  /// The first `count` elements.
  ChunkedView first(std::size_t count) const {
    ChunkedView view = *this;
    view.m_size = std::min(m_size, count);
    return view;
  }
  /// `count` elements that appendRun() stored together from `first` on.
  std::span<const T> run(std::size_t first, std::size_t count) const {
    return count == 0 ? std::span<const T>{} : std::span<const T>{&(*this)[first], count};
  }
  /// The first of `from` … `to` that is not early; the early ones stand before all others.
  template <class Early>
  std::size_t firstNot(Early early, std::size_t from, std::size_t to) const {
    while (from < to) {
      const std::size_t middle = from + (to - from) / 2;
      if (early((*this)[middle]))
        from = middle + 1;
      else
        to = middle;
    }
    return from;
  }
  template <class Early>
  std::size_t firstNot(Early early) const {
    return firstNot(early, 0, m_size);
  }

 private:
  template <class, std::size_t>
  friend class ChunkedVector;
  std::shared_ptr<const std::vector<Chunk>> m_chunks;
  std::size_t m_size = 0;
};

/// Grows at the end; what a view shows is never moved or changed, so one thread may append while others read views.
/// The first chunk starts small, so that thousands of short rows cost little.
template <class T, std::size_t kChunk = 1024>
class ChunkedVector {
 public:
  ChunkedVector() = default;
  ChunkedVector(ChunkedVector&&) noexcept = default;
  ChunkedVector& operator=(ChunkedVector&&) noexcept = default;
  ChunkedVector(const ChunkedVector&) = delete;
  ChunkedVector& operator=(const ChunkedVector&) = delete;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const T& operator[](std::size_t i) const { return (*m_chunks)[i / kChunk][i % kChunk]; }
  const T& back() const { return (*this)[m_size - 1]; }

  void append(T value) {
    if (m_size == m_capacity) grow();
    (*m_chunks)[m_size / kChunk][m_size % kChunk] = std::move(value);
    ++m_size;
  }

  /// Stores at most kChunk elements side by side, for ChunkedView::run; returns the index of the first.
  std::size_t appendRun(std::span<const T> values) {
    if (m_size % kChunk + values.size() > kChunk)
      while (m_size % kChunk != 0) append(T{});
    const std::size_t first = m_size;
    for (const T& value : values) append(value);
    return first;
  }

  /// Element `i`, to be changed; views taken before keep the old value.
  T& modify(std::size_t i) {
    const std::size_t chunk = i / kChunk;
    if (m_writtenIn[chunk] != m_epoch) replaceChunk(chunk, chunkCapacity(chunk));
    return (*m_chunks)[chunk][i % kChunk];
  }

  ChunkedView<T, kChunk> view() {
    m_listShared = true;
    ++m_epoch;
    ChunkedView<T, kChunk> view;
    view.m_chunks = m_chunks;
    view.m_size = m_size;
    return view;
  }

 private:
  using Chunk = typename ChunkedView<T, kChunk>::Chunk;
  static constexpr std::size_t kFirst = kChunk < 16 ? kChunk : 16;

  std::size_t chunkCapacity(std::size_t chunk) const { return chunk == 0 ? std::min(m_capacity, kChunk) : kChunk; }

  void grow() {
    if (m_size > 0 && m_size < kChunk) {
      m_capacity = std::min(kChunk, m_size * 4);
      return replaceChunk(0, m_capacity);
    }
    const std::size_t capacity = m_size == 0 ? kFirst : kChunk;
    ownList().push_back(std::make_shared<T[]>(capacity));
    m_writtenIn.push_back(m_epoch);
    m_capacity += capacity;
  }

  void replaceChunk(std::size_t chunk, std::size_t capacity) {
    const std::size_t used = std::min(m_size - chunk * kChunk, kChunk);
    Chunk copy = std::make_shared<T[]>(capacity);
    std::copy_n((*m_chunks)[chunk].get(), used, copy.get());
    ownList()[chunk] = std::move(copy);
    m_writtenIn[chunk] = m_epoch;
  }

  std::vector<Chunk>& ownList() {
    if (m_listShared) m_chunks = std::make_shared<std::vector<Chunk>>(*m_chunks);
    m_listShared = false;
    return *m_chunks;
  }

  std::shared_ptr<std::vector<Chunk>> m_chunks = std::make_shared<std::vector<Chunk>>();
  std::vector<std::uint32_t> m_writtenIn;  ///< the epoch in which each chunk became ours to change
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
  std::uint32_t m_epoch = 0;
  bool m_listShared = false;
};

/// Appends to one contiguous array that snapshots keep: growing moves to a new array and leaves the old to its readers.
template <class T>
class SharedArray {
 public:
  struct View {
    std::shared_ptr<T[]> storage;
    std::size_t size = 0;
    std::span<const T> span() const { return {storage.get(), size}; }
  };

  void append(T value) {
    if (m_view.size == m_capacity) {
      m_capacity = std::max<std::size_t>(8, m_capacity * 2);
      std::shared_ptr<T[]> larger = std::make_shared<T[]>(m_capacity);
      std::copy_n(m_view.storage.get(), m_view.size, larger.get());
      m_view.storage = std::move(larger);
    }
    m_view.storage[m_view.size++] = std::move(value);
  }

  const View& view() const { return m_view; }
  std::size_t size() const { return m_view.size; }

 private:
  View m_view;
  std::size_t m_capacity = 0;
};

}  // namespace strata::inline trace
