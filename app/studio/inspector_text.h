#pragma once

#include <QString>
#include <vector>

#include "app/facts/view_state.h"

namespace strata::inline studio {

/// What the inspector says about the selection, as text.
struct InspectorText {
  enum class Tone { Plain, Good, Bad };
  struct Row {
    QString key, value;
    QString kind;  ///< "measured", "counted", "modelled", "spec"; empty where there is nothing to say
    Tone tone = Tone::Plain;
    bool prose = false;  ///< a sentence, not a value
    friend bool operator==(const Row&, const Row&) = default;
  };
  QString title;
  std::vector<Row> rows;
  friend bool operator==(const InspectorText&, const InspectorText&) = default;
};

/// The selected event; without one the device and what the session holds.
InspectorText describe(const ViewState& state);

}  // namespace strata::inline studio
