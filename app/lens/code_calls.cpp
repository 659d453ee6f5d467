#include "app/lens/code_calls.h"

#include <algorithm>

namespace strata::inline lens {
namespace {

/// Pieces beyond which nobody looks for an end: whatever a text holds, it is read in a time that its length bounds.
constexpr std::size_t kReach = 4096;

/// Behind the ">" that ends the template arguments that "<" begins; `open` itself where it is no such list.
std::size_t behindTemplateArguments(const CodePieces& pieces, std::size_t open) {
  if (open == 0 || pieces[open - 1].kind != CodePieceKind::Word) return open;
  int depth = 0;
  for (std::size_t i = open; i < std::min(pieces.size(), open + kReach); ++i) {
    const CodePiece& piece = pieces[i];
    if (piece.is("<")) ++depth;
    if (piece.is(">")) --depth;
    if (piece.is(">>")) depth -= 2;
    if (depth <= 0) return isAt(pieces, i + 1, ",") || isAt(pieces, i + 1, ")") ? i + 1 : open;
    const bool within = piece.kind == CodePieceKind::Word || piece.kind == CodePieceKind::Number || piece.is(",") ||
                        piece.is("::") || piece.is("*") || piece.is("&") || piece.is("<") || piece.is(">") ||
                        piece.is(">>");
    if (!within) return open;
  }
  return open;
}

/// One kind of bracket closes another: a text need not be whole.
void closeBrackets(CodePieces& pieces) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const CodePiece& piece = pieces[i];
    if (piece.is("(") || piece.is("[") || piece.is("{")) open.push_back(i);
    if (open.empty() || !(piece.is(")") || piece.is("]") || piece.is("}"))) continue;
    pieces[open.back()].closedBy = i;
    open.pop_back();
  }
}

}  // namespace

CodePieces codeOf(std::string_view text) {
  CodePieces pieces = codePieces(text);
  std::erase_if(pieces, [](const CodePiece& piece) { return piece.kind == CodePieceKind::Comment; });
  closeBrackets(pieces);
  return pieces;
}

bool isAt(const CodePieces& pieces, std::size_t index, std::string_view word) {
  return index < pieces.size() && pieces[index].is(word);
}

bool isBefore(const CodePieces& pieces, std::size_t index, std::string_view word) {
  return index > 0 && isAt(pieces, index - 1, word);
}

std::optional<CodeCall> callAt(const CodePieces& pieces, std::size_t name) {
  if (!isAt(pieces, name + 1, "(") || pieces[name + 1].closedBy == 0) return std::nullopt;
  CodeCall call{name, name + 1, 0, {}};
  std::size_t first = call.open + 1;
  int depth = 0;
  for (std::size_t i = call.open; i < std::min(pieces.size(), call.open + kReach); ++i) {
    const CodePiece& piece = pieces[i];
    if (piece.is("<") && depth == 1) {
      if (const std::size_t behind = behindTemplateArguments(pieces, i); behind > i) i = behind - 1;
      continue;
    }
    if (piece.is("(") || piece.is("[") || piece.is("{")) ++depth;
    if (piece.is(")") || piece.is("]") || piece.is("}")) --depth;
    const bool ends = depth == 0;
    if (!ends && !(piece.is(",") && depth == 1)) continue;
    if (!ends || i > call.open + 1) call.arguments.push_back({first, i - 1});
    first = i + 1;
    call.close = i;
    if (ends) return call;
  }
  return std::nullopt;
}

std::size_t valueAt(const CodePieces& pieces, std::size_t name) {
  if (pieces[name].kind != CodePieceKind::Word) return 0;
  if (pieces[name].directive) return isBefore(pieces, name, "define") ? name + 1 : 0;
  return isAt(pieces, name + 1, "=") ? name + 2 : 0;
}

std::optional<std::uint64_t> constantAt(const CodePieces& pieces, std::size_t name) {
  const std::size_t value = valueAt(pieces, name);
  if (value == 0 || value >= pieces.size()) return std::nullopt;
  const bool alone = value + 1 >= pieces.size() || pieces[value + 1].directive != pieces[value].directive ||
                     pieces[value + 1].line > pieces[value].line || pieces[value + 1].is(";") ||
                     pieces[value + 1].is(",") || pieces[value + 1].is("}");
  return alone ? wholeNumber(pieces[value]) : std::nullopt;
}

std::string_view argumentText(std::string_view text, const CodePieces& pieces, const CodeArgument& argument) {
  if (argument.last < argument.first) return {};
  const CodePiece& last = pieces[argument.last];
  const std::size_t from = pieces[argument.first].at;
  return text.substr(from, last.at + last.text.size() - from);
}

}  // namespace strata::inline lens
