#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "kernels/operation/kernel_outline.h"

namespace strata::inline compiler {

/// A kernel's text that somebody brought: a file's name and what is in it.
struct OwnText {
  std::string name;  ///< "mine.cu"
  std::string text;
  std::string like;  ///< the text in whose place it comes: "kernels/matmul/tiled.cuh"
};

enum class OwnBuild {
  Plain,     ///< as quick as the kernels that were built with the program
  Observed,  ///< with call-outs at every load, store and basic block (kernels/microscope)
  Watched,   ///< likewise, and no load comes where the text has none: nobody reads what only another thread would
};

/// What the unit of every text begins with: the device's language.
std::string_view unitHead();
/// What a compiler of device code is given for it: the head, what comes before `like` in the list of an
/// operation's kernels, and the text, as "kernels/own/mine.cuh". Its kernels may have the names of others.
std::string ownUnit(const OwnText& own, std::string_view operation);
/// What a kernel is called in that unit: "own_mine<32>".
std::string ownKernelName(std::string_view kernel);
/// The same in one text, for compilers that read no files; its lines have the file's own name.
std::string ownSource(const OwnText& own, std::string_view operation);
/// Compilers' words about ownSource(), or about a unit that holds the text as ownPath(), as lines
/// "mine.cu:12: error: …", with the kernels' own names.
std::string wordsAboutSource(std::string said, const OwnText& own);
/// "kernels/own/mine.cuh"
std::string ownPath(const OwnText& own);
/// Compilers' words with the file's and its kernels' own names, and without folders that are gone by then.
std::string withOwnName(std::string said, const OwnText& own, std::string_view folder);

/// What a compiler or a disassembler made of it with the kernels' own names, also in linkers' names of them.
std::string withKernelNames(std::string text, const OwnText& own);

/// Headers that CUDA and HIP programs include, and that are not needed here: their paths.
std::vector<std::string_view> needlessHeaders();

}  // namespace strata::inline compiler
