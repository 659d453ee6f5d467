#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace strata::inline session {

/// A session that nobody has saved and that stays in a folder of its own all the same, until it is saved, forgotten, or
/// newer ones need the room.
struct KeptSession {
  std::string path;
  std::chrono::system_clock::time_point changed;  ///< or shown last, if that was later
  std::uint64_t bytes = 0;
  bool onlyBeginning = false;  ///< its folder took no more
};

/// This user's, under XDG_STATE_HOME; empty if there is no home.
std::string keptSessionsFolder();
/// Newest first, without those that a window shows now.
std::vector<KeptSession> keptSessions(const std::string& folder);
/// Whether a process that was killed, and has not gone yet, still holds one.
bool someAreBeingLeft(const std::string& folder);
void forgetKeptSession(const std::string& path);
/// Removes the oldest beyond the newest few, and what crashed processes left that is not worth keeping.
void trimKeptSessions(const std::string& folder);

}  // namespace strata::inline session
