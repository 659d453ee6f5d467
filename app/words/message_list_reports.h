#pragma once

// What the report of a session shows, as text and as a page; see message_list.h.

#define STRATA_REPORT_MESSAGES(X)                                                                                  \
  X(NoName, "(no name)")                                                                                           \
  X(ReportTimed, "The timed calls, which results were measured with:")                                             \
  X(ReportApartTitle, "Apart from the timed calls")                                                                \
  X(ReportApart,                                                                                                   \
    "Apart from them, what no result was measured with, such as inputs, warm-up, checks and Strata's own "         \
    "measurements of the roofs:")                                                                                  \
  X(ReportTimedHead, "in timed calls ({0} level)")                                                                 \
  X(ReportApartHead, "in other calls")                                                                             \
  X(ReportOnGpu, "on {0}")                                                                                         \
  X(ReportHeldBy, "held by")                                                                                       \
  X(ReportGapShare, "of the gap")                                                                                  \
  X(ReportGapUntil, "until")                                                                                       \
  X(ReportGapRun, "run")                                                                                           \
  X(ReportGapsLeft, "and {0} shorter ones; --json has the longest {1}")                                            \
  X(ReportGapsLeftAll, "and {0} shorter ones; --json has them all")                                                \
  X(ReportModelledApart, "{0}. strata report lists them.")                                                         \
  X(ReportOtherParameters,                                                                                         \
    "{0}. Of no row it is said whether it differs by chance: all of it is other work. Record both with the same "  \
    "parameters.")                                                                                                 \
  X(ReportTooFew,                                                                                                  \
    "Of {0} of {1} rows it is not said whether they differ by chance: {2} {5} in A and {3} in B are too few. A "   \
    "verdict takes 6 on each side{4}.")                                                                            \
  X(ReportTooFewHow, ": record both with --repeat 7")                                                              \
  X(FailAboveFromNothing, "from no time at all")                                                                   \
  X(FailAboveWeighed, "--fail-above: {0} of {1} rows were weighed")                                                \
  X(FailAboveUnjudged, "{0}; not weighed, though slower in B by more than {1} %: {2}")                             \
  X(FailAboveNothing,                                                                                              \
    "--fail-above: of no row is it known whether it differs by chance: that takes 6 and more of the same work on " \
    "both sides. Record both with the same parameters{0}.")                                                        \
  X(FailAboveHow, " and --repeat 7 or more")                                                                       \
  X(FailAboveCutOff, "the session of {0} is cut short, and what is missing of it cannot be judged.")               \
  X(FailAboveOther, "--fail-above: {0}")
