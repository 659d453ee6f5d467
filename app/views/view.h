#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/facts/what_is.h"
#include "app/words/messages.h"
#include "engine/base/result.h"

namespace strata::inline views {

/// Where a view's dock stands in a window that nobody has arranged.
enum class ViewDock : std::uint8_t {
  None,
  Top,
  Bottom,
  Left,
  Right,
  Column,  ///< of its own on the left, as high as the window; closed at first
};

/// Keys that a view may answer.
enum class ViewKey : std::uint8_t { Up, Down, PageUp, PageDown, Home, End, Left, Right, Space, Enter };

/// One picture of a session: pure functions of what is known and chosen. Nothing is drawn outside the area; any size
/// will do. A folder NAME with a file NAME_view.cpp that defines const View& nameView() is all that a new one takes:
/// the command line, docks, layouts, shows and the tests of sizes and words go through allViews().
struct View {
  std::string_view name;        ///< "tokens"
  std::string_view alias = {};  ///< a second name; empty: none
  Msg title;                    ///< of its dock
  std::string_view shows;       ///< in a few words
  std::string_view absent;      ///< why there may be nothing to show: "it holds no text of a language model"
  int order = 0;                ///< in lists, and among the tabs of its place
  ViewDock dock = ViewDock::None;
  bool drawsTitle = true;        ///< its first line says which view it is, so its dock needs no title bar
  bool ofSession = true;         ///< what it shows is of the session, so a report has it
  bool showsFrames = false;      ///< live, as quick as they come
  bool needsStatistics = false;  ///< of what is in sight, while it is seen
  bool isTable = false;          ///< of events: a window puts the fields of its filter above it
  bool onePlaceEach = false;     ///< keys stop once at what does the same, at the part that is drawn last
  bool compares = false;         ///< two sessions: a window puts what of them and which names above it

  void (*draw)(Canvas& canvas, Rect area, const ViewState& state);
  /// What is under a point of the area. A hit that names no event keeps the selection.
  std::optional<Hit> (*hit)(const Canvas& canvas, Rect area, const ViewState& state, Point at);
  bool (*hasContent)(const ViewState& state);  ///< else it only draws what would fill it
  /// Its main figures in words, for who does not see the picture; it has content. nullptr: they are in no words.
  std::string (*figures)(const ViewState& state) = nullptr;
  /// What of a state it lacks, where `absent` does not say it: as a clause; empty: it does. nullptr: it always does.
  std::string (*lacks)(const ViewState& state) = nullptr;
  /// The part that its keys are on, else a page, in words, told to who does not see it whenever they change; nullptr:
  /// its spots tell all.
  std::string (*reads)(const ViewState& state) = nullptr;
  /// Why it can show nothing of what is selected, if so; nullptr: it can always.
  std::optional<std::string> (*refuses)(const ViewState& state) = nullptr;
  /// Counts what it shows of what is in sight; nullptr: nothing to count.
  void (*complete)(ViewState& state) = nullptr;
  /// What a part of it is, for a person who asks; nothing: its words and its events tell. nullptr: they always do.
  std::optional<WhatIs> (*whatIs)(const Canvas& canvas, Rect area, const ViewState& state, Point at) = nullptr;
  /// What is chosen after the wheel was turned by so many lines; nullptr: it does not scroll.
  ViewChoices (*scrolled)(const Canvas& canvas, Rect area, const ViewState& state, float lines) = nullptr;
  /// It scrolls by whole rows: a part of a line moves nothing, so the caller adds parts up.
  bool scrollsRows = false;
  /// What a key does, as if something were clicked; nothing: there is nothing to do. nullptr: it knows no keys.
  std::optional<Hit> (*pressed)(const Canvas& canvas, Rect area, const ViewState& state, ViewKey key) = nullptr;
  /// What is chosen while something that was taken hold of at `from`, such as a slider, is drawn to `to`; nothing:
  /// there is nothing to draw. nullptr: nowhere is.
  std::optional<ViewChoices> (*drawn)(const Canvas& canvas, Rect area, const ViewState& state, Point from,
                                      Point to) = nullptr;
  /// What is chosen once what is at a point is so many steps further; nothing: it knows no steps.
  std::optional<ViewChoices> (*stepped)(const Canvas& canvas, Rect area, const ViewState& state, Point at,
                                        int steps) = nullptr;
};

/// All there are, in order.
std::span<const View> allViews();
/// By name or alias; nullptr: there is no such view.
const View* findView(std::string_view name);
/// Of a lesson's page that wants one that there is not.
Error noSuchView(const std::string& name);
/// Why it has nothing to show of the state, as a clause: "it holds no event".
std::string absentIn(const View& view, const ViewState& state);
/// What it shows, with its main figures, for who does not see the picture; it has content.
std::string toldOf(const View& view, const ViewState& state);
/// Makes the state what this view draws best from.
void completeFor(const View& view, ViewState& state);

}  // namespace strata::inline views
