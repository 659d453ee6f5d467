#pragma once

#include "app/words/message_list_compare.h"
#include "app/words/message_list_compiled.h"
#include "app/words/message_list_frames.h"
#include "app/words/message_list_hands.h"
#include "app/words/message_list_kernels.h"
#include "app/words/message_list_learning.h"
#include "app/words/message_list_lens.h"
#include "app/words/message_list_models.h"
#include "app/words/message_list_reports.h"
#include "app/words/message_list_speeds.h"
#include "app/words/message_list_stack.h"
#include "app/words/message_list_views.h"
#include "app/words/message_list_windows.h"

/// Every sentence and word that views and windows show: X(Id, "English text"). {0}, {1} … stand for values put in by
/// fillText. Sections follow the rooms; keep a section together.
#define STRATA_MESSAGES(X)    \
  STRATA_STACK_MESSAGES(X)    \
  STRATA_VIEW_MESSAGES(X)     \
  STRATA_COMPARE_MESSAGES(X)  \
  STRATA_COMPILED_MESSAGES(X) \
  STRATA_FRAME_MESSAGES(X)    \
  STRATA_KERNEL_MESSAGES(X)   \
  STRATA_LENS_MESSAGES(X)     \
  STRATA_MODEL_MESSAGES(X)    \
  STRATA_REPORT_MESSAGES(X)   \
  STRATA_SPEED_MESSAGES(X) STRATA_LEARNING_MESSAGES(X) STRATA_HAND_MESSAGES(X) STRATA_WINDOW_MESSAGES(X)
