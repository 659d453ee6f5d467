#include "app/views/lesson/lesson_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/views/lesson/lesson_asked.h"
#include "app/views/lesson/lesson_buttons.h"
#include "app/views/lesson/lesson_note.h"
#include "app/views/lesson/lesson_puzzle.h"
#include "app/views/lesson/lesson_words.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

constexpr float kText = 14, kTitle = 19, kGap = 9, kItemGap = 4, kRowPadding = 8, kHeader = 20;
constexpr float kMore = 17;                              // says that there is more below
constexpr float kInWindow = 1, kLeastInWindow = 0.8f;    // scale of letters; before a page scrolls
constexpr float kLow = 120;                              // pixels of a page that has room for no header
constexpr float kRowKey = 34, kRowHands = 62, kBar = 6;  ///< of a row: key, hands; bar's height

/// A line may end after a comma.
std::vector<TextRun> commandRuns(std::string_view command, const TextStyle& style) {
  std::vector<TextRun> runs;
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(',') + 1, command.size());
    runs.push_back({std::string(command.substr(0, end > 0 ? end : command.size())), style});
    command.remove_prefix(runs.back().text.size());
  }
  return runs;
}

/// Stacks boxes from the top down.
class Stack {
 public:
  Stack(Rect area, float bottom) : m_area(area), m_bottom(std::max(area.y, bottom)) {}
  /// No height where there is no room left.
  Rect take(float height, float gap) {
    const float y = std::min(m_area.y, m_bottom);
    const Rect box{m_area.x, y, m_area.w, std::min(height, m_bottom - y)};
    m_area.y += height;
    m_full = m_full || m_area.y > m_bottom + 0.5f;
    m_area.y += gap;
    return box;
  }
  bool fits() const { return !m_full; }
  float end() const { return m_area.y; }

 private:
  Rect m_area;
  float m_bottom;
  bool m_full = false;
};

/// As wide as the page, but no larger than it is, nor so high that the words have no room.
void addPicture(const std::shared_ptr<const FixedPicture>& picture, float s, float width, float most, Stack& stack,
                LessonLayout& layout) {
  const auto wide = static_cast<float>(picture->content().width), high = static_cast<float>(picture->content().height);
  const float scale = std::min({width / wide, most / high, s});
  LessonLayout::Block made;
  made.picture = picture;
  made.box = stack.take(high * scale, kGap * s);
  made.box.w = wide * made.box.h / high;
  layout.blocks.push_back(std::move(made));
}

/// `gap`: to what follows.
void addBlock(const Canvas& canvas, const MarkdownBlock& block, std::string_view language, float s, float width,
              float gap, Stack& stack, LessonLayout& layout) {
  const bool item = block.kind == MarkdownBlock::Kind::Item;
  const float indent = item ? 18 * s * static_cast<float>(std::max(1, block.depth)) : 0;
  const float size = (block.kind == MarkdownBlock::Kind::Heading ? 16 : kText) * s;
  LessonLayout::Block made;
  std::vector<TextRun> runs = markdownRuns(canvas, block, language, size);
  const bool picture = block.kind == MarkdownBlock::Kind::Picture;
  if (picture && runs.empty()) runs.push_back({block.file, look::soft(canvas, s)});
  made.code = picture || block.kind == MarkdownBlock::Kind::Code;
  made.text = placeText(canvas, runs, width - indent);
  const float padding = made.code ? 12 * s : 0;
  if (item) made.mark = block.number > 0 ? fmt::format("{}.", block.number) : "•";
  made.box = stack.take(made.text.height + padding, gap * s);
  made.box.x += indent;
  made.box.w -= indent;
  layout.blocks.push_back(std::move(made));
}

/// `most`: a picture's height.
void addText(const Canvas& canvas, const LessonSight& lesson, float s, float width, float most, Stack& stack,
             LessonLayout& layout) {
  const auto isItem = [&](std::size_t at) {
    return at < lesson.text.size() && lesson.text[at].kind == MarkdownBlock::Kind::Item;
  };
  for (std::size_t i = 0; i < lesson.text.size(); ++i) {
    const MarkdownBlock& block = lesson.text[i];
    const auto picture = lesson.pictures.find(block.file);
    if (block.kind == MarkdownBlock::Kind::Picture && picture != lesson.pictures.end())
      addPicture(picture->second, s, width, most, stack, layout);
    else
      addBlock(canvas, block, lesson.language, s, width, isItem(i) && isItem(i + 1) ? kItemGap : kGap, stack, layout);
  }
}

/// Where a value comes from, and of a modelled one for which GPU; empty: that is not said.
std::string kindWords(const QuestionSight& asked, const Value& value) {
  if (value.kind) {
    const std::string kind = kindInWords(provenanceKey(*value.kind), asked.language);
    return value.gpus.empty() ? kind : kind + ": " + gpuWords(value.gpus);
  }
  return asked.question.published ? std::string(text(Msg::HandoutPublished, asked.language)) : std::string();
}

/// What came out, and how many hands were right, as a class reads it; empty where it is not seen.
std::vector<TextRun> verdictOf(const Canvas& canvas, const QuestionSight& asked, float size) {
  if (!asked.judged || !asked.votes) return {};
  const Theme& theme = canvas.theme();
  std::vector<TextRun> runs;
  const TextStyle dim{size, Face::Regular, theme.textDim};
  const auto add = [&](std::string words, std::string kind) {
    runs.push_back({std::move(words), {size, Face::Bold, theme.textStrong}});
    if (kind.empty()) return;
    runs.push_back({" ", runs.back().style});
    runs.push_back({std::move(kind), {size * 0.75f, Face::Regular, {}}, true});
  };
  const std::string kind = kindWords(asked, asked.judged->truth);
  const VoteSight& votes = *asked.votes;
  const bool oneNumber = asked.question.kind == Question::Kind::Number && asked.bet && votes.hands == 0;
  if (oneNumber)
    add(numberOutcome(asked), kind);
  else if (asked.question.kind != Question::Kind::Choice)
    add(fillText(Msg::LessonHere, {inWords(asked.question, *asked.judged, asked.language)}, asked.language), kind);
  if (votes.hands > 0) {
    const double share = static_cast<double>(votes.right) / static_cast<double>(votes.hands);
    const bool guesses = asked.question.kind == Question::Kind::Number;
    if (!runs.empty()) runs.push_back({" · ", dim});
    add(fillText(guesses ? Msg::LessonGuessesRight : Msg::LessonRightHands,
                 {std::to_string(votes.right), std::to_string(votes.hands), formatPercent(share)}, asked.language),
        kindInWords(provenanceKey(Provenance::Counted), asked.language));
    if (guesses) runs.push_back({" · " + closeCounts(asked), dim});
  }
  return runs;
}

/// What a row asks for: a choice's number, or of a place the number of its tally. `brief`: no storey that nobody named
/// and that did not come out.
std::vector<std::size_t> rowOrder(const QuestionSight& asked, bool brief) {
  if (asked.question.kind == Question::Kind::Order && asked.bet) return asked.bet->order;
  const bool place = asked.question.kind == Question::Kind::Place;
  std::vector<std::size_t> order(place ? asked.votes->tallies.size() : asked.question.choices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (place && brief && asked.judged)
    std::erase_if(order, [&](std::size_t row) {
      const Tally& tally = asked.votes->tallies[row];
      return tally.hands == 0 && !judge(asked.question, tally.bet, *asked.judged).right;
    });
  return order;
}

void addRows(const Canvas& canvas, const QuestionSight& asked, float width, bool brief, Stack& stack,
             LessonLayout::Asked& made) {
  const float s = made.scale;
  const bool bars = asked.votes && asked.question.kind != Question::Kind::Order;
  const float left = kRowKey * s, right = (bars ? kRowHands : kRowMark) * s;
  for (const std::size_t choice : rowOrder(asked, brief)) {
    LessonLayout::Row row;
    row.choice = choice;
    const bool place = asked.question.kind == Question::Kind::Place;
    if (!place && choice >= asked.question.choices.size()) continue;
    const std::string words = place ? inWords(asked.question, asked.votes->tallies[choice].bet, asked.language)
                                    : asked.question.choices[choice].text;
    row.text = placeText(canvas, {{words, {kText * s, Face::Regular, canvas.theme().text}}}, width - left - right);
    const float bar = bars ? (kBar + 4) * s : 0;
    row.box = stack.take(row.text.height + bar + 2 * kRowPadding * s, 5 * s);
    if (bars && row.box.h > bar + kRowPadding * s)
      row.bar = {row.box.x + left, row.box.bottom() - (kBar + kRowPadding) * s, width - left - right, kBar * s};
    made.rows.push_back(std::move(row));
  }
}

void addNumber(const QuestionSight& asked, bool brief, Stack& stack, LessonLayout::Asked& made) {
  const float s = made.scale;
  made.value = stack.take(26 * s, 2 * s);
  if (asked.votes && !(brief && asked.votes->guesses.empty())) made.dots = stack.take(26 * s, 0);
  made.track = stack.take(40 * s, kGap * s);
}

LessonLayout::Block wordsIn(const Canvas& canvas, const std::vector<TextRun>& runs, float width, float gap,
                            Stack& stack) {
  LessonLayout::Block block;
  block.text = placeText(canvas, runs, width);
  if (!runs.empty()) block.box = stack.take(block.text.height, gap);
  return block;
}

LessonLayout::Asked askedIn(const Canvas& canvas, const QuestionSight& asked, float s, float width, bool brief,
                            Stack& stack) {
  LessonLayout::Asked made;
  made.scale = s;
  switch (asked.question.kind) {
    case Question::Kind::Choice:
    case Question::Kind::Order: addRows(canvas, asked, width, brief, stack, made); break;
    case Question::Kind::Number: addNumber(asked, brief, stack, made); break;
    case Question::Kind::Place:
      if (asked.votes) addRows(canvas, asked, width, brief, stack, made);
      if (!asked.votes || (!asked.judged && asked.question.unit == "line")) made.hint = stack.take(24 * s, kGap * s);
  }
  if (asked.votes) made.verdict = wordsIn(canvas, verdictOf(canvas, asked, kText * s), width, kGap * s, stack);
  return made;
}

void addOutcomeWords(const Canvas& canvas, float s, float width, LessonLayout::Outcome& outcome) {
  const QuestionSight& asked = *outcome.question;
  outcome.you =
      placeText(canvas,
                {{fillText(Msg::LessonYou, {inWords(asked.question, *asked.bet, asked.language)}, asked.language),
                  look::soft(canvas, s)}},
                width);
  outcome.cameAt = {0, outcome.you.height + 3 * s};
  if (asked.question.kind == Question::Kind::Number) {
    const std::string words = numberOutcome(asked);
    outcome.came = placeText(canvas, {{words, look::strong(canvas, s)}}, width);
    const float beside = outcome.you.runs.empty() ? 0 : outcome.you.runs.back().box.right() + 18 * s;
    if (beside + canvas.measure(words, look::strong(canvas, s)) <= width) outcome.cameAt = {beside, 0};
    return;
  }
  std::vector<TextRun> came{{std::string(text(Msg::LessonNotKnown, asked.language)), look::strong(canvas, s)}};
  if (asked.judged)
    came = {{fillText(Msg::LessonHere, {inWords(asked.question, *asked.judged, asked.language)}, asked.language),
             look::strong(canvas, s)},
            {" " + std::string(text(asked.judged->right ? Msg::LessonRight : Msg::LessonOther, asked.language)),
             look::soft(canvas, s)}};
  outcome.came = placeText(canvas, came, width);
}

void addOutcomes(const Canvas& canvas, const LessonSight& lesson, float s, float width, Stack& stack,
                 LessonLayout& layout) {
  constexpr float kSmaller = 0.82f;
  const TextStyle soft{kText * kSmaller * s, Face::Regular, canvas.theme().textSoft};
  for (const QuestionSight& judged : lesson.judged) {
    LessonLayout::Outcome outcome;
    outcome.question = &judged;
    if (judged.votes) {
      outcome.words = wordsIn(canvas, {{judged.asked, soft}}, width, 2 * s, stack);
      outcome.asked = askedIn(canvas, judged, kSmaller * s, width, true, stack);
    } else if (judged.bet) {
      addOutcomeWords(canvas, s, width - 24 * s, outcome);
      const float scale = judged.question.kind == Question::Kind::Number ? kOutcomeScale * s : 0;
      outcome.box = stack.take(outcome.cameAt.y + outcome.came.height + scale + 11 * s, 6 * s);
    }
    layout.outcomes.push_back(std::move(outcome));
  }
}

/// Below the text: what threads touch, what an answer may take, hints, what came of one, and the kernel.
void addPuzzle(const Canvas& canvas, const LessonSight& lesson, float s, float width, Stack& stack,
               LessonLayout& layout) {
  const PuzzleSight& puzzle = *lesson.puzzle;
  const float size = 13 * s;
  const auto add = [&](const std::vector<TextRun>& runs) {
    if (!runs.empty()) layout.blocks.push_back(wordsIn(canvas, runs, width, kGap * s, stack));
  };
  add(budgetWords(canvas, puzzle, lesson.language, 12 * s));
  if (lesson.running)
    add({{std::string(text(Msg::PuzzleRuns, lesson.language)), look::soft(canvas, s)}});
  else
    add(verdictWords(canvas, puzzle, lesson.language, size));
  const auto addPuzzlePicture = [&] {
    if (const float height = pictureHeight(puzzle, s); height > 0) layout.picture = stack.take(height, kGap * s);
  };
  if (lesson.slide) addPuzzlePicture();  // it stays where it is when a hint comes
  for (const std::string& hint : puzzle.hints) add(sentenceRuns(canvas, hint, lesson.language, size));
  if (puzzle.moreHints && !lesson.slide) {
    layout.hint = stack.take(18 * s, kGap * s);
    layout.hint.w =
        std::min(width, canvas.measure(text(Msg::PuzzleHint, lesson.language), look::small(canvas, s)) + 4 * s);
  }
  if (lesson.slide) return;
  addPuzzlePicture();
  layout.kernel = stack.take(kernelHeight(canvas, puzzle, s, width), kGap * s);
}

/// At the header's end, once there is something behind.
void addRestart(const Canvas& canvas, const LessonSight& lesson, LessonLayout& layout) {
  const float gap = 14 * layout.scale;
  const float width = canvas.measure(text(Msg::LessonRestart, lesson.language), look::small(canvas, layout.scale));
  if (lesson.slide || !lesson.mayRestart || layout.header.w < 4 * width) return;
  layout.header.w -= width + gap;
  layout.restart = {layout.header.right() + gap, layout.header.y, width, layout.header.h};
}

/// Where all but what is said and asked stands.
LessonLayout lessonFrame(const Canvas& canvas, Rect area, const LessonSight& lesson, float s) {
  const float width = lesson.slide ? area.w : std::min(area.w, 760 * s);
  LessonLayout layout;
  layout.scale = s;
  const bool bare = lesson.slide || (area.h < kLow && area.h >= 40);  // there the buttons stand in its place
  layout.header = {area.x, area.y, area.w, bare ? 0 : std::min(area.h, kHeader * s)};
  if (area.w < 60 || area.h < 40) return layout;
  addRestart(canvas, lesson, layout);
  addButtons(canvas, area, lesson, width, area.h <= kLow, layout);
  const float top = layout.header.bottom() + 4 * s;
  layout.body = {area.x, top, width, std::max(0.f, layout.buttons.y - 4 * s - top)};
  return layout;
}

/// What a page says and asks.
void fillPage(const Canvas& canvas, const LessonSight& lesson, Stack& stack, float mostOfPicture,
              LessonLayout& layout) {
  const float s = layout.scale, width = layout.body.w;
  const TextStyle title{kTitle * s, Face::Bold, canvas.theme().textStrong};
  if (!lesson.title.empty())
    layout.blocks.push_back(wordsIn(canvas, {{unbroken(lesson.title, false), title}}, width, kGap * s, stack));
  if (!lesson.opening.empty())
    layout.blocks.push_back(wordsIn(canvas, {{lesson.opening, look::soft(canvas, s)}}, width, kGap * s, stack));
  if (!lesson.slide) addOutcomes(canvas, lesson, s, width, stack, layout);
  addText(canvas, lesson, s, width, mostOfPicture, stack, layout);
  if (lesson.slide) addOutcomes(canvas, lesson, s, width, stack, layout);
  if (!lesson.run.empty()) {
    LessonLayout::Block run;
    run.code = true;
    run.text =
        placeText(canvas, commandRuns(lesson.run, {12 * s, Face::Mono, canvas.theme().textSoft}), width - 16 * s);
    run.box = stack.take(run.text.height + 12 * s, kGap * s);
    layout.blocks.push_back(std::move(run));
  }
  if (lesson.puzzle) addPuzzle(canvas, lesson, s, width, stack, layout);
  if (lesson.question) layout.asked = askedIn(canvas, *lesson.question, s, width, false, stack);
  layout.note = wordsIn(canvas, noteOf(canvas, lesson, 12 * s), width, 0, stack);
  const float longest = placeText(canvas, longestNoteOf(canvas, lesson, 12 * s), width).height;
  if (longest > layout.note.text.height) stack.take(longest - layout.note.text.height, 0);
}

LessonLayout laidOut(const Canvas& canvas, Rect area, const LessonSight& lesson, float s) {
  constexpr float kMost = 0.45f;  // of the page's height, for a picture
  LessonLayout layout = lessonFrame(canvas, area, lesson, s);
  if (layout.body.w <= 0) return layout;
  Stack stack(layout.body, layout.body.bottom());
  fillPage(canvas, lesson, stack, kMost * area.h, layout);
  layout.fits = stack.fits();
  return layout;
}

/// All of it, moved up by `scroll` at most, of which its body shows a part.
LessonLayout scrolledPage(const Canvas& canvas, Rect area, const LessonSight& lesson, float s, float scroll) {
  constexpr float kNoBottom = 1e9f, kThumbRoom = 8;
  LessonLayout frame = lessonFrame(canvas, area, lesson, s);
  frame.body.w -= kThumbRoom;
  const float more = frame.body.h > 3 * kMore * s ? kMore * s : 0;
  frame.body.h -= more;
  const auto from = [&](float above) {
    LessonLayout layout = frame;
    Stack stack({layout.body.x, layout.body.y - above, layout.body.w, 0}, kNoBottom);
    fillPage(canvas, lesson, stack, frame.body.h, layout);
    layout.scroll = above, layout.most = std::max(0.f, stack.end() + above - layout.body.bottom());
    return layout;
  };
  LessonLayout layout = from(std::max(0.f, scroll));
  if (layout.scroll > layout.most) layout = from(layout.most);
  layout.more = {layout.body.x, layout.body.bottom(), layout.body.w, layout.scroll < layout.most ? more : 0};
  layout.fits = false;
  return layout;
}

/// With the largest letters that leave room for all of it; not at all where the smallest leave none. A page is laid out
/// at each frame, so few sizes are tried: the largest, the smallest, and between them half of the rest each time.
LessonLayout largestThatFits(const Canvas& canvas, Rect area, const LessonSight& lesson) {
  constexpr float kLargest = 2.4f, kSmaller = 0.95f;
  std::vector<float> sizes{std::clamp(std::min(area.w / 430, area.h / 360), kInWindow, kLargest)};
  LessonLayout made = laidOut(canvas, area, lesson, sizes.front());
  if (made.fits) return made;
  while (sizes.back() > kLeastInWindow) sizes.push_back(std::max(kLeastInWindow, sizes.back() * kSmaller));
  made = laidOut(canvas, area, lesson, kLeastInWindow);
  std::size_t tooLarge = 0, fitting = sizes.size() - 1;
  while (made.fits && fitting - tooLarge > 1) {
    const std::size_t middle = (tooLarge + fitting) / 2;
    LessonLayout tried = laidOut(canvas, area, lesson, sizes[middle]);
    (tried.fits ? fitting : tooLarge) = middle;
    if (tried.fits) made = std::move(tried);
  }
  return made;
}

}  // namespace

Msg backWord(const LessonSight& lesson) {
  if (lesson.index > 0) return Msg::LessonBack;
  return lesson.tour ? Msg::LessonEndTour : Msg::LessonLeave;
}

Msg againWord(const LessonSight& lesson) {
  if (lesson.puzzle && lesson.needed.empty()) return Msg::PuzzleEdit;
  if (lesson.running) return Msg::LessonRunning;
  if (!lesson.mayCatchUp()) return Msg::LessonRunAgain;
  return lesson.recording.empty() ? Msg::LessonRun : Msg::LessonOpen;
}

Msg nextWord(const LessonSight& lesson) {
  if (lesson.mayRun())
    return lesson.running ? Msg::LessonRunning : lesson.kind == Page::Kind::Open ? Msg::LessonOpen : Msg::LessonRun;
  if (lesson.mayReveal && lesson.puzzle)
    return lesson.puzzle->moreHints ? Msg::PuzzleShowHint : Msg::PuzzleShowSolution;
  if (lesson.mayReveal) return Msg::LessonReveal;
  return lesson.atEnd ? Msg::LessonFinish : Msg::LessonNext;
}

// In a window letters shrink until all of it fits, and what then has no room is scrolled to. A slide is read from the
// last row, so all of it stands there, as large as it fits. Of a puzzle that is also what is yet to be shown.
LessonLayout layOutLesson(const Canvas& canvas, Rect outer, const LessonSight& lesson, float scroll) {
  const Rect area = viewMargins(outer);
  if (!lesson.slide) {
    LessonLayout made = largestThatFits(canvas, area, lesson);
    return made.fits ? made : scrolledPage(canvas, area, lesson, kLeastInWindow, scroll);
  }
  constexpr float kLeast = 0.5f, kStep = 0.05f;
  float s = std::clamp(std::min(area.w / 300, area.h / 270), kLeast, 2.f);
  const auto largest = [&](const LessonSight& shown) {
    LessonLayout made = laidOut(canvas, area, shown, s);
    while (s > kLeast && !made.fits) made = laidOut(canvas, area, shown, s -= kStep);
    return made;
  };
  if (!lesson.puzzle) return largest(lesson);
  LessonSight all = lesson;
  all.puzzle = lesson.puzzle->allShown();
  largest(all);
  return laidOut(canvas, area, lesson, s);
}

float shareOnScale(const Question& question, double number) {
  const double low = question.low, high = question.high;
  number = std::clamp(number, low, high);
  const double share = low > 0 ? std::log(number / low) / std::log(high / low) : (number - low) / (high - low);
  return static_cast<float>(std::clamp(share, 0., 1.));
}

double numberOnScale(const Question& question, float share) {
  const double at = std::clamp<double>(share, 0, 1);
  const double low = question.low, high = question.high;
  const double number = low > 0 ? low * std::pow(high / low, at) : low + (high - low) * at;
  if (number == 0) return 0;
  const double digits = std::pow(10., std::floor(std::log10(std::abs(number))) - 1);
  const double step = asksWhole(question) ? std::max(digits, 1.) : digits;
  return std::clamp(std::round(number / step) * step, low, high);
}

}  // namespace strata::inline views
