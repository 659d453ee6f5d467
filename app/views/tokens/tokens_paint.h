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
/// The colour of a weight that is this share of the greatest.
Color attentionColor(const Canvas& canvas, double share);
/// What of the cache the tokens up to this one fill: "70 of 256 tokens · 175 KiB".
std::string cacheFillText(const ViewState& state, std::size_t chosen);

}  // namespace strata::inline views
