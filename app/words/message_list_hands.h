#pragma once

// What the window says of mouse and keys: forms, focus, menus of a right click; see message_list.h.

#define STRATA_HAND_MESSAGES(X)                                                                                  \
  X(FormBrowse, "Browse…")                                                                                       \
  X(FormBrowseFile, "File…")                                                                                     \
  X(FormBrowseFolder, "Folder…")                                                                                 \
  X(FormFilesFilter, "{0} ({1});;All files (*)")                                                                 \
  X(FormBrowseFor, "{0}: choose a file")                                                                         \
  X(FormNoNumber, "{0}: “{1}” must be a number from {2} to {3}.")                                                \
  X(FormNoWholeNumber, "{0}: “{1}” must be a whole number from {2} to {3}.")                                     \
  X(FormSignInWholeNumber, "{0}: “{1}” must be a whole number from {2} to {3}, written without point or comma.") \
  X(FormSignsInNumber, "{0}: “{1}” must be a number from {2} to {3}, with nothing between its thousands.")       \
  X(FormNoVariant, "No variant is chosen; check at least one in the form.")                                      \
  X(FormCheckAll, "all")                                                                                         \
  X(FormCheckAllTip, "Check all variants")                                                                       \
  X(FormCheckNone, "none")                                                                                       \
  X(FormCheckNoneTip, "Check no variant")                                                                        \
  X(FormCheckOnly, "Check only “{0}”")                                                                           \
  X(FocusWhat, "What the keys act on")                                                                           \
  X(HandCopy, "Copy “{0}”")                                                                                      \
  X(HandCopyRow, "Copy row")                                                                                     \
  X(HandNextPanel, "Next panel")                                                                                 \
  X(HandPanelBefore, "Panel before")                                                                             \
  X(HandMenus, "Menus")                                                                                          \
  X(StudioZoomIn, "Zoom in")                                                                                     \
  X(StudioZoomOut, "Zoom out")                                                                                   \
  X(StudioEarlier, "Earlier")                                                                                    \
  X(StudioLater, "Later")
