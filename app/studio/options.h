#pragma once

#include <QSize>
#include <string>
#include <vector>

namespace strata::inline studio {

/// What the command line asks of Studio.
struct StudioOptions {
  std::vector<std::string> files;  ///< session to open, or the traces of several ranks
  std::string compare;             ///< a second session
  std::string run;                 ///< experiment to run at once
  std::string device = "best";
  std::string agent;             ///< shell command used instead of the device's own agent
  std::string screenshot;        ///< PNG to write; no window is shown
  std::string layout;            ///< ready-made arrangement of the docks; empty: as last time
  bool light = false;            ///< the light theme, whatever was used last time
  std::vector<std::string> set;  ///< parameters of the run: "n=64"
  QSize size;                    ///< of the window, in pixels; empty: as last time
  bool quitWhenDone = false;
  bool measure = false;  ///< print how the window kept up, then exit

  /// Nobody looks: no stored layout is read or written.
  bool unattended() const { return !screenshot.empty() || quitWhenDone || measure; }
};

/// Parses the command line. Where the program should end at once (help, wrong usage) `exitCode` is 0 or 2, else -1.
StudioOptions parseOptions(int argc, char** argv, int& exitCode);

}  // namespace strata::inline studio
