#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

namespace strata::inline frames {

/// A small struct's bits as atomic words: what two processes may read and write at the same time.
template <class T>
class AtomicWords {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  void store(const T& value) {
    std::array<std::uint64_t, kWords> words{};
    std::memcpy(words.data(), &value, sizeof(T));
    for (std::size_t i = 0; i < kWords; ++i) m_words[i].store(words[i], std::memory_order_relaxed);
  }
  T load() const {
    std::array<std::uint64_t, kWords> words;
    for (std::size_t i = 0; i < kWords; ++i) words[i] = m_words[i].load(std::memory_order_relaxed);
    T value;
    std::memcpy(static_cast<void*>(&value), words.data(), sizeof(T));
    return value;
  }

 private:
  static constexpr std::size_t kWords = (sizeof(T) + 7) / 8;
  std::array<std::atomic<std::uint64_t>, kWords> m_words;
};

/// The newest value of one writer, whole, for readers in another process. All zeros: nothing was written yet.
template <class T>
class SharedValue {
 public:
  void write(const T& value) {
    const std::uint32_t version = m_version.load(std::memory_order_relaxed);
    m_version.store(version + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    m_value.store(value);
    m_version.store(version + 2, std::memory_order_release);
  }
  /// nullopt where nothing was written yet, or the writer was always in the middle of it (or died there).
  std::optional<T> read() const {
    constexpr int kTries = 1000;
    for (int i = 0; i < kTries; ++i) {
      const std::uint32_t before = m_version.load(std::memory_order_acquire);
      if (before == 0) return std::nullopt;
      if (before % 2 == 1) continue;
      const T value = m_value.load();
      std::atomic_thread_fence(std::memory_order_acquire);
      if (m_version.load(std::memory_order_relaxed) == before) return value;
    }
    return std::nullopt;
  }

 private:
  std::atomic<std::uint32_t> m_version;
  AtomicWords<T> m_value;
};

/// What one writer says to one reader in another process, in order. Full: the newest is dropped. All zeros is empty.
template <class T, std::uint32_t kSize>
class SharedRing {
 public:
  bool push(const T& value) {
    const std::uint32_t written = m_written.load(std::memory_order_relaxed);
    if (written - m_read.load(std::memory_order_acquire) >= kSize) return false;
    m_values[written % kSize].store(value);
    m_written.store(written + 1, std::memory_order_release);
    return true;
  }
  std::optional<T> pop() {
    const std::uint32_t read = m_read.load(std::memory_order_relaxed);
    const std::uint32_t waiting = m_written.load(std::memory_order_acquire) - read;
    if (waiting == 0 || waiting > kSize) return std::nullopt;  // more than there is room for: the other side is broken
    const T value = m_values[read % kSize].load();
    m_read.store(read + 1, std::memory_order_release);
    return value;
  }

 private:
  std::atomic<std::uint32_t> m_written, m_read;
  std::array<AtomicWords<T>, kSize> m_values;
};

}  // namespace strata::inline frames
