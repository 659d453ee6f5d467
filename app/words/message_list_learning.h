#pragma once

// What lessons and the map of the stack show; see message_list.h.

#define STRATA_LEARNING_MESSAGES(X)                                                                                  \
  /* views: a lesson */                                                                                              \
  X(LessonEmpty, "Lessons: predict, run, see")                                                                       \
  X(LessonEmptyHint, "None were found; they lie in share/strata/lessons and ~/.local/share/strata/lessons.")         \
  X(LessonList, "Lessons")                                                                                           \
  X(LessonsDone, "{0} of {1} done")                                                                                  \
  X(LessonMinutes, "{0} min")                                                                                        \
  X(LessonInEnglish, "(English)")                                                                                    \
  X(LessonAtPage, "page {0} of {1}")                                                                                 \
  X(LessonPage, "{0} of {1}")                                                                                        \
  X(LessonBack, "Back")                                                                                              \
  X(LessonLeave, "All lessons")                                                                                      \
  X(LessonNext, "Next")                                                                                              \
  X(LessonFinish, "Finish")                                                                                          \
  X(LessonRun, "Run")                                                                                                \
  X(LessonRunAgain, "Run again")                                                                                     \
  X(LessonRunning, "Running …")                                                                                      \
  X(LessonWaits, "Next needs {0}.")                                                                                  \
  X(LessonFinishWaits, "Finish needs {0}.")                                                                          \
  X(LessonClickScale, "Click the scale, or press →, to predict")                                                     \
  X(LessonPlaceLine, "Click the line in the kernel’s text; ↓ moves the keys there")                                  \
  X(LessonPlaceStorey, "Click the storey in the stack view, or press 1 to 7")                                        \
  X(LessonYou, "you: {0}")                                                                                           \
  X(LessonHere, "outcome: {0}")                                                                                      \
  X(LessonNotKnown, "not known yet")                                                                                 \
  X(LessonRight, "as you predicted")                                                                                 \
  X(LessonOther, "not what you predicted")                                                                           \
  X(LessonReveal, "Outcome")                                                                                         \
  X(LessonNoHands, "No prediction yet; Page Down twice goes on without one.")                                        \
  X(LessonGoesWithout, "No prediction yet. Page Down again goes on without one.")                                    \
  X(LessonAimHint, "← → or digits aim, Space adds a guess")                                                          \
  X(LessonClass, "class: {0}")                                                                                       \
  X(LessonGuesses, "guesses: {0}, median {1}")                                                                       \
  X(LessonGuessesLog, "guesses: {0}, median {1} (logarithmic)")                                                      \
  X(LessonAimed, "next: {0}")                                                                                        \
  X(LessonHandOnLine, "A click on the line adds a hand")                                                             \
  X(LessonRightHands, "{0} of {1} hands right, {2}")                                                                 \
  X(LessonGuessesRight, "{0} of {1} guesses right ({2})")                                                            \
  X(LessonOffScale, "“{0}” is no number of the scale from {1} to {2}; Backspace takes it back")                      \
  X(LessonOffScaleWhole, "“{0}” is no whole number from {1} to {2}; Backspace takes it back")                        \
  X(LessonWithin, "outcome: {0} (right: yours is within a factor of {1})")                                           \
  X(LessonWithinDifference, "outcome: {0} (right: yours is within {1} of it)")                                       \
  X(LessonExact, "outcome: {0} (right, exactly)")                                                                    \
  X(LessonOff, "outcome: {0} (off by a factor of {1})")                                                              \
  X(LessonOffCount, "outcome: {0} (off by {1})")                                                                     \
  X(LessonCloseCounts, "right: within a factor of {0}")                                                              \
  X(LessonCloseWhole, "right: the nearest whole number")                                                             \
  X(LessonCloseDifference, "right: within {0} of the outcome")                                                       \
  X(LessonYourPrediction, "your prediction")                                                                         \
  X(LessonNoPrediction, "(no prediction)")                                                                           \
  X(LessonTheRun, "the run")                                                                                         \
  X(LessonTheRecording, "the recording")                                                                             \
  X(LessonTheGoal, "the goal")                                                                                       \
  X(LessonRightAnswer, "a right answer")                                                                             \
  X(LessonEndTour, "End the tour")                                                                                   \
  X(LessonEndTourTip, "Back to the run as it was")                                                                   \
  X(LessonBackTip, "To the page before")                                                                             \
  X(LessonLeaveTip, "To the list of lessons; this one goes on where you left it")                                    \
  X(LessonNextTip, "To the next page")                                                                               \
  X(LessonFinishTip, "The lesson is done; to the list of lessons")                                                   \
  X(LessonDone, "“{0}” is done.")                                                                                    \
  X(LessonDoneRight, "“{0}” is done: {1} of {2} predictions right.")                                                 \
  X(LessonPaused, "“{0}” waits where you left it, and hides nothing meanwhile. Esc leaves it.")                      \
  X(LessonBetTip, "Your prediction; it may be changed until the outcome is explained")                               \
  X(LessonCalibrationTip,                                                                                            \
    "How many of your predicted numbers were off by at most a factor. A line further up and to the left is better.") \
  X(LessonRestart, "Begin again")                                                                                    \
  X(LessonMoreBelow, "More below: Page Down")                                                                        \
  X(LessonMoreBelowTip, "Shows what this page says and asks further down")                                           \
  X(LessonResumed, "You stopped here. Your predictions are kept.")                                                   \
  X(LessonGoesOn, "Goes on at page {0} of {1}. {2}")                                                                 \
  X(LessonTourNeedsRun, "Nothing has run yet. Press Run: the tour then shows that run.")                             \
  X(LessonTourRuns, "It runs. Once it is done, the tour shows one of its calls.")                                    \
  X(LessonChanged, "The lesson has changed since you began it, so it begins at page 1.")                             \
  X(LessonNeeds, "This page needs “{0}”, which has not run since the lesson was opened.")                            \
  X(LessonPageTitle, "What to see here")                                                                             \
  X(LessonPageText, "One sentence: what the learner should look at.")                                                \
  X(LessonOrderHint, "Click a line, or press its digit: it moves up. If all stand right already, click the first.")  \
  X(LessonOpen, "Open the recording")                                                                                \
  X(LessonExplore, "Set the form, then Run. Try until the goal is reached.")                                         \
  X(LessonTried, "{0} tried; the goal is not reached yet")                                                           \
  X(LessonReached, "Goal reached")                                                                                   \
  X(LessonLine, "line {0}")                                                                                          \
  X(LessonReturns, "In *{0}* you were asked this before. What do you say now?")                                      \
  X(LessonReturnedTitle, "What came out then")                                                                       \
  X(LessonReturned, "What came out in {0} counts. What was wrong comes back first.")                                 \
  X(LessonCalibration, "Your numbers: {0}; half are within a factor of {1}")                                         \
  X(LessonCalibrationFew, "Your numbers: {0}; {1} within a factor of 2")                                             \
  X(LessonOthersRight, "{0} of {1} other predictions right")                                                         \
  X(LessonCurve, "your numbers")                                                                                     \
  X(LessonOffBy, "off by at most")                                                                                   \
  X(LessonEarlier, "thin: your earlier half")                                                                        \
  X(HandoutOrder, "Number them: 1 comes first.")                                                                     \
  X(HandoutNumber, "A number from {0} to {1}.")                                                                      \
  X(HandoutLine, "A line of the kernel’s text.")                                                                     \
  X(HandoutStorey, "A storey of the stack.")                                                                         \
  X(HandoutPredicted, "predicted: {0}")                                                                              \
  X(HandoutRecording, "Recording")                                                                                   \
  X(HandoutCameOut, "As it came out on {0}, {1}.")                                                                   \
  X(HandoutMeasured, "measured")                                                                                     \
  X(HandoutCounted, "counted")                                                                                       \
  X(HandoutModelled, "modelled")                                                                                     \
  X(HandoutWritten, "Written on {0}.")                                                                               \
  X(HandoutRanOn, "Ran on {0}.")                                                                                     \
  X(HandoutRecordedOn, "Recorded on {0}.")                                                                           \
  X(HandoutHints, "Hints")                                                                                           \
  X(HandoutSolution, "A solution")                                                                                   \
  X(HandoutPublished, "published")                                                                                   \
  X(HandoutSpec, "spec")                                                                                             \
  X(PuzzleBudget, "{0}: at most {1}, best {2}")                                                                      \
  X(PuzzleSpent, "{0}: yours {1}, at most {2}, best {3}")                                                            \
  X(PuzzleRight, "Right, and within the budget.")                                                                    \
  X(PuzzleSolved, "You have solved it before.")                                                                      \
  X(PuzzleWrongAt, "{0}, line {1}: {2}")                                                                             \
  X(PuzzleRuns, "Your answer is watched, checked and counted …")                                                     \
  X(PuzzleEmpty, "Nothing is written there yet.")                                                                    \
  X(PuzzleOver, "{0}: {1} counted, at most {2}")                                                                     \
  X(LessonNotRunYet, "This page needs \"{0}\", which has not run yet. Go back and run it.")                          \
  X(LessonNoChoiceHolds, "What came out is none of the choices.")                                                    \
  X(LessonNoOutcome, "The lesson has no explanation for what came out here ({0}, line {1}).")                        \
  X(LearnerTitle, "Lessons")                                                                                         \
  X(LearnerDone, "{0} lessons done, {1} predictions.")                                                               \
  X(LearnerQuestion, "question")                                                                                     \
  X(LearnerPredicted, "predicted")                                                                                   \
  X(LearnerCameOut, "came out")                                                                                      \
  X(LearnerOffBy, "off by")                                                                                          \
  X(LearnerRight, "right")                                                                                           \
  X(LearnerOther, "other")                                                                                           \
  X(LearnerSaved, "Saved {0}.")                                                                                      \
  X(LearnerSavedOn, "Saved {0} on {1}.")                                                                             \
  X(LearnerNotKept, "{0} Answers are kept in the folder that XDG_DATA_HOME names: set it to one that takes them.")   \
  X(LearnerNoAnswers, "{0} is no lesson, and holds no answers as Learn › Save answers writes them (.json).")         \
  X(LearnerBroken, "The answers kept here could not be read. The file is now {0}; what you answer is kept anew.")    \
  X(LearnerNewer, "{0} is a newer Strata's and stays as it is. Save your answers to a file, or use that Strata.")    \
  X(PuzzleThreads, "threads")                                                                                        \
  X(PuzzleHint, "A hint (H)")                                                                                        \
  X(PuzzleHintTip, "One hint more; H, while this page has the keys")                                                 \
  X(LessonModelledFor, "Modelled for {0}.")                                                                          \
  X(PuzzleShowHint, "Show a hint")                                                                                   \
  X(PuzzleShowSolution, "Show the solution")                                                                         \
  X(PuzzleEdit, "Edit")                                                                                              \
  X(PuzzleEditTip, "Opens the kernel in the editor (E). Fill the marked line; Ctrl+Return runs it.")                 \
  /* views: the page a window begins with */                                                                         \
  X(StartTitle, "Start")                                                                                             \
  X(StartHeadline, "What happens when AI runs: seven storeys, from the model to the silicon")                        \
  X(StartCpu, "CPU")                                                                                                 \
  X(StartCuda, "CUDA (NVIDIA)")                                                                                      \
  X(StartRocm, "ROCm (AMD)")                                                                                         \
  X(StartBold, "bold: installed here")                                                                               \
  X(StartLearn, "Learn")                                                                                             \
  X(StartLearnWhat, "Predict, run, see why.")                                                                        \
  X(StartNextLesson, "Next lesson")                                                                                  \
  X(StartAllLessons, "All lessons")                                                                                  \
  X(StartAllDone, "All lessons are done")                                                                            \
  X(StartExplore, "Explore")                                                                                         \
  X(StartExploreWhat, "Choose an experiment, press Run, watch every storey.")                                        \
  X(StartOpenDoor, "Open")                                                                                           \
  X(StartOpenWhat, "A recorded run of any machine. It needs no GPU here.")                                           \
  X(StartShipped, "Recorded on a GPU:")                                                                              \
  X(StartFileGone, "{0} (cannot be read now)")                                                                       \
  X(StartMore, "and {0} more in the menu File")                                                                      \
  X(StartNoGpu, "none on this machine")                                                                              \
  X(StartOfRecording, "{0} (of the recording)")                                                                      \
  X(StartOpen, "Open a session …")                                                                                   \
  X(StartClose, "Close this page (Esc); Help › Start brings it back")                                                \
  /* what something on the screen is */                                                                              \
  X(WhatIsThis, "What is this?")                                                                                     \
  X(WhatInCuda, "CUDA: {0}")                                                                                         \
  X(WhatInHip, "HIP: {0}")                                                                                           \
  X(WhatInOpenCl, "OpenCL: {0}")                                                                                     \
  X(WhatInSycl, "SYCL: {0}")                                                                                         \
  X(WhatOnStorey, "{0} storey: {1}.")                                                                                \
  X(WhatNothing, "Point at a word, a bar or a badge and press F1: it says what that is.")                            \
  X(WhatView, "This view shows {0}.")                                                                                \
  /* views: the map of the stack */                                                                                  \
  X(MapTitle, "Map of the stack")                                                                                    \
  X(MapHere, "{0} of {1} are on this machine")                                                                       \
  X(MapLooking, "looking around on this machine …")                                                                  \
  X(MapNvidia, "NVIDIA")                                                                                             \
  X(MapAmd, "AMD")                                                                                                   \
  X(MapCpu, "this CPU")                                                                                              \
  X(MapThisSession, "this session: {0}")                                                                             \
  X(MapModelledFor, "modelled: {0}")                                                                                 \
  X(MapClick, "click one to read about it")                                                                          \
  X(MapFilled, "filled: here · framed: called in this session")                                                      \
  X(MapFilledMeasured, "filled: here · framed: called in the measured range")                                        \
  X(MapFilledInSight, "filled: here · framed: called in what is in sight")                                           \
  X(MapFilledBefore, "filled: here · framed: called in the range before; adding up …")                               \
  X(MapSaid, "What people say: {0}")                                                                                 \
  X(MapCounterparts, "counterpart: {0}")                                                                             \
  X(MapIsHere, "here: {0}")                                                                                          \
  X(MapOfRecording, "of the recording: {0}")                                                                         \
  X(MapIsHereSomewhere, "here")                                                                                      \
  X(MapNotHere, "not on this machine")                                                                               \
  X(MapCalled, "in sight: {0}, {1}")                                                                                 \
  X(MapCalledMeasured, "measured range: {0}, {1}")                                                                   \
  X(MapCalledBefore, "the range before: {0}, {1}; adding up …")                                                      \
  X(MapCalledInAll, "whole session: {0}, {1}")                                                                       \
  X(MapSource, "{0}, {1}")                                                                                           \
  X(MapNoData, "The map’s data is not installed")                                                                    \
  X(MapNoDataHint, "It lies in share/strata/map/systems.json beside the programs.")
