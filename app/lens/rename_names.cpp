#include <algorithm>
#include <cctype>
#include <set>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"

namespace strata::inline lens {
namespace {

/// "cudaMalloc": a call of the vendor's, or somebody's own that is named so.
bool looksLikeCall(std::string_view name, Dialect of) {
  const std::string_view begin = of == Dialect::Cuda ? "cuda" : "hip";
  return name.size() > begin.size() && name.starts_with(begin) &&
         std::isupper(static_cast<unsigned char>(name[begin.size()])) != 0;
}

/// A launch that becomes one of CUDA's.
bool isReshaped(const CodePiece& piece) {
  return piece.is("hipLaunchKernelGGL") && !piece.directive;
}

bool looksLikeHeader(std::string_view name, Dialect of) {
  if (of == Dialect::Hip)
    return name.starts_with("hip") || name.starts_with("roc") || name.starts_with("rccl") || name.starts_with("miopen");
  for (const std::string_view begin :
       {"cuda", "cub/", "cooperative_groups/", "cublas", "cudnn", "cufft", "cusparse", "cusolver", "curand", "nvrtc",
        "nvml", "nccl", "nvtx", "nv/", "mma.h", "thrust/system/cuda"})
    if (name.starts_with(begin)) return true;
  return false;
}

/// Of the vendor's library for neural networks; the two do not correspond call by call.
bool isOfNetworks(std::string_view name, Dialect of) {
  if (of == Dialect::Hip) return name.starts_with("miopen");
  return name.starts_with("cudnn") || name.starts_with("CUDNN_");
}

/// Functions of a warp that take no mask of lanes.
bool takesNoMask(std::string_view name) {
  return name.starts_with("__shfl") || name == "__ballot" || name == "__any" || name == "__all";
}

/// Why a name that is known has no counterpart.
Msg whyNone(std::string_view name, Dialect of) {
  if (isOfNetworks(name, of)) return Msg::LensNetworks;
  if (of == Dialect::Hip && takesNoMask(name)) return Msg::LensNeedsMask;
  return of == Dialect::Cuda && name.starts_with("__nv_fp8") ? Msg::LensFp8 : Msg::LensNone;
}

/// A word of the language before a name that it does not declare.
bool isNoType(const CodePiece& word) {
  static constexpr std::string_view kWords[] = {"return", "else", "case",      "new",      "struct",   "enum",
                                                "do",     "goto", "throw",     "delete",   "not",      "and",
                                                "or",     "xor",  "co_return", "co_yield", "co_await", "sizeof"};
  return std::ranges::any_of(kWords, [&](std::string_view each) { return word.is(each); });
}

class Renamer {
 public:
  explicit Renamer(LensWork& work) : m_work(work) {
    for (std::size_t i = 1; i + 1 < m_work.pieces.size(); ++i)
      if (isDeclared(i)) m_own.insert(m_work.pieces[i].text);
  }

  void all() {
    for (std::size_t i = 0; i < m_work.pieces.size(); ++i) {
      const CodePiece& piece = m_work.pieces[i];
      if (piece.kind == CodePieceKind::HeaderName) header(piece);
      if (piece.kind == CodePieceKind::Quoted) quoted(piece);
      if (piece.kind == CodePieceKind::Word && !space(i)) name(i);
    }
  }

 private:
  /// "cublasHandle_t cublasH;", "#define CUSPARSE_CHECK(x)": the text's own name, whatever it begins with.
  bool isDeclared(std::size_t index) const {
    const CodePiece &name = m_work.pieces[index], &before = m_work.pieces[index - 1],
                    &behind = m_work.pieces[index + 1];
    if (name.kind != CodePieceKind::Word) return false;
    if (name.directive) return before.is("define");
    const bool type = before.kind == CodePieceKind::Word && !isNoType(before);
    if (behind.is("(")) return type || isDefinedAt(index);
    const bool pointer = (before.is("*") || before.is("&")) && index > 1 &&
                         m_work.pieces[index - 2].kind == CodePieceKind::Word && behind.kind == CodePieceKind::Mark;
    return (type || pointer) &&
           (behind.is(";") || behind.is("=") || behind.is(",") || behind.is("[") || behind.is("{") || behind.is(")"));
  }

  /// "char* cudaText(int of) {": what is multiplied or compared has no body.
  bool isDefinedAt(std::size_t index) const {
    const CodePiece& before = m_work.pieces[index - 1];
    if (!before.is("*") && !before.is("&") && !before.is(">")) return false;
    const std::size_t close = m_work.pieces[index + 1].closedBy;
    return close > index && isAt(m_work.pieces, close + 1, "{");
  }

  /// The name in CUDA's words, by which it is counted.
  std::string_view cudaName(std::string_view name, const NameMeaning& meaning) const {
    return m_work.toHip() ? name : std::string_view(meaning.other);
  }

  void rename(std::size_t at, std::string_view name, const NameMeaning& meaning, std::string_view kind) {
    m_work.edits.replace(at, name.size(), meaning.other);
    m_work.result.statistics.convert(name, cudaName(name, meaning), kind);
  }

  /// CUB's names stand in hipCUB's namespace.
  bool space(std::size_t index) {
    const std::string_view here = m_work.toHip() ? "cub" : "hipcub", there = m_work.toHip() ? "hipcub" : "cub";
    const CodePiece& piece = m_work.pieces[index];
    if (!piece.is(here)) return false;
    if (!isAt(m_work.pieces, index + 1, "::") && !isBefore(m_work.pieces, index, "namespace")) return false;
    m_work.edits.replace(piece.at, piece.text.size(), std::string(there));
    m_work.note(LensNoteKind::Renamed, piece, std::string(there), fillText(Msg::LensRenamed, {here, there}));
    return true;
  }

  /// What the name is there, and from which release on HIP has it.
  std::string sentence(std::string_view name, const NameMeaning& meaning) const {
    if (!m_work.toHip() || meaning.since.empty()) return fillText(Msg::LensRenamed, {name, meaning.other});
    return fillText(Msg::LensSince, {name, meaning.other, meaning.since});
  }

  void name(std::size_t index) {
    const CodePiece& piece = m_work.pieces[index];
    const NameMeaning meaning = meaningAt(m_work, index);
    const bool same = meaning.fate == NameFate::Same;
    const bool vendors = same || (meaning.fate == NameFate::Renamed && !meaning.byBeginning);
    if (!vendors && m_own.contains(piece.text)) return;
    const bool called = isAt(m_work.pieces, index + 1, "(");
    // CUSPARSE_CHECK(…): a constant is not called, so this is somebody's macro.
    if (meaning.byBeginning && called && std::isupper(static_cast<unsigned char>(piece.text.front())) != 0) return;
    switch (meaning.fate) {
      case NameFate::Renamed:
        rename(piece.at, piece.text, meaning, meaning.kind);
        m_work.note(LensNoteKind::Renamed, piece, meaning.other, sentence(piece.text, meaning));
        break;
      case NameFate::None: return none(piece, whyNone(piece.text, m_work.from));
      case NameFate::Same:
        if (called && !isBefore(m_work.pieces, index, ".") && !isBefore(m_work.pieces, index, "->"))
          m_work.result.statistics.convert(piece.text, piece.text, meaning.kind);
        break;
      case NameFate::Unknown:
        if (called && isOfNetworks(piece.text, m_work.from)) return none(piece, Msg::LensNetworks);
        if (called && !isReshaped(piece) && looksLikeCall(piece.text, m_work.from)) none(piece, Msg::LensUnknown);
        break;
    }
  }

  void none(const CodePiece& piece, Msg why) {
    ++m_work.result.statistics.unconverted[std::string(piece.text)];
    m_work.note(LensNoteKind::NoCounterpart, piece, {}, fillText(why, {piece.text, dialectName(m_work.to)}));
  }

  void quoted(const CodePiece& piece) {
    std::size_t at = 0;
    while (at < piece.text.size()) {
      std::size_t end = at;
      while (end < piece.text.size() && isNameLetter(piece.text[end])) ++end;
      if (end > at) word(piece, at, piece.text.substr(at, end - at));
      at = end + 1;
    }
  }

  void word(const CodePiece& piece, std::size_t at, std::string_view name) {
    const NameMeaning meaning = m_table.meaning(name, m_work.from);
    if (meaning.fate != NameFate::Renamed) return;
    rename(piece.at + at, name, meaning, "literal");
    CodePiece within = piece;
    within.text = name;
    within.line += lineWithin(piece.text.substr(0, at));
    m_work.note(LensNoteKind::Renamed, within, meaning.other, fillText(Msg::LensRenamedQuoted, {name, meaning.other}));
  }

  static int lineWithin(std::string_view before) {
    int lines = 0;
    for (const char letter : before) lines += letter == '\n' ? 1 : 0;
    return lines;
  }

  void header(const CodePiece& piece) {
    const std::string_view name = piece.text.substr(1, piece.text.size() < 2 ? 0 : piece.text.size() - 2);
    const NameMeaning meaning = m_table.header(name, m_work.from);
    CodePiece named = piece;
    named.text = name;
    if (meaning.fate == NameFate::Same)
      return m_work.note(LensNoteKind::Differs, named, {}, fillText(Msg::LensLibcuHeader, {name, meaning.since}));
    if (meaning.fate != NameFate::Renamed) {
      if (!looksLikeHeader(name, m_work.from)) return;
      ++m_work.result.statistics.unconverted[std::string(name)];
      const Msg why = isOfNetworks(name, m_work.from) ? Msg::LensNetworks : Msg::LensNoHeader;
      return m_work.note(LensNoteKind::NoCounterpart, named, {}, fillText(why, {name, dialectName(m_work.to)}));
    }
    m_work.result.statistics.convert(name, cudaName(name, meaning), meaning.kind);
    if (meaning.other.empty()) return drop(named);
    m_work.edits.replace(piece.at + 1, name.size(), meaning.other);
    m_work.note(LensNoteKind::Header, named, meaning.other, sentence(name, meaning));
  }

  /// The whole directive: the header is not needed.
  void drop(const CodePiece& header) {
    std::size_t begin = m_work.text.rfind('#', header.at);
    if (begin == std::string_view::npos) begin = header.at;
    m_work.edits.replace(begin, header.at + header.text.size() + 2 - begin, {});
    m_work.note(LensNoteKind::Header, header, {}, fillText(Msg::LensHeaderGoes, {header.text, dialectName(m_work.to)}));
  }

  LensWork& m_work;
  std::set<std::string_view> m_own;  ///< names that the text declares
  const VendorNames& m_table = VendorNames::shipped();
};

}  // namespace

void renameNames(LensWork& work) {
  Renamer(work).all();
}

}  // namespace strata::inline lens
