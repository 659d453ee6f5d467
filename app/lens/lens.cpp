#include "app/lens/lens.h"

#include <algorithm>

#include "app/lens/lens_work.h"

namespace strata::inline lens {
namespace {

bool has(const CodePieces& pieces, std::string_view word) {
  return std::ranges::any_of(pieces, [&](const CodePiece& piece) { return piece.is(word); });
}

/// HIPIFY's rule: device code needs the main header. Where it is included already nothing is added.
void addMainHeader(LensWork& work) {
  const bool device = has(work.pieces, "__global__") || has(work.pieces, "__shared__") || has(work.pieces, "<<<") ||
                      has(work.pieces, "hipLaunchKernelGGL") ||
                      work.result.statistics.kinds.contains("device_function");
  if (!device) return;
  const std::string_view header = work.toHip() ? "hip/hip_runtime.h" : "cuda_runtime.h";
  for (const LensNote& note : work.result.notes)
    if (note.kind == LensNoteKind::Header && (note.to == header || note.to == "cuda.h")) return;
  for (const CodePiece& piece : work.pieces)
    if (piece.kind == CodePieceKind::HeaderName && piece.text.find(header) != std::string_view::npos) return;
  const std::size_t end = work.text.find('\n');
  const bool dos = end != std::string_view::npos && end > 0 && work.text[end - 1] == '\r';
  work.edits.insert(0, "#include \"" + std::string(header) + "\"" + (dos ? "\r\n" : "\n"));
}

}  // namespace

std::string_view lensNoteKey(LensNoteKind kind) {
  switch (kind) {
    case LensNoteKind::Renamed: return "renamed";
    case LensNoteKind::Header: return "header";
    case LensNoteKind::Launch: return "launch";
    case LensNoteKind::NoCounterpart: return "none";
    case LensNoteKind::Lanes: return "lanes";
    case LensNoteKind::Differs: return "differs";
  }
  return "differs";
}

int countOf(const LensedText& lensed, LensNoteKind kind) {
  return static_cast<int>(std::ranges::count(lensed.notes, kind, &LensNote::kind));
}

Dialect dialectOf(std::string_view text) {
  int cuda = 0, hip = 0;
  for (const CodePiece& piece : codeOf(text)) {
    const bool header = piece.kind == CodePieceKind::HeaderName && piece.text.size() > 2;
    const std::string_view name = header ? piece.text.substr(1, piece.text.size() - 2) : piece.text;
    const auto renamed = [&](Dialect from) {
      const VendorNames& names = VendorNames::shipped();
      return (header ? names.header(name, from) : names.meaning(name, from)).fate == NameFate::Renamed;
    };
    if (!header && piece.kind != CodePieceKind::Word) continue;
    if (renamed(Dialect::Cuda)) ++cuda;
    if (renamed(Dialect::Hip)) ++hip;
  }
  return hip > cuda ? Dialect::Hip : Dialect::Cuda;
}

LensedText throughLens(std::string_view text, Dialect to, MainHeader header) {
  LensWork work{text, otherDialect(to), to, codeOf(text), {}, {}, {}};
  work.result.to = to;
  findLocations(work);
  renameNames(work);
  reshapeCalls(work);
  noteLanes(work);
  noteShared(work);
  noteDifferences(work);
  if (header == MainHeader::Add) addMainHeader(work);
  work.edits.apply(text, work.result);
  std::ranges::stable_sort(work.result.notes, {}, &LensNote::line);
  return std::move(work.result);
}

}  // namespace strata::inline lens
