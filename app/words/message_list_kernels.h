#pragma once

// A kernel of one's own: the editor, and what is wrong with it; see message_list.h.

#define STRATA_KERNEL_MESSAGES(X)                                                                                \
  X(KernelAnd, "and")                                                                                            \
  X(KernelWatched, "watched at {0}: accesses {1}, threads {2}, blocks {3}, {4}")                                 \
  X(KernelBlocksLeftOut, "blocks left out: {0}")                                                                 \
  X(KernelNothingFound,                                                                                          \
    "Nothing wrong was found ({0}); values are checked at the run's own size. Another input, size or device "    \
    "may show more.")                                                                                            \
  X(KernelNoDefect,                                                                                              \
    "No access out of bounds, no misaligned access, no uninitialised read, no race and no barrier that not all " \
    "threads reach ({0}): the arithmetic itself, or an index within bounds, is wrong.")                          \
  X(KernelNotCountedWrong, "Not counted, since its result is wrong.")                                            \
  X(KernelNotCounted, "Not counted: {0}.")                                                                       \
  X(KernelTimes, "{0} {1} times.")                                                                               \
  X(StudioLayoutEditor, "Your own kernel")                                                                       \
  X(KernelEditor, "Kernel editor")                                                                               \
  X(KernelMenu, "Your own &kernel")                                                                              \
  X(KernelEditShown, "&Edit a copy of the shown step")                                                           \
  X(KernelNew, "&New kernel")                                                                                    \
  X(KernelOpen, "&Open kernel …")                                                                                \
  X(KernelNeverRan, "this text never ran")                                                                       \
  X(KernelFilter, "CUDA, HIP C++ (*.cu *.cuh *.hip *.cpp *.h *.hpp)")                                            \
  X(KernelSave, "&Save kernel")                                                                                  \
  X(KernelSaveKey, "{0} in its text")                                                                            \
  X(KernelAnew, "&Begin anew, with the text as it came")                                                         \
  X(KernelSaveAs, "Save kernel &as …")                                                                           \
  X(KernelRun, "&Run your kernel")                                                                               \
  X(KernelRunShort, "Run")                                                                                       \
  X(KernelRunTip,                                                                                                \
    "Compiles it, checks it against the reference in fp64 and times it beside that step and the library")        \
  X(KernelWrong, "&What is wrong with it")                                                                       \
  X(KernelWrongShort, "What is wrong")                                                                           \
  X(KernelWrongTip, "Watches every load, store and barrier of its threads at small sizes on the CPU device")     \
  X(KernelDifference, "&Difference from the step")                                                               \
  X(KernelDifferenceShort, "Difference")                                                                         \
  X(KernelDifferenceTip, "Lines that were taken out and put in, against the step whose place it takes")          \
  X(KernelNoDifference, "It is the step's text.")                                                                \
  X(KernelFiles, "File")                                                                                         \
  X(KernelLike, "in the place of")                                                                               \
  X(KernelLikeTip, "The step whose launch and arguments your kernel takes")                                      \
  X(KernelNone, "Edit a copy of a step, begin a new kernel, or open a file of CUDA or HIP C++.")                 \
  X(KernelSearch, "Find in the text; F3 the next, Shift+F3 the one before")                                      \
  X(KernelSearchNothing, "“{0}” is not in the text.")                                                            \
  X(KernelLeave, "Esc, then Tab: to the next part")                                                              \
  X(KernelRestored, "Restored as it was typed last.")                                                            \
  X(KernelKept, "The kernel text {0} is kept as typed.")                                                         \
  X(KernelKeptAside, "Another window keeps its kernel text, too. That of this one, {0}, is in {1}.")             \
  X(KernelNoLadder, "{0} has no steps whose place a kernel could take. Choose an operation, as Matrix product.") \
  X(KernelNothingToRun, "The editor is empty. Edit a copy of a step first, or open a kernel.")                   \
  X(KernelRuns, "{0} is compiled and run.")                                                                      \
  X(KernelWaits, "{0} waits for the run before it to end.")                                                      \
  X(KernelWaitsForCheck, "{0} waits for “What is wrong” to end.")                                                \
  X(KernelNotRun, "The run of {0} that waited was dropped.")                                                     \
  X(KernelBefore, "Without your newest changes: {0}")                                                            \
  X(KernelInForm, "{0}, in the editor")                                                                          \
  X(KernelWatches, "Every access of {0} is watched.")                                                            \
  X(KernelRight, "{0}: right, {1} ({2})")                                                                        \
  X(KernelAtLine, "{0} at line {1}.")                                                                            \
  X(KernelToLine, "Click: to that line")                                                                         \
  X(KernelWrongAtLine, "{0}: what is wrong stands below line {1}.")                                              \
  X(KernelFound, "Findings: {0} ({1}).")                                                                         \
  X(KernelLine, "line")                                                                                          \
  X(KernelKind, "what")                                                                                          \
  X(KernelSentence, "seen first")                                                                                \
  X(KernelOther, "the other thread")                                                                             \
  X(KernelThread, "thread ({0}, {1}, {2}) of block ({3}, {4}, {5})")                                             \
  X(KernelLineless, "“What is wrong” looks for the line.")                                                       \
  X(KernelThreadFull, "filled: {0}")                                                                             \
  X(KernelThreadOutlined, "outlined: {0}")                                                                       \
  X(KernelChangedOutside, "{0} was changed by another program.")                                                 \
  X(KernelReload, "Reload it")                                                                                   \
  X(KernelReloaded, "{0} was changed by another program and read again.")                                        \
  X(KernelAskSave, "{0} has changes that are not in a file. Save them?")                                         \
  X(KernelAskForeign, "{0} came with a session. Running it executes its code on this machine. Run it?")          \
  X(KernelAskOfLesson, "{0} came with a lesson. Running it executes its code on this machine. Run it?")          \
  X(KernelRunForeign, "Run it")
