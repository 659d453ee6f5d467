#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/view_state.h"

namespace strata {

/// What was counted at places of a kernel's text, summed. Kind: counted.
struct PlaceSums {
  std::uint64_t requests = 0, lanes = 0;  ///< of loads and stores
  std::uint64_t globalRequests = 0, sectors = 0, usedBytes = 0;
  std::uint64_t sharedRequests = 0, wavefronts = 0, phases = 0;
  std::uint64_t branches = 0, branchLanes = 0;
  std::uint32_t worstWays = 0;

  void add(const ObservedPlace& place);
  std::optional<double> sectorsPerRequest() const;  ///< none: nothing global here
  std::optional<double> usedShare() const;          ///< of the bytes of the sectors
  std::optional<double> bankWays() const;           ///< turns for each that is needed without conflicts
  std::optional<double> activeLanes() const;        ///< of a request; of a branch where nothing is loaded or stored
};

/// One way in which warps asked at a line: places of the same example are one.
struct WarpRequest {
  const ObservedPlace* place = nullptr;  ///< one of them: what, space and example
  PlaceSums sums;
};

struct LaunchFacts {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  EventRef event;
  std::string name;  ///< "matmul_tiled<32>"
  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  std::uint64_t threads() const { return std::uint64_t{block[0]} * block[1] * block[2]; }
};

/// The kernel that the view shows; refers to the state.
struct KernelFacts {
  std::string variant;                  ///< empty: nothing to show
  const VariantInfo* info = nullptr;    ///< null: the experiment is not known
  const RunResult* result = nullptr;    ///< null: not in the newest run
  std::vector<std::string_view> lines;  ///< of the text; the first is line 1
  std::map<int, PlaceSums> counts;      ///< by line; empty: not observed
  std::size_t elsewhere = 0;            ///< observed places in other files
  int begin = 1;                        ///< line where the kernel itself begins
  int line = 0;                         ///< the chosen one, else the one that wastes most; 0: none
  std::uint32_t waveSize = 32;
  Vocabulary vocabulary = Vocabulary::Cuda;
  std::optional<LaunchFacts> launch;  ///< of the selected event, else of the median call

  std::vector<WarpRequest> requests() const;  ///< at `line`: global before shared, branches only where they are all
};

KernelFacts kernelFacts(const ViewState& state);

}  // namespace strata
