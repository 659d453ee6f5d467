#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/kept_json.h"
#include "engine/base/provenance.h"
#include "engine/base/result.h"
#include "engine/base/storey.h"
#include "engine/protocol/finding.h"
#include "engine/protocol/modelled_run.h"

namespace strata::inline protocol {

/// One more number about a run, with its kind: "arithmetic_intensity", 85.3, "FLOP/byte", Counted.
struct Figure {
  std::string name;
  double value = 0;
  std::string unit;
  Provenance provenance = Provenance::Measured;
  friend bool operator==(const Figure&, const Figure&) = default;
};

/// One request of a warp as it was: where each of its lanes went. Kind: counted.
struct WarpExample {
  std::uint32_t bytes = 0;            ///< each lane asked for; 0 for a branch
  std::vector<std::int64_t> offsets;  ///< by lane: bytes from the 128-byte line of the lowest; −1: took no part
  std::uint64_t requests = 0;         ///< that came to the same lanes, sectors and wavefronts; 0: not counted
  friend bool operator==(const WarpExample&, const WarpExample&) = default;
};

/// What warps did at one place of a kernel's text, as the CPU device counted it (`observe=memory`). Kind: counted.
struct ObservedPlace {
  std::string file;  ///< "kernels/matmul/naive.cuh"
  int line = 0;
  std::string what;                      ///< "load", "store" or "branch"
  std::string space = {};                ///< "global" or "shared"; empty for a branch
  std::uint64_t requests = 0;            ///< of warps
  std::uint64_t lanes = 0;               ///< that took part, summed
  std::uint64_t sectors = 0;             ///< global: 32-byte sectors fetched
  std::uint64_t lines = 0;               ///< global: 128-byte lines these lie in, summed over requests; 0: not kept
  std::uint64_t usedBytes = 0;           ///< global: different bytes asked for, summed over requests
  std::uint64_t wavefronts = 0;          ///< shared: passes through the banks that it took
  std::uint64_t phases = 0;              ///< shared: wavefronts without bank conflicts
  std::uint32_t worstWays = 0;           ///< shared: different words in the most wanted bank of one turn
  WarpExample example = {};              ///< the most frequent request; no offsets in sessions of before it was kept
  std::vector<WarpExample> others = {};  ///< less frequent ones, the most frequent first
  std::string widthOf = {};              ///< who says how wide: see compiledWidth(); empty: nobody
  std::uint64_t partial = 0;             ///< requests in which some threads of the warp took no part
  std::uint32_t sameAddress = 0;         ///< of an atomic, a store: lanes that change one address in one request, at
                                         ///< most; 0: it is none, or of a session of before it was kept
  int column = 0;                        ///< of the line, from 1, as the compiler names it; 0: not known
  std::vector<std::string> arrays = {};  ///< that it touched: tensors and shared variables; empty: not known
  std::uint64_t turns = 0;               ///< of an atomic: lanes on the address that most of a request's change, summed
                                         ///< over requests; 0: it is none, or of a session of before it was kept

  /// In whose machine code it is that wide: "sm_90 code"; "PTX" in sessions that say "nvcc". Empty where that is not
  /// known, and its width is that of the "text".
  std::string compiledWidth() const;
  /// "A", "A, B"; empty where that is not known.
  std::string arrayText() const;
  /// What, and "atomic" of a store that is one.
  std::string_view kind() const { return sameAddress > 0 ? std::string_view("atomic") : what; }
  friend bool operator==(const ObservedPlace&, const ObservedPlace&) = default;
};

/// The outcome of one variant of one run: an element of "runs" in `strata run --json`.
struct RunResult {
  enum class Status {
    Ok,
    Failed,
    Unsupported,
    NotRun,   ///< it would have taken too long, only a modelled time was asked for, or what it stands beside never ran
    Stopped,  ///< before it was measured, or (frames) before all of it was
  };
  std::string variant;
  Status status = Status::Ok;
  std::string message;  ///< why it failed, is unsupported or was not run

  struct Seconds {
    double median = 0, min = 0, max = 0;
    int repeats = 0;
    std::string clock = "host";     ///< "device" or "host"
    std::vector<double> each = {};  ///< of the repeats, in their order; empty of frames, and in sessions of before
    friend bool operator==(const Seconds&, const Seconds&) = default;
  } seconds;
  std::optional<double> gflops, gbytesPerSecond;
  std::optional<double> shareOfLibrary;  ///< 1 is the library's speed; set by the viewer once the library ran

  struct Check {
    std::string metric;  ///< "relative Frobenius", "Freivalds + 4096 samples"
    double value = 0, limit = 0;
    /// Whatever became of the run: one that was stopped may be right as far as it came. Not of NaN.
    bool withinLimit() const { return value <= limit; }
    friend bool operator==(const Check&, const Check&) = default;
  };
  std::optional<Check> error;
  std::array<std::int64_t, kStoreyCount> storeyNs{};  ///< of the median repeat; sums to its call's wall time
  /// What the device did for the median repeat, also after its call had returned; no part of `storeyNs`.
  struct DeviceTime {
    std::int64_t workNs = 0, busyNs = 0;  ///< kernels and copies summed; while any of them ran
    std::int64_t afterReturnNs = 0;       ///< of workNs
    friend bool operator==(const DeviceTime&, const DeviceTime&) = default;
  };
  std::optional<DeviceTime> deviceTime;     ///< "device_work"; none: it did nothing
  std::map<std::string, Provenance> kinds;  ///< field name to kind
  std::vector<Figure> figures;              ///< "figures": [{name, value, unit, kind}]
  std::vector<ObservedPlace> places;        ///< in the order of the program's text; empty: not observed
  std::optional<KernelFindings> findings;   ///< of `observe=errors`; none: nobody looked
  std::string text;                         ///< of a kernel that somebody brought; empty: it is Strata's own
  std::string like;                         ///< the step whose place that took; empty: none
  std::optional<ModelledRun> modelled;      ///< on a GPU that is not here; none: nobody asked, or nobody can tell
  KeptJson parameters;                      ///< that it ran with, an object; null: not told. Not written by toJson
  KeptJson details;                         ///< what only this experiment tells; null: nothing
  const Figure* figure(std::string_view name) const;
  /// Whether it was at least begun.
  bool wasRun() const { return status == Status::Ok || status == Status::Failed; }
  /// Whether frames that it drew hold pixels of several. It ran, and may not be called ok.
  bool torn() const;
  /// Whether it was not because it would have taken too long.
  bool leftOut() const;
  /// Of a kernel that somebody brought: it does not compile, or cannot be launched.
  bool neverRan() const;
  std::uint32_t firstCall = 0, lastCall = 0;  ///< CallIds of its repeats in the trace: "first_call", "last_call"
  std::uint32_t medianCall = 0;               ///< CallId of the median repeat: storeyNs is its; "median_call"
  friend bool operator==(const RunResult&, const RunResult&) = default;
};

/// Among a language model's details: what to know of the speed of its prompt, or why there is none.
inline constexpr std::string_view kPromptNote = "prompt_note";

/// As streams have it. Of one that tore the status stays ok, beside the count: viewers of before know no other word.
nlohmann::json toJson(const RunResult& result);
/// As people and their programs are told: one that tore is "torn" and not ok.
nlohmann::json toldJson(const RunResult& result);
/// Of both.
Result<RunResult> runResultFromJson(const nlohmann::json& json);

}  // namespace strata::inline protocol
