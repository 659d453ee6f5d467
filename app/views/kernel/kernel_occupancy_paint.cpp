#include <algorithm>
#include <array>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/vendor_words.h"
#include "app/views/kernel/kernel_parts.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

struct Limit {
  Msg words;
  Term term;
};
/// As OccupancyLimit counts them.
constexpr std::array kLimits{Limit{Msg::KernelByWaves, Term::Warp}, Limit{Msg::KernelByRegisters, Term::Thread},
                             Limit{Msg::KernelBySharedMemory, Term::SharedMemory},
                             Limit{Msg::KernelByBlocks, Term::Unit}};

struct Bar {
  std::string label, value;
  double share = 0;
  Color color;
  bool loud = false;
};

std::vector<Bar> barsOf(const Canvas& canvas, const KernelOccupancy& occupancy, Vocabulary vocabulary) {
  const Color calm = storeyInfo(Storey::Hardware).color, tight = canvas.theme().warning;
  std::vector<Bar> bars{{fillText(Msg::KernelOccupancyShare, {word(Term::Warp, vocabulary)}),
                         formatPartPercent(occupancy.share), occupancy.share, calm, true}};
  if (occupancy.grid)
    bars.push_back({std::string(text(Msg::KernelOfGrid)), formatPartPercent(occupancy.grid->share),
                    occupancy.grid->share, calm, true});
  double most = 0, least = 0;
  for (const auto& blocks : occupancy.blocks)
    if (blocks) {
      least = most == 0 ? *blocks : std::min(least, *blocks);
      most = std::max(most, *blocks);
    }
  for (std::size_t i = 0; i < kLimits.size(); ++i)
    if (const auto blocks = occupancy.blocks[i]) {
      const bool limits = *blocks == least;
      bars.push_back({fillText(kLimits[i].words, {word(kLimits[i].term, vocabulary)}),
                      countedWords(*blocks, word(Term::Block, vocabulary)), most > 0 ? *blocks / most : 0,
                      limits ? tight : calm, limits});
    }
  return bars;
}

void drawBars(Canvas& canvas, Rect box, float scale, const std::vector<Bar>& bars) {
  const float height = std::min(18 * scale, box.h / static_cast<float>(std::max<std::size_t>(1, bars.size())));
  const TextStyle style{std::min(10.5f * scale, height / 1.25f), Face::Regular, canvas.theme().textSoft};
  if (style.size < 7) return;
  float labels = 0, values = 0;
  for (const Bar& bar : bars) {
    labels = std::max(labels, canvas.measure(bar.label, {style.size, Face::Bold, {}}));
    values = std::max(values, canvas.measure(bar.value, {style.size, Face::Bold, {}}));
  }
  labels = std::min(labels + 2, box.w * 0.42f);
  values = std::min(values, box.w * 0.5f);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const Rect row{box.x, box.y + static_cast<float>(i) * height, box.w, height};
    TextStyle words = style;
    if (bar.loud) words.face = Face::Bold, words.color = canvas.theme().textStrong;
    drawLine(canvas, {row.x, row.y, labels, row.h}, bar.label, words);
    const Rect track{row.x + labels + 8 * scale, row.y + row.h * 0.28f, row.w - labels - values - 18 * scale,
                     row.h * 0.44f};
    drawLine(canvas, {row.right() - values - 2, row.y, values + 2, row.h}, bar.value, words, Align::Right);
    if (track.w < 10) continue;
    canvas.fill(track, canvas.theme().meter, track.h / 2);
    const float share = static_cast<float>(std::clamp(bar.share, 0.0, 1.0));
    canvas.fill({track.x, track.y, track.w * share, track.h}, bar.color, std::min(track.h, track.w * share) / 2);
  }
}

std::string resources(const KernelOccupancy& occupancy) {
  std::string words;
  const auto add = [&](const std::string& value) { words.append(words.empty() ? "" : " · ").append(value); };
  if (occupancy.grid) add(fillText(Msg::KernelGridWaves, {formatNumber(occupancy.grid->waves, 2)}));
  if (occupancy.registers)
    add(fillText(occupancy.compiler.empty() ? Msg::KernelRegisters : Msg::KernelRegistersBy,
                 {formatNumber(*occupancy.registers), occupancy.compiler}));
  if (occupancy.sharedSum)
    add(fillText(Msg::KernelSharedSum, {formatBytes(*occupancy.sharedSum)}));
  else if (occupancy.dynamicShared.value_or(0) > 0)
    add(fillText(Msg::KernelBothShared, {formatBytes(occupancy.staticShared.value_or(0) + *occupancy.dynamicShared),
                                         formatBytes(*occupancy.dynamicShared)}));
  else if (occupancy.staticShared)
    add(fillText(Msg::KernelStaticShared, {formatBytes(*occupancy.staticShared)}));
  if (occupancy.localBytes.value_or(0) > 0) add(fillText(Msg::KernelSpills, {formatBytes(*occupancy.localBytes)}));
  return words;
}

}  // namespace

void drawKernelOccupancy(Canvas& canvas, Rect box, float scale, const ViewState& state, const KernelFacts& facts) {
  if (box.h <= 0 || box.w <= 0) return;
  const Rect below = drawPartTitle(canvas, box, scale, text(Msg::KernelOccupancy),
                                   facts.occupancy ? std::string_view(facts.occupancy->gpu) : std::string_view{},
                                   facts.occupancy ? provenanceKey(Provenance::Modelled) : std::string_view{});
  const float line = 16 * scale;
  if (!facts.occupancy) {
    const bool cpu = ofProcessor(state.session.hello);
    const TextStyle style = look::dim(canvas, scale);
    float y = below.y;
    for (const std::string& words :
         wrapText(canvas, text(cpu ? Msg::KernelOccupancyCpu : Msg::KernelOccupancyUnknown), style, below.w)) {
      if (y + line > below.bottom() + 1) return;
      drawLine(canvas, {below.x, y, below.w, line}, words, style);
      y += line;
    }
    return;
  }
  const float foot = below.h > 60 * scale ? line : 0;
  drawBars(canvas, {below.x, below.y, below.w, below.h - foot}, scale,
           barsOf(canvas, *facts.occupancy, facts.vocabulary));
  drawLine(canvas, {below.x, below.bottom() - foot, below.w, foot}, resources(*facts.occupancy),
           look::dim(canvas, scale * 0.95f));
}

}  // namespace strata::inline views
