#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/protocol/request.h"
#include "kernels/operation/operation.h"

namespace strata::test {

/// A kernel in which something is wrong: its first line says what it is launched like, "// like: saxpy naive n=1000",
/// and "//! race" stands where a race is to be found.
struct WrongKernel {
  std::string name, text;
  const Operation* operation = nullptr;
  std::string like;
  Problem problem;
  std::set<std::pair<int, std::string>> marks;
};

WrongKernel readWrongKernel(const std::string& path);
/// The files of all.
std::vector<std::string> wrongKernels();

/// Free kernels in which nothing is wrong, though much looks like it: the template, and a folder of them.
std::vector<OwnKernel> rightKernels();

/// The puzzles that come with Strata, each with its solution in the hole.
struct PuzzlePage {
  std::string name;
  Page page;
  OwnKernel solution;
};
std::vector<PuzzlePage> puzzlePages();

/// Of "n=512" and the like; a choice by its name or number.
Problem problemOf(const Operation& operation, const std::vector<std::string>& assignments);
/// The same the other way round.
std::vector<std::string> assignmentsOf(const Problem& problem);

}  // namespace strata::test
