#pragma once

#include <string>
#include <vector>

#include "app/facts/what_if.h"
#include "app/words/messages.h"

namespace strata::inline views {

std::string boundTimeText(double seconds);  ///< "2.31 ms"
/// "The bottleneck is the load unit: it takes 469 ms, …"
std::string boundSentence(std::vector<ModelledRun::Part> parts);
/// "8 blocks on 304 CUs: 296 have none."; empty: most of the GPU's units have one.
std::string idleUnitsSentence(const WhatIfAnswer& answer);
/// "3 shorter bars have no room here"
std::string leftOutWords(std::size_t bars);

/// What bars and lines are; of a part that was counted, of which.
std::string barsExplained(const ModelledRun& run, bool asked);

/// "× 1.4 quicker: 2.3 ms instead of 3.2 ms"; or why such a block cannot be.
std::string whatIfVerdict(const WhatIfAnswer& answer);
/// "8 blocks on each SM: 64 of 64 warps (100 %), limited by warps"; empty: it cannot be launched.
std::string occupancyWords(const Occupancy& occupancy);

Msg knobName(Knob knob);
std::string knobText(Knob knob, double value);           ///< "256", "1.8 GHz", "768 GB/s"
std::string knobTip(Knob knob, const KnobRange& range);  ///< what it does, and where it stood

}  // namespace strata::inline views
