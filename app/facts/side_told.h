#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace strata::inline facts {

/// What a variant of a run came to.
struct SideVariant {
  std::string name;
  bool measured = false;     ///< it ran well, so that its times stand
  std::string status;        ///< "ok", "failed", "not_run", as `strata run --json` has it
  std::string word = {};     ///< the same as people are told: "FAILED"
  std::string message = {};  ///< of one that did not, why, in a line; empty: nothing says it
  std::string ownText = {};  ///< fingerprint of the text that somebody brought; empty: it is Strata's own
  bool failed() const { return status == "failed"; }
  friend bool operator==(const SideVariant&, const SideVariant&) = default;
};

/// Names of values, and the values as words: "cores", "2".
using ToldValues = std::map<std::string, std::string>;

/// What one of two sides says of itself beside its events.
struct SideTold {
  std::vector<std::string> problems = {};  ///< what is wrong with the session, in sentences
  bool whole = true;                       ///< the session was written to its end
  ToldValues machine = {};                 ///< that it ran on, but for its name: "architecture", "x86-64-v3"
  ToldValues software = {};                ///< "library", "OpenBLAS 0.3.21"
  std::vector<SideVariant> variants = {};  ///< of a run, in the order in which they ran
  std::string unsteady = {};               ///< of a run: what wideSpreadText says
  ToldValues settings = {};                ///< of a run: how it was run, as far as that changes its times
  std::int64_t repeats = 0;                ///< of a run: that were asked for; 0: its experiment takes none
  friend bool operator==(const SideTold&, const SideTold&) = default;
};

}  // namespace strata::inline facts
