#include "app/canvas/badge.h"

#include <utility>

#include "app/words/messages.h"
#include "engine/base/provenance.h"

namespace strata::inline canvas {
namespace {

constexpr std::pair<Provenance, Msg> kMeanings[] = {{Provenance::Measured, Msg::ProvenanceMeasured},
                                                    {Provenance::Counted, Msg::ProvenanceCounted},
                                                    {Provenance::Modelled, Msg::ProvenanceModelled},
                                                    {Provenance::Spec, Msg::ProvenanceSpec}};

bool isLetter(std::string_view words, std::size_t at) {
  return at < words.size() && words[at] >= 'a' && words[at] <= 'z';
}

bool names(std::string_view words, std::string_view word) {
  const std::size_t at = words.find(word);
  return at != std::string_view::npos && !isLetter(words, at - 1) && !isLetter(words, at + word.size());
}

}  // namespace

std::string provenanceMeaning(std::string_view words) {
  std::string lines;
  for (const auto& [kind, meaning] : kMeanings)
    if (names(words, provenanceKey(kind))) lines.append(lines.empty() ? "" : "\n").append(text(meaning));
  return lines;
}

std::string badgeTip(const RecordingCanvas& drawn, Point at) {
  const DrawOp* frame = nullptr;
  for (const DrawOp& op : drawn.ops()) {
    // A badge is a frame and the words drawn next.
    if (op.kind == DrawOp::Kind::Text && frame && frame->rect.contains(at)) return provenanceMeaning(op.text);
    frame = op.kind == DrawOp::Kind::Stroke ? &op : nullptr;
  }
  return {};
}

}  // namespace strata::inline canvas
