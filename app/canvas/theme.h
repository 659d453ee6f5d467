#pragma once

#include "engine/base/storey.h"

namespace strata::inline canvas {

/// The colours of a canvas, named by what they are for. Storeys bring their own (storeyInfo), the same in every theme.
struct Theme {
  // Surfaces, from the back to the front.
  Color background, bar, dock, row, card, field, button, run, well, meter;
  // Lines.
  Color divider, groupLine, boxBorder, cardBorder, fieldBorder, buttonBorder, runBorder, wellBorder, tagBorder, grid;
  // Text, from loud to quiet.
  Color white;  ///< the loudest: outlines of what is selected, the cursor's line
  Color textStrong, title, text, textSoft, textLabel, textDim;
  Color ink;  ///< on the accent and on bars
  // Meanings; each also has a word or a shape.
  Color accent, accentText, good, warning, arrow, deviceBox, deviceBoxDark, unitIdle, copyDark;
};

const Theme& darkTheme();
const Theme& lightTheme();
/// For the last row of a classroom: black ground, white text, no half tones that a projector loses.
const Theme& projectorTheme();

}  // namespace strata::inline canvas
