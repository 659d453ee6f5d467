#pragma once

// What lessons and the map of the stack show; see message_list.h.

#define STRATA_LEARNING_MESSAGES(X)                                                                          \
  /* views: a lesson */                                                                                      \
  X(LessonEmpty, "Lessons: predict, run, see")                                                               \
  X(LessonEmptyHint, "None were found; they lie in share/strata/lessons and ~/.local/share/strata/lessons.") \
  X(LessonList, "Lessons")                                                                                   \
  X(LessonsDone, "{0} of {1} done")                                                                          \
  X(LessonMinutes, "{0} min")                                                                                \
  X(LessonPage, "{0} of {1}")                                                                                \
  X(LessonBack, "Back")                                                                                      \
  X(LessonLeave, "All lessons")                                                                              \
  X(LessonNext, "Next")                                                                                      \
  X(LessonFinish, "Finish")                                                                                  \
  X(LessonRun, "Run")                                                                                        \
  X(LessonRunAgain, "Run again")                                                                             \
  X(LessonRunning, "Running …")                                                                              \
  X(LessonWaits, "Next needs {0}.")                                                                          \
  X(LessonClickScale, "Click the scale to predict")                                                          \
  X(LessonPlaceLine, "Click the line in the kernel’s text")                                                  \
  X(LessonPlaceStorey, "Click the storey in the stack view")                                                 \
  X(LessonYou, "you: {0}")                                                                                   \
  X(LessonHere, "outcome: {0}")                                                                              \
  X(LessonNotKnown, "not known yet")                                                                         \
  X(LessonRight, "as you predicted")                                                                         \
  X(LessonOther, "not what you predicted")                                                                   \
  X(LessonReveal, "Outcome")                                                                                 \
  X(LessonNoHands, "No prediction yet; N goes on without one.")                                              \
  X(LessonAimHint, "← → aim, Space adds a guess")                                                            \
  X(LessonClass, "class: {0}")                                                                               \
  X(LessonGuesses, "guesses: {0}, median {1}")                                                               \
  X(LessonAimed, "next: {0}")                                                                                \
  X(LessonHandOnLine, "A click on the line adds a hand")                                                     \
  X(LessonRightHands, "{0} of {1} hands right, {2}")                                                         \
  X(LessonNear, "{0} of {1} guesses within a tenth, {2}")                                                    \
  /* views: the map of the stack */                                                                          \
  X(MapTitle, "Map of the stack")                                                                            \
  X(MapHere, "{0} of {1} are on this machine")                                                               \
  X(MapLooking, "looking around on this machine …")                                                          \
  X(MapNvidia, "NVIDIA")                                                                                     \
  X(MapAmd, "AMD")                                                                                           \
  X(MapCpu, "this CPU")                                                                                      \
  X(MapFilled, "filled: here · framed: called in this session · click one to read about it")                 \
  X(MapSaid, "What people say: {0}")                                                                         \
  X(MapCounterparts, "counterpart: {0}")                                                                     \
  X(MapIsHere, "here: {0}")                                                                                  \
  X(MapIsHereSomewhere, "here")                                                                              \
  X(MapNotHere, "not on this machine")                                                                       \
  X(MapCalled, "in this session: {0} calls, {1}")                                                            \
  X(MapSource, "{0}, {1}")                                                                                   \
  X(MapNoData, "The map’s data is not installed")                                                            \
  X(MapNoDataHint, "It lies in share/strata/map/systems.json beside the programs.")
