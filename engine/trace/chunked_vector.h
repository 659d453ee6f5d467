#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace strata {

/// An immutable view of the first `size` elements of a ChunkedVector.
template <class T, std::size_t kChunk = 1024>
class ChunkedView {
 public:
  using Chunk = std::array<T, kChunk>;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const T& operator[](std::size_t i) const { return (*(*m_chunks)[i / kChunk])[i % kChunk]; }
  const T& back() const { return (*this)[m_size - 1]; }

 private:
  template <class, std::size_t>
  friend class ChunkedVector;
  std::shared_ptr<const std::vector<std::shared_ptr<Chunk>>> m_chunks;
  std::size_t m_size = 0;
};

/// Grows at the end; what a view shows is never moved or changed, so one thread may append while others read views.
template <class T, std::size_t kChunk = 1024>
class ChunkedVector {
 public:
  using Chunk = typename ChunkedView<T, kChunk>::Chunk;

  std::size_t size() const { return m_size; }
  bool empty() const { return m_size == 0; }
  const T& operator[](std::size_t i) const { return (*(*m_chunks)[i / kChunk])[i % kChunk]; }
  const T& back() const { return (*this)[m_size - 1]; }

  void push_back(T value) {
    if (m_size == m_chunks->size() * kChunk) addChunk();
    (*m_chunks->back())[m_size % kChunk] = std::move(value);
    ++m_size;
  }

  ChunkedView<T, kChunk> view() const {
    ChunkedView<T, kChunk> view;
    view.m_chunks = m_chunks;
    view.m_size = m_size;
    return view;
  }

 private:
  using Chunks = std::vector<std::shared_ptr<Chunk>>;

  void addChunk() {
    if (m_chunks.use_count() > 1) m_chunks = std::make_shared<Chunks>(*m_chunks);
    m_chunks->push_back(std::make_shared<Chunk>());
  }

  std::shared_ptr<Chunks> m_chunks = std::make_shared<Chunks>();
  std::size_t m_size = 0;
};

}  // namespace strata
