#pragma once

#include "engine/base/storey.h"

// The colours of the house, named by what they are for. Storeys bring their own (storeyInfo).

namespace strata::theme {

// Surfaces, from the back to the front.
inline constexpr Color kBackground{0x14, 0x16, 0x1B};
inline constexpr Color kBar{0x1B, 0x1E, 0x25};
inline constexpr Color kDock{0x18, 0x1B, 0x21};
inline constexpr Color kRow{0x1B, 0x1F, 0x27};
inline constexpr Color kCard{0x1E, 0x22, 0x2B};
inline constexpr Color kField{0x21, 0x25, 0x2E};
inline constexpr Color kButton{0x26, 0x2A, 0x34};
inline constexpr Color kRun{0x1F, 0x6F, 0x4F};
inline constexpr Color kWell{0x12, 0x14, 0x1A};
inline constexpr Color kMeter{0x22, 0x26, 0x2F};

// Lines.
inline constexpr Color kDivider{0x2A, 0x2E, 0x38};
inline constexpr Color kLaneLine{0x20, 0x24, 0x2D};
inline constexpr Color kBoxBorder{0x30, 0x36, 0x44};
inline constexpr Color kCardBorder{0x34, 0x3B, 0x49};
inline constexpr Color kFieldBorder{0x33, 0x39, 0x47};
inline constexpr Color kButtonBorder{0x34, 0x3A, 0x47};
inline constexpr Color kRunBorder{0x2B, 0x9A, 0x6D};
inline constexpr Color kWellBorder{0x26, 0x2B, 0x36};
inline constexpr Color kTagBorder{0x3C, 0x44, 0x54};
inline constexpr Color kGrid{0x2B, 0x31, 0x40};

// Text, from loud to quiet.
inline constexpr Color kWhite{0xFF, 0xFF, 0xFF};
inline constexpr Color kTextStrong{0xEE, 0xF0, 0xF4};
inline constexpr Color kTitle{0xE8, 0xEA, 0xEE};
inline constexpr Color kText{0xD7, 0xDA, 0xE0};
inline constexpr Color kTextSoft{0xAA, 0xB1, 0xBF};
inline constexpr Color kTextLane{0x9A, 0xA1, 0xB0};
inline constexpr Color kTextDim{0x8B, 0x92, 0xA1};
inline constexpr Color kInk{0x0D, 0x0F, 0x13};  ///< on bars

// Meanings; each also has a word or a shape.
inline constexpr Color kAccent{0x56, 0xB4, 0xE9};
inline constexpr Color kAccentText{0xCF, 0xE9, 0xFA};
inline constexpr Color kGood{0x5F, 0xD3, 0xA5};
inline constexpr Color kWarning{0xE6, 0x9F, 0x00};
inline constexpr Color kArrow{0xE8, 0xEA, 0xEE};
inline constexpr Color kDeviceBox{0x00, 0x9E, 0x73};
inline constexpr Color kDeviceBoxDark{0x0B, 0x7D, 0x5D};
inline constexpr Color kUnitIdle{0x0B, 0x5C, 0x45};
inline constexpr Color kCopyDark{0xA8, 0x55, 0x2B};

}  // namespace strata::theme
