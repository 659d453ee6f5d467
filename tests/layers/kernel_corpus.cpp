#include "tests/layers/kernel_corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "app/lessons/lesson_file.h"
#include "app/lessons/verdict.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata::test {
namespace {

constexpr std::string_view kKinds[] = {"out of bounds", "misaligned", "uninitialised", "race",
                                       "lockstep",      "barrier",    "warp function", "endless"};

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

WrongKernel readWrongKernel(const std::string& path) {
  WrongKernel kernel;
  kernel.name = std::filesystem::path(path).stem().string();
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    kernel.text += line + "\n";
    if (number == 1) {
      std::istringstream words(line.substr(line.find(':') + 1));
      std::string operation;
      words >> operation >> kernel.like;
      kernel.operation = findOperation(operation);
      kernel.problem = problemOf(*kernel.operation, {std::istream_iterator<std::string>(words), {}});
    }
    const std::size_t mark = line.find("//!");
    if (mark == std::string::npos) continue;
    for (const std::string_view kind : kKinds)
      if (line.find(kind, mark) != std::string::npos) kernel.marks.emplace(number, std::string(kind));
  }
  return kernel;
}

std::vector<std::string> wrongKernels() {
  return filesIn(STRATA_KERNEL_CORPUS "/wrong_kernels");
}

std::vector<OwnKernel> rightKernels() {
  std::vector<OwnKernel> kernels{{"smooth", "smooth.cu", std::string(freeKernelTemplate()), {}}};
  for (const std::string& path : filesIn(STRATA_KERNEL_CORPUS "/right_kernels")) {
    std::ifstream file(path);
    const std::filesystem::path name(path);
    kernels.push_back({name.stem().string(), name.filename().string(), {std::istreambuf_iterator<char>(file), {}}, {}});
  }
  return kernels;
}

std::vector<PuzzlePage> puzzlePages() {
  std::vector<PuzzlePage> all;
  for (LessonFile& file : lessonsIn(STRATA_LESSONS)) {
    if (!file.lesson.ok() || !file.lesson.value().language.empty()) continue;
    for (Page& page : file.lesson.value().pages) {
      if (page.kind != Page::Kind::Puzzle) continue;
      OwnKernel solution = answerOf(page.puzzle, filled(page.puzzle.kernel, page.puzzle.solution.lines));
      all.push_back({page.title, std::move(page), std::move(solution)});
    }
  }
  return all;
}

Problem problemOf(const Operation& operation, const std::vector<std::string>& assignments) {
  Problem problem(operation.parameters);
  for (const std::string& assignment : assignments) {
    const std::string name = assignment.substr(0, assignment.find('=')), value = assignment.substr(name.size() + 1);
    const auto parameter = std::ranges::find(operation.parameters, name, &OperationParameter::name);
    const auto choice = std::ranges::find(parameter->choices, value);
    problem.set(name, choice == parameter->choices.end() ? std::stoll(value) : choice - parameter->choices.begin());
  }
  return problem;
}

std::vector<std::string> assignmentsOf(const Problem& problem) {
  std::vector<std::string> assignments;
  for (const OperationParameter& parameter : problem.parameters()) {
    const auto value = problem[parameter.name];
    const std::string text = parameter.choices.empty()
                                 ? std::to_string(value)
                                 : std::string(parameter.choices[static_cast<std::size_t>(value)]);
    assignments.push_back(std::string(parameter.name) + "=" + text);
  }
  return assignments;
}

}  // namespace strata::test
