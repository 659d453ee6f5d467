#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/lens/code_calls.h"
#include "app/lens/text_edits.h"
#include "app/lens/vendor_names.h"

// One text on its way through the lens: what each part of it reads, and where it puts changes and notes.

namespace strata::inline lens {

struct LensWork {
  std::string_view text;
  Dialect from = Dialect::Cuda, to = Dialect::Hip;
  CodePieces pieces;                     ///< without comments
  std::set<std::string_view> locations;  ///< names that the text gives to locations of memory
  TextEdits edits;
  LensedText result;

  void note(LensNoteKind kind, const CodePiece& at, std::string other, std::string sentence) {
    result.notes.push_back({kind, at.line, std::string(at.text), std::move(other), std::move(sentence)});
  }
  bool toHip() const { return to == Dialect::Hip; }
};

/// Which names of the text are locations of memory: with them CUDA 13's calls are told from older ones.
void findLocations(LensWork& work);
/// What the call is named there where it has CUDA 13's arguments and a name for them; empty: the table says it.
std::string_view nameByArguments(const LensWork& work, std::size_t index);
/// Of a call, by its name in HIP: the argument that CUDA takes from version 13 on, and what is noted of others.
void reshapeForCuda13(LensWork& work, std::string_view hip, const CodeCall& call);

/// What a name is called in the other dialect where it stands: two of them for one call with fewer arguments or more.
NameMeaning meaningAt(const LensWork& work, std::size_t index);

/// Names, headers and the names within strings.
void renameNames(LensWork& work);
/// Arguments that the other vendor's call takes otherwise, launches that are calls there.
void reshapeCalls(LensWork& work);
/// What is renamed, or the same, yet wrong where a wavefront has 64 lanes and a warp 32.
void noteLanes(LensWork& work);
/// Static shared memory that one vendor's compiler refuses.
void noteShared(LensWork& work);
/// What means another thing there, and language that the other vendor's compiler has not.
void noteDifferences(LensWork& work);

}  // namespace strata::inline lens
