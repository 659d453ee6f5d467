#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

#include "app/cli/complain.h"

namespace strata::inline cli {

/// What the chosen subcommand will do once the whole line is read.
using Action = std::function<ExitCode()>;

void addList(CLI::App& app, Action& action);
void addRun(CLI::App& app, Action& action);
void addInfo(CLI::App& app, Action& action);
void addImport(CLI::App& app, Action& action);
void addExport(CLI::App& app, Action& action);
void addRender(CLI::App& app, Action& action);
void addReport(CLI::App& app, Action& action);
void addBench(CLI::App& app, Action& action);
void addDoctor(CLI::App& app, Action& action);
void addCompile(CLI::App& app, Action& action);
void addKernels(CLI::App& app, Action& action);
void addLens(CLI::App& app, Action& action);
void addLesson(CLI::App& app, Action& action);
void addCompletion(CLI::App& app, Action& action);

}  // namespace strata::inline cli
