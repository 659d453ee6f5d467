#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"
#include "app/lens/lens.h"

namespace strata::inline facts {

/// What was counted at places of a kernel's text, summed. Kind: counted.
struct PlaceSums {
  std::uint64_t requests = 0, lanes = 0;  ///< of loads and stores
  std::uint64_t globalRequests = 0, sectors = 0, usedBytes = 0;
  std::uint64_t sharedRequests = 0, wavefronts = 0, phases = 0;
  std::uint64_t branches = 0, branchLanes = 0, partialBranches = 0;
  std::uint32_t worstWays = 0, sameAddress = 0;
  std::uint64_t turns = 0;  ///< of atomics; 0: the session does not tell

  void add(const ObservedPlace& place);
  std::optional<double> sectorsPerRequest() const;  ///< none: nothing global here
  std::optional<double> usedShare() const;          ///< of the bytes of the sectors
  std::optional<double> bankWays() const;           ///< wavefronts for each that is needed without conflicts
  std::optional<double> activeLanes() const;        ///< of a request; of a branch where nothing is loaded or stored
};

/// One way in which warps asked at a line: places of one array whose most frequent request is the same are one.
struct WarpRequest {
  const ObservedPlace* place = nullptr;  ///< one of them: what and space
  PlaceSums sums;
  std::vector<WarpExample> examples{};  ///< the most frequent first; in older sessions one without offsets
  std::size_t shown = 0;                ///< which of them is drawn
  const WarpExample& example() const { return examples[shown]; }

  void add(const ObservedPlace& other);
};

/// A text whose lines were observed, and how many places of it.
struct ObservedText {
  std::string file;
  std::size_t places = 0;
};

struct LaunchFacts {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  EventRef event;
  std::string name;                            ///< "matmul_tiled<32>"
  std::optional<double> registers = {};        ///< of a thread; none: the session does not tell
  double staticShared = 0, dynamicShared = 0;  ///< bytes of a block
  std::optional<double> sharedSum = {};        ///< of both, where the session tells no more
  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  std::uint64_t threads() const { return std::uint64_t{block[0]} * block[1] * block[2]; }
};

/// What of a launch a compute unit can hold at once, by the vendor's rules. Kind: modelled.
struct KernelOccupancy {
  double share = 0;                             ///< of the warps that a unit can hold
  std::array<std::optional<double>, 4> blocks;  ///< a unit that each limit allows, as OccupancyLimit counts them
  std::optional<double> registers, localBytes;  ///< of a thread
  std::optional<double> staticShared;           ///< bytes of a block
  std::optional<double> dynamicShared;          ///< none: the launch is not in the session

  /// What the grid has for the whole device.
  struct OfGrid {
    double share = 0;  ///< of the warps that the device can hold, at most
    double waves = 0;  ///< turns in which the device takes the grid's blocks
  };
  std::optional<OfGrid> grid;
  std::optional<double> sharedSum = {};  ///< bytes of a block, where static and dynamic are not told apart
  std::string compiler = {};             ///< whose registers they are: "nvcc 13.0"; empty: not known
  std::string gpu = {};                  ///< that it is of, where time is modelled on it: "NVIDIA RTX A6000"
};

/// A text, and what was seen of it through the lens.
struct KernelLens {
  std::string source;
  LensedText lensed;
};

/// The GPU that times are modelled on. Accesses are counted by the rules of NVIDIA's, and by code of one of them.
struct ModelledGpu {
  std::string title, architecture;
  std::uint32_t waveSize = 0;
  bool ofNvidia = false;
};

/// The kernel that the view shows; refers to the state.
struct KernelFacts {
  std::string variant;                     ///< empty: nothing to show
  const VariantInfo* info = nullptr;       ///< null: the experiment is not known
  const RunResult* result = nullptr;       ///< null: not in the newest run
  bool ofExperiment = false;               ///< one of its variants
  bool resultToCome = false;               ///< of the run that goes on
  bool neverRan = false;                   ///< RunResult::neverRan(): launches of its name are of an earlier text
  bool cutOff = false;                     ///< its text was sent, and its run ended with the agent, without a result
  std::string_view file;                   ///< whose text is shown
  std::string_view source;                 ///< that text, as it is
  std::string kernel;                      ///< that the text defines, and that ran; empty: it defines none
  std::vector<std::string_view> lines;     ///< of the text; the first is line 1
  std::shared_ptr<const LensedText> lens;  ///< the text that is shown instead of its own; null: its own is
  std::map<int, PlaceSums> counts;         ///< by line; empty: not observed
  std::vector<ObservedText> elsewhere;     ///< other texts with observed places
  std::string nextFile;                    ///< which of them is opened next; empty: there is none
  int begin = 1;                           ///< line where the kernel itself begins
  int line = 0;                            ///< the chosen one, else the one that wastes most; 0: none
  bool lineAsked = false;                  ///< by a lesson
  int pattern = 0;                         ///< which of a line's requests is drawn
  std::uint32_t waveSize = 32;
  std::optional<ModelledGpu> modelledOn;  ///< where its time is modelled
  Vocabulary vocabulary = Vocabulary::Cuda;
  std::optional<KernelOccupancy> occupancy;  ///< of that launch
  std::optional<LaunchFacts> launch;         ///< the finding's, else of the selected event, else of the median call
  std::string provider;              ///< whose kernel it is where its text is not here: "cuDNN 9.19"; empty: not known
  const Finding* finding = nullptr;  ///< at the chosen line of the text, else the first there; null: none

  /// At `line`: the most wasteful first, of equals global before shared; branches only where they are all.
  std::vector<WarpRequest> requests() const;
  std::size_t placesElsewhere() const;
};

KernelFacts kernelFacts(const ViewState& state);

/// Puts the text that is shown through the lens that is chosen; once for each text and vendor.
void lookThroughLens(ViewState& state);

}  // namespace strata::inline facts
