#include "app/canvas/theme.h"

namespace strata::inline canvas {
namespace {

constexpr Color rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value)};
}

Theme makeDark() {
  Theme t;
  t.background = rgb(0x14161B), t.bar = rgb(0x1B1E25), t.dock = rgb(0x181B21), t.row = rgb(0x1B1F27);
  t.card = rgb(0x1E222B), t.field = rgb(0x21252E), t.button = rgb(0x262A34), t.run = rgb(0x1F6F4F);
  t.well = rgb(0x12141A), t.meter = rgb(0x22262F);
  t.divider = rgb(0x2A2E38), t.groupLine = rgb(0x20242D), t.boxBorder = rgb(0x303644), t.cardBorder = rgb(0x343B49);
  t.fieldBorder = rgb(0x333947), t.buttonBorder = rgb(0x343A47), t.runBorder = rgb(0x2B9A6D);
  t.wellBorder = rgb(0x262B36), t.tagBorder = rgb(0x3C4454), t.grid = rgb(0x2B3140);
  t.white = rgb(0xFFFFFF), t.textStrong = rgb(0xEEF0F4), t.title = rgb(0xE8EAEE), t.text = rgb(0xD7DAE0);
  t.textSoft = rgb(0xAAB1BF), t.textLabel = rgb(0x9AA1B0), t.textDim = rgb(0x8B92A1), t.ink = rgb(0x0D0F13);
  t.accent = rgb(0x56B4E9), t.accentText = rgb(0xCFE9FA), t.good = rgb(0x5FD3A5), t.warning = rgb(0xE69F00);
  t.arrow = rgb(0xE8EAEE), t.deviceBox = rgb(0x009E73), t.deviceBoxDark = rgb(0x0B7D5D), t.unitIdle = rgb(0x0B5C45);
  t.copyDark = rgb(0xA8552B);
  return t;
}

Theme makeLight() {
  Theme t;
  t.background = rgb(0xFAFAFC), t.bar = rgb(0xEDEFF3), t.dock = rgb(0xF3F4F7), t.row = rgb(0xF0F2F5);
  t.card = rgb(0xFFFFFF), t.field = rgb(0xFFFFFF), t.button = rgb(0xE4E7ED), t.run = rgb(0x13704A);
  t.well = rgb(0xFFFFFF), t.meter = rgb(0xDFE3EA);
  t.divider = rgb(0xD3D8E0), t.groupLine = rgb(0xE4E8EE), t.boxBorder = rgb(0xCBD1DB), t.cardBorder = rgb(0xC5CBD6);
  t.fieldBorder = rgb(0xBAC1CD), t.buttonBorder = rgb(0xC5CBD6), t.runBorder = rgb(0x0C5637);
  t.wellBorder = rgb(0xCFD5DE), t.tagBorder = rgb(0xA9B1BF), t.grid = rgb(0xDADFE7);
  t.white = rgb(0x0B0D11), t.textStrong = rgb(0x14171D), t.title = rgb(0x1A1E26), t.text = rgb(0x232832);
  t.textSoft = rgb(0x434B59), t.textLabel = rgb(0x4B5463), t.textDim = rgb(0x596272), t.ink = rgb(0x0D0F13);
  t.accent = rgb(0x0B6FA8), t.accentText = rgb(0x07466B), t.good = rgb(0x0A6B4A), t.warning = rgb(0x8A5200);
  t.arrow = rgb(0x2A303B), t.deviceBox = rgb(0x009E73), t.deviceBoxDark = rgb(0x0B7D5D), t.unitIdle = rgb(0xBFE3D6);
  t.copyDark = rgb(0xE0A27E);
  return t;
}

Theme makeProjector() {
  Theme t = makeDark();
  t.background = t.dock = t.well = rgb(0x000000), t.row = t.card = t.bar = rgb(0x10131A);
  t.divider = t.boxBorder = t.cardBorder = t.wellBorder = rgb(0x667084), t.tagBorder = rgb(0x8C96AA);
  t.textStrong = t.title = t.text = rgb(0xFFFFFF), t.textSoft = rgb(0xE6EAF2), t.textLabel = rgb(0xDDE2EC);
  t.textDim = rgb(0xC8CFDC);
  return t;
}

}  // namespace

const Theme& darkTheme() {
  static const Theme theme = makeDark();
  return theme;
}

const Theme& lightTheme() {
  static const Theme theme = makeLight();
  return theme;
}

const Theme& projectorTheme() {
  static const Theme theme = makeProjector();
  return theme;
}

}  // namespace strata::inline canvas
