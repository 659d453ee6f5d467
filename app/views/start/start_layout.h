#pragma once

#include <array>
#include <vector>

#include "app/facts/view_state.h"

namespace strata::inline views {

/// Where the parts of the start page stand.
struct StartLayout {
  float scale = 1;
  Rect header;
  /// The storeys and what they are called here, a column for each vendor; no height: no room.
  struct Table {
    Rect box;
    float head = 0, row = 0, label = 0, column = 0;
    Rect cell(std::size_t storey, std::size_t vendor) const;
  } table;
  struct Door {
    Rect box;
    Rect words;  ///< heading and sentence
  };
  std::array<Door, 3> doors;  ///< Learn, Explore, Open
  Rect lesson, progress;      ///< of Learn
  Rect shipped;               ///< of Open, what the recordings below are; no height: there are none
  Rect kept;                  ///< of Open, what was written is kept; no height: nothing was
  Rect more;                  ///< says how many files are left out; no height: none, or there is no room
  std::size_t leftOut = 0;    ///< files
  /// What can be done, in the keyboard's order.
  struct Action {
    StartAct act;
    Rect box;
  };
  std::vector<Action> actions;
};

StartLayout layOutStart(Rect area, const StartSight& start);

}  // namespace strata::inline views
