#pragma once

// What the presenter and Studio show around the views; see message_list.h.

#define STRATA_WINDOW_MESSAGES(X)                                                                                    \
  /* the presenter */                                                                                                \
  X(ShowWorking, "running… Esc stops it")                                                                            \
  X(ShowSelectsNothing,                                                                                              \
    "No event's name contains \"{0}\", which this slide selects; Studio's statistics list the names.")               \
  X(ShowRunsNothing, "This slide runs nothing: it shows what slide {0} brought. R runs it again there.")             \
  X(ShowGoTo, "Enter goes to slide {0} of {1}.")                                                                     \
  X(ShowHasNothing, "Neither this slide nor one before it runs or opens anything: there is nothing to show yet.")    \
  X(ShowNotBrought, "What slide {0} was to bring is not there.")                                                     \
  X(ShowOtherView, "Nothing to show of what slide {0} brought: {1}.")                                                \
  X(ShowIsBlack, "The screen is black. B shows the slide again.")                                                    \
  X(ShowKeys, "Keys")                                                                                                \
  X(ShowKeyNext, "Page Down, →, Space, Enter, click")                                                                \
  X(ShowKeyNextDoes, "the answer, then the next slide")                                                              \
  X(ShowKeyBack, "Page Up, ←, right click")                                                                          \
  X(ShowKeyBackDoes, "the slide before")                                                                             \
  X(ShowKeyEnds, "Home, End")                                                                                        \
  X(ShowKeyEndsDoes, "the first slide, the last")                                                                    \
  X(ShowKeyNumber, "7, Enter")                                                                                       \
  X(ShowKeyNumberDoes, "slide 7")                                                                                    \
  X(ShowKeyAnswer, "A")                                                                                              \
  X(ShowKeyAnswerDoes, "the answer, shown or hidden")                                                                \
  X(ShowKeyAgain, "R")                                                                                               \
  X(ShowKeyAgainDoes, "the slide's run again")                                                                       \
  X(ShowKeyNotes, "N")                                                                                               \
  X(ShowKeyNotesDoes, "the speaker's notes, in a window of their own")                                               \
  X(ShowNotes, "Speaker notes")                                                                                      \
  X(ShowNoNote, "This slide has no notes.")                                                                          \
  X(ShowNext, "next: {0}")                                                                                           \
  X(ShowLast, "the last slide")                                                                                      \
  X(ShowKeySpot, "S")                                                                                                \
  X(ShowKeySpotDoes, "a spotlight at the pointer")                                                                   \
  X(ShowKeyBlack, "B, .")                                                                                            \
  X(ShowKeyBlackDoes, "a black screen")                                                                              \
  X(ShowKeyTimer, "T")                                                                                               \
  X(ShowKeyTimerDoes, "the time since the show began")                                                               \
  X(ShowKeyLight, "L")                                                                                               \
  X(ShowKeyLightDoes, "a light ground, or black")                                                                    \
  X(ShowKeyScreen, "M")                                                                                              \
  X(ShowKeyScreenDoes, "the slides on the next screen")                                                              \
  X(ShowNoScreen, "There is no screen {0}. Screens here: {1}, the primary one first.")                               \
  X(ShowNoScreenHere, "Without a screen, --pictures FOLDER writes the slides.")                                      \
  X(ShowNeedsXWayland, "The presenter's window needs X, also on Wayland: apt install xwayland. {0}")                 \
  X(ShowWindowDrivers, "Where OpenGL's drivers are missing: apt install libgl1-mesa-dri.")                           \
  X(ShowWindowAddresses,                                                                                             \
    "Programs may have {0} of addresses here (ulimit -v), and OpenGL may need more. --pictures FOLDER opens no "     \
    "window.")                                                                                                       \
  X(ShowKeyHelp, "H, ?")                                                                                             \
  X(ShowKeyHelpDoes, "these keys")                                                                                   \
  X(ShowKeyStop, "Esc")                                                                                              \
  X(ShowKeyStopDoes, "stops the run; without one, leaves")                                                           \
  X(ShowStopped, "The run was stopped. R runs it again.")                                                            \
  X(ShowLosesVotes, "Esc or Q again leaves; the votes are lost.")                                                    \
  X(ShowKeyLeave, "Q")                                                                                               \
  X(ShowKeyLeaveDoes, "the end of the show")                                                                         \
  X(ShowKeysHint, "H: keys")                                                                                         \
  X(LessonKeyOn, "Return, Page Down, →")                                                                             \
  X(LessonKeyOnDoes, "run, outcome, hint and solution, next page")                                                   \
  X(LessonKeyDigit, "1 … 9, click")                                                                                  \
  X(LessonKeyDigitDoes, "a hand for that answer")                                                                    \
  X(LessonKeyLower, "Shift+digit, Backspace")                                                                        \
  X(LessonKeyLowerDoes, "a hand back, the newest back")                                                              \
  X(LessonKeyAim, "← →, digits, click on the scale")                                                                 \
  X(LessonKeyAimDoes, "the class’s number; Shift: ten steps")                                                        \
  X(LessonKeyGuess, "Space")                                                                                         \
  X(LessonKeyGuessDoes, "the number is one guess of several")                                                        \
  X(LessonKeyAgain, "R")                                                                                             \
  X(LessonKeyAgainDoes, "all hands back; a run again")                                                               \
  X(LessonKeySkip, "N")                                                                                              \
  X(LessonKeySkipDoes, "next page, without what is missing")                                                         \
  X(LessonKeyEndsDoes, "the first page, the first that waits")                                                       \
  X(ShowAnswerHidden, "?   the answer comes with the next key")                                                      \
  /* studio */                                                                                                       \
  X(StudioAbout, "About Strata Studio")                                                                              \
  X(StudioGlossary, "Glossary")                                                                                      \
  X(StudioAboutText,                                                                                                 \
    "Strata Studio {0}\n\nRuns real kernels and shows every storey of the stack doing its part.\n\nQt {1} · Dear "  \
    "ImGui {2}")                                                                                                     \
  X(StudioAgentExited, "agent ended")                                                                                \
  X(StudioAgentIdle, "agent ready · pid {0}")                                                                        \
  X(StudioAgentNone, "no agent")                                                                                     \
  X(StudioAgentRunning, "agent running · pid {0}")                                                                   \
  X(StudioAgentStarting, "agent starting")                                                                           \
  X(StudioBandwidth, "{0} moved by the kernel's own count ({1})")                                                    \
  X(StudioPromptSpeed, "prefill, which reads the prompt: {0} tokens/s ({1})")                                        \
  X(StudioWriteSpeed, "decode, which writes: {0} tokens/s ({1}), the mean; the time is the median token's")          \
  X(StudioMedianToken, "median token {0}")                                                                           \
  X(StudioBytes, "Bytes")                                                                                            \
  X(StudioCall, "Call")                                                                                              \
  X(StudioCallCount, "Calls")                                                                                        \
  X(StudioCheck, "Check vs fp64")                                                                                    \
  X(StudioCheckTip, "{0} error {1}, limit {2}")                                                                      \
  X(StudioColumnError, "error")                                                                                      \
  X(StudioColumnVariant, "variant")                                                                                  \
  X(StudioDeviceUnasked, "This machine")                                                                             \
  X(StudioDeviceHere, "This machine (recorded on {0})")                                                              \
  X(StudioDevice, "Device")                                                                                          \
  X(StudioDeviceMissing, "{0} · not available")                                                                      \
  X(StudioDismiss, "Dismiss")                                                                                        \
  X(StudioDuration, "Duration")                                                                                      \
  X(StudioEvents, "{0} · {1} dropped")                                                                               \
  X(StudioEventsTip,                                                                                                 \
    "Slices, instants and counter values of the session, and how many records did not fit and were dropped")         \
  X(StudioExperiment, "Experiment")                                                                                  \
  X(StudioExport, "Export")                                                                                          \
  X(StudioExportTip, "Write the session for other programs (Ctrl+E)")                                                \
  X(StudioReportPage, "Report as a page")                                                                            \
  X(StudioReportPageTip, "One HTML file with every view that has something to show, and all tables")                 \
  X(StudioExportView, "Export view")                                                                                 \
  X(StudioCopyPicture, "Copy picture")                                                                               \
  X(StudioPictureCopied, "{0}: picture copied.")                                                                     \
  X(StudioRowsCopied, "Rows copied as CSV: {0}.")                                                                    \
  X(StudioAddToShow, "Add to my show")                                                                               \
  X(StudioChooseShow, "Choose my show")                                                                              \
  X(StudioShowFilter, "Shows (*.strata-show)")                                                                       \
  X(StudioShowName, "my show")                                                                                       \
  X(StudioAddedToShow, "Added to {0} as slide {1}.")                                                                 \
  X(StudioPresentShow, "Present my show")                                                                            \
  X(StudioShowNotes, "Notes for the last slide")                                                                     \
  X(StudioShowNotesAsk, "For who gives {0}: seen only in the window of the speaker's notes (N)")                     \
  X(StudioShowNotesWritten, "Notes of the last slide are in {0}.")                                                   \
  X(StudioNoShow, "My show has no slide yet. View › Add to my show puts a view on one.")                             \
  X(StudioNoPresenter, "strata-present is not beside this program. Build or install Strata with the presenter.")     \
  X(StudioShowUnread, "The show {0} cannot be read: {1}. Choose another.")                                           \
  X(StudioExported, "exported to {0}")                                                                               \
  X(StudioFailed, "failed")                                                                                          \
  X(StudioFailedAs, "failed: {0}")                                                                                   \
  X(StudioFile, "File")                                                                                              \
  X(StudioFileProblems, "{0} problems in {1}: {2}.")                                                                 \
  X(StudioShowProblems, "Show all")                                                                                  \
  X(StudioProblem, "Problem")                                                                                        \
  X(StudioMoreProblems, "and {0} more; strata info lists all")                                                       \
  X(StudioNotRead, "Left out")                                                                                       \
  X(StudioClosePanel, "Close {0}")                                                                                   \
  X(StudioFloatPanel, "Float {0}")                                                                                   \
  X(StudioDockPanel, "Dock {0}")                                                                                     \
  X(StudioClosePanelTip, "Close this panel; the menu View opens it again")                                           \
  X(StudioFloat, "Float or dock this panel")                                                                         \
  X(StudioFollows, "Follows {0} unless set.")                                                                        \
  X(StudioHelp, "Help")                                                                                              \
  X(StudioLeftOut, "left out")                                                                                       \
  X(StudioNotRun, "not run")                                                                                         \
  X(StudioLaunched, "Launches")                                                                                      \
  X(StudioLaunchedBy, "Launched by")                                                                                 \
  X(StudioLaunchLatency, "Launch latency")                                                                           \
  X(StudioAtLeast, "at least {0}: the end is cut off")                                                               \
  X(StudioLaunches, "Launches")                                                                                      \
  X(StudioLive, "Live")                                                                                              \
  X(StudioLiveTip, "Follow the newest events; zooming or panning lets go")                                           \
  X(StudioLookingForDevices, "looking for devices…")                                                                 \
  X(StudioDeviceNotTold, "not told by the trace")                                                                    \
  X(StudioMemory, "Memory")                                                                                          \
  X(StudioNoDevice, "There is no device '{0}' here. Choose one from the list; strata doctor says what is missing.")  \
  X(StudioNoOpenGl,                                                                                                  \
    "The views need OpenGL 3.2 and this display offers {0}. Install the Mesa drivers: apt install libgl1-mesa-dri")  \
  X(StudioNoResults, "Press Run to see how fast each variant is, once its result is checked.")                       \
  X(StudioResultsAwaited, "Running: {0}. A row comes as soon as a variant is done and checked.")                     \
  X(StudioFramesAwaited,                                                                                             \
    "Running: {0}. A row for each way comes when the run ends or is stopped; until then the times of its newest "    \
    "frames stand in the view {1}.")                                                                                 \
  X(StudioRowsSoFar, "Running: {0}.")                                                                                \
  X(StudioRowsOfBefore, "Results of an earlier run. Running now: {0}.")                                              \
  X(StudioRowsBeforeLost, "Results of an earlier run. The newest ended with its agent, before a result.")            \
  X(StudioRunLost, "This run ended with its agent, before a result. {0}")                                            \
  X(StudioRunCutOff, "This run ended with its agent, before it was complete. {0}")                                   \
  X(StudioEndNotTold, "The session does not say why its agent ended.")                                               \
  X(StudioNoKernelOfItsOwn,                                                                                          \
    "No kernel of its own: the kernels are those of what it shows, such as heat and colourmap.")                     \
  X(StudioNoSource, "The library's own code; its source is not part of Strata.")                                     \
  X(StudioNoKernelText, "Another tool recorded this trace: it does not hold its kernels' source.")                   \
  X(StudioNoKernel, "Select a kernel in the timeline, or what launched it, to see its source.")                      \
  X(StudioNothingSelected, "Nothing selected")                                                                       \
  X(StudioOpen, "Open session, kernel, model or lesson…")                                                            \
  X(StudioRecentLeft, "{0} is no longer among the recent files.")                                                    \
  X(StudioOpenRecent, "Open recent")                                                                                 \
  X(StudioOpenShipped, "Open recorded on a GPU")                                                                     \
  X(StudioOpened, "opened {0}")                                                                                      \
  X(StudioOwnCommand, "own command")                                                                                 \
  X(StudioPictureFilter, "Pictures (*.png *.svg *.pdf)")                                                             \
  X(StudioQueueTime, "Queue time")                                                                                   \
  X(StudioQuit, "Quit")                                                                                              \
  X(StudioRange, "From {0} to {1} {2}")                                                                              \
  X(StudioRate, "Rate")                                                                                              \
  X(StudioDeviceRate, "Rate on the device")                                                                          \
  X(StudioResults, "Results")                                                                                        \
  X(StudioRun, "Run")                                                                                                \
  X(StudioRunAgain, "Run again")                                                                                     \
  X(StudioToOpenLater, "Choose the CPU as Device, which needs no driver.")                                           \
  X(StudioToHangLater, "“Run again” starts a new agent.")                                                            \
  X(StudioToWorkLonger, "Try a smaller size in Experiment.")                                                         \
  X(StudioToFindLines, "“What is wrong”")                                                                            \
  X(StudioToRunSlow, "“Slow steps: run”")                                                                            \
  X(StudioRunFailed, "run failed: {0}")                                                                              \
  X(StudioRunPartFailed, "run done, failed: {0} of {1}; {2}")                                                        \
  X(StudioFormTaken, "The form now asks for what this session ran, and no longer for what you had set.")             \
  X(StudioFormOfRun, "The form now asks for what this run was, and no longer for what you had set.")                 \
  X(StudioFormBack, "My form back")                                                                                  \
  X(StudioRunDone, "run done")                                                                                       \
  X(StudioRunStopped, "run stopped")                                                                                 \
  X(StudioDeviceTip,                                                                                                 \
    "Where the next run executes. The list has what this machine has, and why the rest cannot be used.")             \
  X(StudioExperimentTip, "What the next run computes")                                                               \
  X(StudioAgentTip, "The process that owns the device and runs experiments there; ● it lives, ○ it does not")        \
  X(StudioSessionTip, "The session that is shown: where it was read from, or that it is not saved yet")              \
  X(StudioMessageTip, "What the window did last")                                                                    \
  X(InspectorRow, "{0} of what is selected: {1}")                                                                    \
  X(InspectorCutName, "The name has {0} letters; a right click offers it whole")                                     \
  X(InspectorCopyName, "Copy the name")                                                                              \
  X(ResultWhat, "What each variant came to in the run that is named above it; a click selects its median call")      \
  X(SelectionWhat, "What the session knows of the selected event, or of the device where none is selected")          \
  X(FormNo, "no")                                                                                                    \
  X(FormYes, "yes")                                                                                                  \
  X(FormWhat, "What the next run is asked for")                                                                      \
  X(SourceWhat, "The text of the selected kernel")                                                                   \
  X(StudioRunTip, "Run the chosen variants on the chosen device (F5)")                                               \
  X(StudioExpected, "≈ {0}")                                                                                         \
  X(StudioExpectedWithout, "≈ {0}, slow steps left out: {1}")                                                        \
  X(StudioExpectedNone, "slow steps left out: {0}")                                                                  \
  X(StudioExpectedTip,                                                                                               \
    "The chosen variants should take {0}: each {1} times, judging by its work at this size and its speed at a size " \
    "measured here (modelled).")                                                                                     \
  X(StudioExpectedCounting,                                                                                          \
    "Counting the chosen variants on this CPU for times on a GPU that is not here should take {0}: as long as it "   \
    "took before, at the size nearest to this one (modelled).")                                                      \
  X(StudioExpectedSlow, "{0} would take over {1} each and are left out; choose Slow steps: run to run them too.")    \
  X(StudioExpectedUnknown, "Not measured yet and not counted: {0}.")                                                 \
  X(StudioRunningFor, "{0} s so far")                                                                                \
  X(StudioRunAwaited, "no result of this run yet")                                                                   \
  X(StudioRunNumber, "Run {0}")                                                                                      \
  X(StudioLostRun, "Lost run · {0}")                                                                                 \
  X(StudioCutOffRun, "{0} · ended with its agent")                                                                   \
  X(StudioRunRename, "Name this run…")                                                                               \
  X(StudioRunName, "Name")                                                                                           \
  X(StudioRunCompare, "Compare with run")                                                                            \
  X(StudioRunRemove, "Remove from the list")                                                                         \
  X(StudioRunRemoved, "{0} is removed from the list; its events stay in the session.")                               \
  X(StudioUndo, "Undo")                                                                                              \
  X(StudioRunsTip, "The run whose results are shown")                                                                \
  X(StudioRunMore, "Name, compare or remove this run")                                                               \
  X(StudioSameAs, "= {0}")                                                                                           \
  X(StudioSave, "Save session")                                                                                      \
  X(StudioSaveAs, "Save session as…")                                                                                \
  X(StudioSaveFilter, "Sessions (*.pftrace)")                                                                        \
  X(StudioFrameNotSaved, "The frame could not be written to {0}. Choose another place.")                             \
  X(StudioNoFrames,                                                                                                  \
    "This window has no OpenGL that a second thread could draw frames with; run `strata run frames` instead.")       \
  X(StudioNothingToWrite, "There is nothing to write yet: run an experiment or open a session first.")               \
  X(StudioSaved, "saved {0}")                                                                                        \
  X(StudioSettingsNotKept, "Settings are not kept: {0} cannot be written. Is the disk full?")                        \
  X(StudioHandClick, "click")                                                                                        \
  X(StudioHandClickDoes, "highlights its call everywhere")                                                           \
  X(StudioHandDouble, "double click")                                                                                \
  X(StudioHandDoubleDoes, "zooms to it")                                                                             \
  X(StudioHandWheel, "wheel, W A S D")                                                                               \
  X(StudioHandWheelDoes, "zooms and pans the timeline")                                                              \
  X(StudioHandFit, "F, Shift+F")                                                                                     \
  X(StudioHandFitDoes, "fits the newest run, the session")                                                           \
  X(StudioHandArrows, "arrow keys")                                                                                  \
  X(StudioHandArrowsDoes, "step through events and tracks")                                                          \
  X(StudioSharedMemory, "Shared memory, dynamic")                                                                    \
  X(StudioSelection, "Selection")                                                                                    \
  X(RecordedAt, "recorded {0}")                                                                                      \
  X(StudioRecordedOn, "{0}, recorded on {1}")                                                                        \
  X(StudioSessionFile, "session {0}")                                                                                \
  X(StudioSessionFilter,                                                                                             \
    "Traces (*.pftrace *.perfetto-trace *.json *.sqlite *.db *.gz *.zst *.xz *.bz2 *.lz4 *.zip *.7z *.tar);;"        \
    "All files (*)")                                                                                                 \
  X(StudioOpenFilter, "All that opens here ({0})")                                                                   \
  X(StudioOpensHere, "All that opens here: {0}.")                                                                    \
  X(StudioSessionLength, "Session")                                                                                  \
  X(StudioSessionNone, "no session")                                                                                 \
  X(StudioSessionUnsaved, "session not saved")                                                                       \
  X(StudioSoFar, "{0} so far")                                                                                       \
  X(StudioBackToIt, "Back to it")                                                                                    \
  X(StudioForget, "Discard it")                                                                                      \
  X(StudioQuitKeeping, "Quit, keep it")                                                                              \
  X(StudioQuitUnsaved, "This session is not saved. If you quit, it is kept and offered again at the next start.")    \
  X(StudioQuitRunning,                                                                                               \
    "A run goes on. If you quit, it is stopped. What it has brought so far is not saved; it is kept and offered "    \
    "again at the next start.")                                                                                      \
  X(StudioQuitLosing, "This session is not saved and cannot be kept for the next start. {0} If you quit, {1}.")      \
  X(StudioQuitRunningLosing,                                                                                         \
    "A run goes on; if you quit, it is stopped. The session is not saved and cannot be kept for the next "           \
    "start. {0} If you quit, {1}.")                                                                                  \
  X(StudioQuitWithout, "Quit without it")                                                                            \
  X(StudioLostAll, "it is lost")                                                                                     \
  X(StudioLostRest, "only its beginning is kept")                                                                    \
  X(StudioNotKeptTogether, "Traces that were opened together are not kept.")                                         \
  X(StudioRestore, "Restore it")                                                                                     \
  X(StudioRestored, "restored; not saved yet")                                                                       \
  X(StudioSaveAndQuit, "Save and quit…")                                                                             \
  X(StudioSessionChanged, "session {0}, changed since it was saved")                                                 \
  X(StudioLeftRunning, "Its run was cut off.")                                                                       \
  X(StudioSessionLeft, "{0} made room for another session.")                                                         \
  X(StudioTitleUnsaved, "Unsaved session")                                                                           \
  X(StudioUnsaved, "Unsaved sessions")                                                                               \
  X(StudioUnsavedLeft, "The previous session was not saved. It is kept, also under File › Unsaved sessions.")        \
  X(StudioUnsavedLost, "The previous session was not saved and could not be kept: {1}. {0}")                         \
  X(StudioUnsavedNone, "none")                                                                                       \
  X(StudioUnsavedOffer, "Your last session, {0}, was not saved. It is kept.")                                        \
  X(StudioUnsavedBeginning, "{0}, only its beginning")                                                               \
  X(StudioUnsavedOfferBeginning,                                                                                     \
    "Your last session, {0}, was not saved. Only its beginning is kept: the folder took no more.")                   \
  X(StudioUntilAgentEnded, "{0}, then its agent ended")                                                              \
  X(StudioSource, "Kernel source")                                                                                   \
  X(StudioSpread, "median {0}, {1} … {2}, {3} repeats, {4} clock")                                                   \
  X(StudioStart, "Begins at")                                                                                        \
  X(StudioStop, "Stop")                                                                                              \
  X(StudioStopTip, "Stop the run (Esc)")                                                                             \
  X(StudioStopping, "Stopping…")                                                                                     \
  X(StudioStoppingTip, "It stops as soon as it can. Press again to end the agent; results so far are kept (Esc)")    \
  X(StudioStorey, "Storey")                                                                                          \
  X(StudioTensor, "Result")                                                                                          \
  X(StudioFetch, "Fetch the selected result")                                                                        \
  X(StudioFetchNothing, "Select an operation of a transformer first, then fetch its result.")                        \
  X(StudioFetchNoAgent, "The agent that holds the tensors is gone; run again, then fetch.")                          \
  X(StudioFetched, "fetched {0}")                                                                                    \
  X(StudioFetching, "fetching {0}")                                                                                  \
  X(StudioTracingCost, "tracing cost {0} %")                                                                         \
  X(StudioTracingCostTip,                                                                                            \
    "How long Strata’s own threads took to write down what happened, as a share of the newest run (measured). "    \
    "They work beside the run, and their time is in no time that is shown. They take processor time from it, most"   \
    " in a short run of many events. What a thread does itself to record is within its times.")                      \
  X(StudioUnits, "Compute units")                                                                                    \
  X(StudioStopped, "stopped")                                                                                        \
  X(StudioTorn, "torn")                                                                                              \
  X(StudioUnsupported, "unsupported")                                                                                \
  X(StudioVariants, "Variants")                                                                                      \
  X(StudioStack, "Stack")                                                                                            \
  X(StudioMemoryView, "Memory and transfers")                                                                        \
  X(StudioRoofline, "Roofline")                                                                                      \
  X(StudioBounds, "Bounds")                                                                                          \
  X(StudioLesson, "Learn")                                                                                           \
  X(StudioMap, "Map")                                                                                                \
  X(StudioLayoutLearn, "Learn")                                                                                      \
  X(StudioLearn, "&Learn")                                                                                           \
  X(StudioNextLesson, "&Next lesson")                                                                                \
  X(StudioRestartLesson, "&Begin the lesson again")                                                                  \
  X(StudioRestartLessonTip, "Page 1 again, without your predictions; what came out before stays in your answers")    \
  X(StudioPresentLesson, "&Present the lesson to a class")                                                           \
  X(StudioPresentLessonTip, "Full screen, a page a slide; the class predicts by a show of hands")                    \
  X(StudioLeaveLesson, "Lea&ve the lesson")                                                                          \
  X(StudioAllLessons, "&All lessons")                                                                                \
  X(StudioLessonTitles, "Lessons")                                                                                   \
  X(StudioTour, "&Tour of a run")                                                                                    \
  X(StudioTourOffer, "New here? A tour of five stops shows what happened in this run.")                              \
  X(StudioTakeTour, "Take the tour")                                                                                 \
  X(StudioCopyPage, "Copy as a page of a lesson")                                                                    \
  X(StudioOpenLesson, "&Open a lesson …")                                                                            \
  X(StudioLessonFilter, "Lessons (*.lesson)")                                                                        \
  X(StudioCourses, "&Course")                                                                                        \
  X(StudioOwnCourse, "Strata’s lessons")                                                                             \
  X(StudioOpenCourse, "Folder of lessons …")                                                                         \
  X(StudioNoLessonsThere, "{0} holds no lesson: files that end in .lesson.")                                         \
  X(StudioLanguage, "&Language of lessons")                                                                          \
  X(StudioLanguageOriginal, "as written")                                                                            \
  X(StudioLanguageLessons, "{0} ({1} of {2} lessons, the others as written)")                                        \
  X(StudioRecordingEmpty, "The recording holds no run of Strata.")                                                   \
  X(StudioLearner, "L&earner")                                                                                       \
  X(StudioMyself, "me")                                                                                              \
  X(StudioNewLearner, "Somebody else …")                                                                             \
  X(StudioLearnerName, "Name of the learner")                                                                        \
  X(StudioSaveAnswers, "&Save answers …")                                                                            \
  X(StudioQuitAnswers,                                                                                               \
    "Your answers could not be kept, and go with the window. Learn › Save answers writes them to a file. {0}")       \
  X(StudioQuitWithoutAnswers, "Quit without them")                                                                   \
  X(StudioAnswersFilter, "Page (*.html);;Data (*.json)")                                                             \
  X(StudioForgetAnswers, "&Forget answers …")                                                                        \
  X(StudioForgetQuestion, "Forget what {0} predicted ({1}) and which lessons are done ({2})?")                       \
  X(StudioSpeed, "Speed")                                                                                            \
  X(StudioKernel, "Kernel")                                                                                          \
  X(StudioTokens, "Tokens")                                                                                          \
  X(StudioCompare, "Compare")                                                                                        \
  X(StudioWindow, "Window")                                                                                          \
  X(StudioLayout, "Layout")                                                                                          \
  X(StudioLayoutOverview, "Overview")                                                                                \
  X(StudioLayoutKernel, "Kernel")                                                                                    \
  X(StudioLayoutTokens, "Transformer")                                                                               \
  X(StudioLayoutTimeline, "Timeline only")                                                                           \
  X(StudioLayoutProjector, "Projector")                                                                              \
  X(StudioLayoutUndo, "Undo layout")                                                                                 \
  X(StudioLayoutRedo, "Redo layout")                                                                                 \
  X(StudioThread, "Thread")                                                                                          \
  X(StudioProcess, "Process")                                                                                        \
  X(StudioTheme, "Theme")                                                                                            \
  X(StudioDark, "Dark")                                                                                              \
  X(StudioLight, "Light")                                                                                            \
  X(StudioTextSize, "Text size")                                                                                     \
  X(StudioLarger, "Larger")                                                                                          \
  X(StudioSmaller, "Smaller")                                                                                        \
  X(StudioNormalSize, "Normal")                                                                                      \
  X(StudioWords, "Words")                                                                                            \
  X(StudioRunMenu, "Run")                                                                                            \
  X(StudioPalette, "Command palette")                                                                                \
  X(StudioPaletteHint, "Type a few letters of a command, a lesson or a word")                                        \
  X(StudioPaletteNothing, "Nothing found: type letters of a command, an experiment, a view or a lesson")             \
  X(ProvenanceMeasured, "measured: a clock or a counter read it")                                                    \
  X(ProvenanceCounted, "counted: exact, from the work itself")                                                       \
  X(ProvenanceModelled, "modelled: a formula gives it")                                                              \
  X(ProvenanceSpec, "spec: from a data sheet")                                                                       \
  X(StudioCopyRows, "Copy rows")                                                                                     \
  X(StudioReplay, "Replay")                                                                                          \
  X(StudioReplayAt, "Replay at")                                                                                     \
  X(StudioReplayRuns, "Slow motion; Esc leaves it")                                                                  \
  X(StudioReplayPlay, "Play or pause what is in sight, in slow motion")                                              \
  X(StudioReplayForward, "To the next event")                                                                        \
  X(StudioReplayBack, "To the previous event")                                                                       \
  X(StudioReplayLeave, "Back to the whole session")                                                                  \
  X(StudioReplayFit, "fits: {0}")                                                                                    \
  X(StudioReplayFits, "what fits")                                                                                   \
  X(StudioReplaySpeedTip, "How much of the session passes in a second of slow motion")                               \
  X(StudioReplaySpeed, "Speed")                                                                                      \
  X(StudioReplaySpeedWhere, "Speed: {0}; others in the menu Replay")                                                 \
  X(StudioSearch, "Find events")                                                                                     \
  X(StudioSearchHint, "Part of a name: matmul, launch, copy, futex; or a correlation id")                            \
  X(StudioSearchForward, "Next match")                                                                               \
  X(StudioSearchBack, "Previous match")                                                                              \
  X(StudioSearchLeave, "Leave the search")                                                                           \
  X(StudioSearchNone, "no event")                                                                                    \
  X(StudioSearchOf, "{0} of {1}")                                                                                    \
  X(StudioNavigate, "Go")                                                                                            \
  X(StudioMeasureSelection, "Measure the selection")                                                                 \
  X(StudioMeasureClear, "Clear the measured range")                                                                  \
  X(StudioZoomSelection, "Zoom to the selection")                                                                    \
  X(StudioFit, "Fit the newest run")                                                                                 \
  X(StudioFitAll, "Fit the whole session")                                                                           \
  X(StudioStatistics, "Statistics")                                                                                  \
  X(StudioTable, "Table of events")                                                                                  \
  X(StudioBack, "Back to what was looked at")                                                                        \
  X(StudioForward, "Forward again")                                                                                  \
  X(StudioDeviceUse, "Use of the device")                                                                            \
  X(StudioMark, "Bookmark here, or none")                                                                            \
  X(StudioMarkNote, "Note on a bookmark…")                                                                           \
  X(StudioMarkNoteAsk, "Note")                                                                                       \
  X(StudioMarkBefore, "Previous bookmark")                                                                           \
  X(StudioMarkNext, "Next bookmark")                                                                                 \
  X(StudioLanes, "Lane of the selection")                                                                            \
  X(StudioLanesPlain, "All lanes as at first")                                                                       \
  X(CompareEvents, "All events")                                                                                     \
  X(CompareOps, "Operations: their time")                                                                            \
  X(CompareOpWork, "Operations: device time for them")                                                               \
  X(CompareModules, "Modules: their time")                                                                           \
  X(CompareModuleWork, "Modules: device time for them")                                                              \
  X(CompareFrames, "Frames, by their way to the screen")                                                             \
  X(CompareOfTip, "What is compared by name")                                                                        \
  X(TableOfNames, "Names")                                                                                           \
  X(TableOfShapes, "Names by grid × block")                                                                          \
  X(TableOfEvents, "Events")                                                                                         \
  X(TableRowsTip, "A row for each name, for each grid and block it was launched with, or for each event")            \
  X(TableAllStoreys, "All storeys")                                                                                  \
  X(TableWork, "Kernels, copies, memsets")                                                                           \
  X(TableStoreyTip, "Storey")                                                                                        \
  X(TableAllLanes, "All lanes")                                                                                      \
  X(TableLaneTip, "Stream or thread")                                                                                \
  X(TableAnyDuration, "Any duration")                                                                                \
  X(TableLeastTip, "Shortest event that counts")                                                                     \
  X(TableNameHint, "Part of a name")                                                                                 \
  X(TableExpressionTip, "Read the name as a regular expression, as in Perl")                                         \
  X(TableCopyShort, "CSV")                                                                                           \
  X(TableCopy, "Copy as CSV")                                                                                        \
  X(TableCopyTip, "All rows, with times in nanoseconds (Ctrl+C in the table)")                                       \
  X(RangeBefore, "of the range before; adding up …")                                                                 \
  X(TableOnlyShort, "Part ✕")                                                                                        \
  X(TableOnlySight, "Only in sight ✕")                                                                               \
  X(TableOnlyMeasured, "Only measured ✕")                                                                            \
  X(TableWholeTip, "Show the whole session and count all of it")                                                     \
  X(StudioFollowLive, "Follow the newest events")                                                                    \
  X(StudioSameCallIn, "In {0}")                                                                                      \
  X(StudioWhatItDoes, "What it does")                                                                                \
  X(StudioByRule, "{0} (by HIP's naming rule)")                                                                      \
  X(StudioGridBlockOf, "{0} · {1}")                                                                                  \
  X(StudioAllCalls, "All calls as shares")                                                                           \
  X(StudioOpening, "Opening {0}…")                                                                                   \
  X(StudioCancel, "Cancel")                                                                                          \
  X(StudioCompareOpen, "Compare with a session…")                                                                    \
  X(StudioCompareKeep, "Keep this session to compare with")                                                          \
  X(StudioCompareKept, "Kept as B: {0}. A is whatever is shown.")                                                    \
  X(StudioCompareSwap, "Swap A and B")                                                                               \
  X(StudioCompareNoSwap,                                                                                             \
    "Two runs of one session swap sides. To swap with a file, open it and compare with the session shown now.")      \
  X(StudioCompareStop, "Stop comparing")                                                                             \
  X(StudioCompareNothing, "There is nothing to compare yet: run an experiment or open a session first.")             \
  X(StudioCompareNoEvents,                                                                                           \
    "There is nothing to compare: {0} holds no events. Choose a session of a run that recorded some.")               \
  X(StudioCompareNone, "Nothing is compared now.")                                                                   \
  X(StudioMarkNothing, "There is nothing to bookmark yet: run an experiment or open a session first.")               \
  X(StudioMeasureNothing, "Select an event first, then measure it.")                                                 \
  X(StudioReplayNothing, "There is nothing to replay in sight: run an experiment or open a session first.")          \
  X(StudioReplayWaits, "Replay begins once the run is done.")                                                        \
  X(StudioReplayHidden, "The page asks what came out; replay begins once it is told.")                               \
  X(PadName, "Pad to draw the picture")                                                                              \
  X(PadHint, "Draw a digit here")                                                                                    \
  X(PadTip,                                                                                                          \
    "The left button draws, the right one erases; Run reads it. Keys: arrows move the pen, Space or Shift+arrows "   \
    "draw, E turns the eraser on and off, Delete clears, digits begin from an example.\n"                            \
    "What you draw is scaled to fit {0}×{1} pixels and moved until its centre of mass is the picture's centre, as " \
    "MNIST's digits were: the network learned from such pictures.")                                                  \
  X(PadReads, "To be read")                                                                                          \
  X(PadReadsTip, "What the network will read: your drawing, scaled and centred as MNIST's digits are")               \
  X(PadErase, "Erase")                                                                                               \
  X(PadEraseTip, "The left button erases, too (E)")                                                                  \
  X(PadClear, "Clear")                                                                                               \
  X(PadClearTip, "Begin from black (Delete)")                                                                        \
  X(PadExample, "Begin from {0}")                                                                                    \
  X(PadNoPicture, "This file is no picture of at most {0}×{0} pixels.")                                              \
  X(StudioFeatures, "Feature maps")                                                                                  \
  X(StudioPanelsOfRuns, "Run and results")                                                                           \
  X(StudioPanelsOfTime, "Time and memory")                                                                           \
  X(StudioPanelsOfKernels, "Kernel")                                                                                 \
  X(StudioPanelsOfModels, "Model and frames")                                                                        \
  X(StudioPanelsToLearn, "Learning")                                                                                 \
  X(StudioView, "View")                                                                                              \
  X(StudioShowNoFile,                                                                                                \
    "What this is compared with is in no file: save that session, compare with its file, and add the view again.")
