#pragma once

#include <cstddef>
#include <string>

namespace strata::inline protocol {

/// Cuts what arrives at a descriptor into lines. One thread.
class RequestReader {
 public:
  static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

  /// `stopFd` becomes readable when reading shall end at once; -1 for none. Neither descriptor is closed.
  explicit RequestReader(int fd, int stopFd = -1, std::size_t longestLine = kLongestLine);

  enum class Outcome {
    Line,     ///< `line` holds one, without its end
    TooLong,  ///< a line beyond the longest one was skipped
    End,      ///< end of input
    Stop,     ///< the stop descriptor spoke
  };
  /// Waits for the next line. The end of input also ends a last line that has no line end. Empty lines are skipped.
  Outcome next(std::string& line);

 private:
  enum class Filled { Yes, End, Stop };
  Filled fill();
  bool takeLine(std::string& line);

  int m_fd, m_stopFd;
  std::size_t m_longestLine;
  std::string m_buffer;
  std::size_t m_scanned = 0;  ///< bytes of the buffer known to hold no line end
  bool m_skipping = false;    ///< inside a line that was too long
  bool m_ended = false;
};

}  // namespace strata::inline protocol
