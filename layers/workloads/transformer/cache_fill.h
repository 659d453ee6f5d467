#pragma once

#include "engine/trace/trace_recorder.h"

namespace strata::inline workloads {

/// What one cache of keys and values holds, on the agent's counters. All caches share the two, run after run, and what
/// this one holds leaves them with it.
class CacheFill {
 public:
  explicit CacheFill(TraceRecorder& recorder)
      : m_recorder(recorder),
        m_tokenCounter(recorder.addCounter("KV cache", "tokens", Storey::Model, Provenance::Counted)),
        m_byteCounter(recorder.addCounter("KV cache in use", "bytes", Storey::Model, Provenance::Counted)) {}
  ~CacheFill() {
    if (m_tokens > 0) holds(0, 0);
  }
  CacheFill(const CacheFill&) = delete;
  CacheFill& operator=(const CacheFill&) = delete;

  void holds(double tokens, double bytes) {
    m_recorder.countBy(m_tokenCounter, tokens - m_tokens);
    m_recorder.countBy(m_byteCounter, bytes - m_bytes);
    m_tokens = tokens;
    m_bytes = bytes;
  }

 private:
  TraceRecorder& m_recorder;
  const CounterId m_tokenCounter, m_byteCounter;
  double m_tokens = 0, m_bytes = 0;
};

}  // namespace strata::inline workloads
