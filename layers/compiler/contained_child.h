#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "layers/compiler/contained_run.h"

// How a contained program is started. Between fork and exec only system calls are made: other threads may hold locks.

namespace strata::inline compiler {

/// A step that this system refused.
struct ContainedStep {
  enum class What : int { Namespaces, Users, Folder, Limits };
  What what = What::Namespaces;
  int error = 0;
};
const char* stepWords(ContainedStep::What what);

inline constexpr int kNotStarted = 127;

/// Everything that is made ready before the process divides.
class ContainedPlan {
 public:
  /// `path`: of the program. What it prints goes to `words`, and each step that is refused to `report`.
  ContainedPlan(const ContainedProgram& program, std::string path, int words, int report);

  /// The process's number, or −1.
  pid_t start() const;

 private:
  [[noreturn]] void runChild(bool inNamespaces) const;
  void mapUsers() const;
  void guardFolder() const;
  void setLimits() const;
  void refused(ContainedStep::What what) const;

  const ContainedProgram& m_program;
  std::string m_path;
  int m_words, m_report;
  std::string m_userMap, m_groupMap;
  std::vector<std::string> m_environment;
  std::vector<char*> m_arguments, m_variables;
};

}  // namespace strata::inline compiler
