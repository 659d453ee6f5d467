#pragma once

// What the report of a session shows, as text and as a page; see message_list.h.

#define STRATA_REPORT_MESSAGES(X)                                                                          \
  X(ReportTimed, "The timed calls, which results were measured with:")                                     \
  X(ReportApartTitle, "Apart from the timed calls")                                                        \
  X(ReportApart,                                                                                           \
    "Apart from them, what no result was measured with, such as inputs, warm-up, checks and Strata's own " \
    "measurements of the roofs:")                                                                          \
  X(ReportTimedHead, "in timed calls ({0} level)")                                                         \
  X(ReportApartHead, "in other calls")                                                                     \
  X(ReportOnGpu, "on {0}")                                                                                 \
  X(ReportHeldBy, "held by")                                                                               \
  X(ReportGapShare, "of the gap")                                                                          \
  X(ReportGapUntil, "until")                                                                               \
  X(ReportGapRun, "run")                                                                                   \
  X(ReportGapsLeft, "and {0} shorter ones; --json has the longest {1}")                                    \
  X(ReportGapsLeftAll, "and {0} shorter ones; --json has them all")                                        \
  X(ReportModelledApart, "{0}. strata report lists them.")                                                 \
  X(ReportOtherParameters,                                                                                 \
    "{0}. Of calls of the host it is not said whether they differ by chance: they are other work.")
