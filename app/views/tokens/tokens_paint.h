#pragma once

#include "app/views/tokens/tokens_layout.h"

// The panels of the tokens' view. Each draws into its panel only, and nothing where that has no size.

namespace strata::inline views {

void drawTokenText(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen);
void drawNextTokens(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen);
void drawAttention(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen);
void drawNorms(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen);
void drawCacheFill(Canvas& canvas, const TokensLayout& layout, const ViewState& state, std::size_t chosen);

/// A panel's title with the kind of its numbers, if there is room.
void drawPanelTitle(Canvas& canvas, const TokensPanel& panel, std::string_view title, std::optional<Provenance> kind);
/// What one token looked at, in colour: each weight as a share of its greatest; of what is not known, `unknown`.
class AttentionColors {
 public:
  AttentionColors(const Canvas& canvas, const std::vector<float>& weights, Color unknown);
  Color at(std::int64_t position) const;

 private:
  const std::vector<float>& m_weights;
  const Color m_ground, m_unknown;
  float m_greatest = 1e-30f;
};
/// What of the cache the tokens up to this one fill: "70 of 256 tokens · 175 KiB".
std::string cacheFillText(const ViewState& state, std::size_t chosen);

}  // namespace strata::inline views
