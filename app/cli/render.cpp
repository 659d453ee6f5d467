#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/not_onto.h"
#include "app/cli/problems.h"
#include "app/cli/render_options.h"
#include "app/facts/compiled_facts.h"
#include "app/session/compilation.h"
#include "app/session/session.h"
#include "app/still/still.h"
#include "app/views/view.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
namespace {

Result<const View*> viewNamed(const std::string& name) {
  if (const View* view = findView(name)) return view;
  std::vector<std::string> known;
  for (const View& view : allViews()) known.emplace_back(view.name);
  return Error{ErrorCode::Usage, fmt::format("There is no view '{}'; {}", name, suggestion(name, known))};
}

/// What the line asks a compiler for; nothing is compiled unasked.
Result<void> compileFor(const RenderOptions& options, ViewState& state) {
  if (options.view != "compiled" || options.target.empty()) return {};
  CompiledSight sight;
  for (const std::string& target : {options.target, options.against}) {
    if (target.empty()) continue;
    state.sight.choices.compiled.target = target;
    const CompiledFacts facts = compiledFacts(state);
    if (!facts.ask)
      return Error{ErrorCode::Unavailable,
                   "The session shows no kernel that can be compiled; name a variant with --variant."};
    STRATA_ASSIGN(const nlohmann::json answer, compiledNow(facts.ask->question));
    STRATA_ASSIGN(StepBuild build, stepBuildFromJson(answer));
    sight.steps.push_back({facts.ask->text, std::move(build)});
    if (target == options.against) state.sight.choices.compiled.against = facts.wanted;
  }
  state.sight.choices.compiled.target = options.target;
  state.sight.compiled = std::make_shared<const CompiledSight>(std::move(sight));
  return {};
}

/// Of the second session where it is that which has nothing.
Error nothingIn(const View& view, const RenderOptions& options, const ViewState& state, const Session& other) {
  const bool ofOther = !options.compare.empty() && state.session.snapshot->bounds() && !other.snapshot()->bounds();
  return {ErrorCode::Unavailable,
          fmt::format("The view '{}' has nothing to show of {}: {}.", view.name,
                      ofOther ? options.compare : options.file, absentIn(view, ofOther ? stillOf(other) : state))};
}

Result<void> render(const RenderOptions& options) {
  STRATA_ASSIGN(const View* view, viewNamed(options.view));
  STRATA_TRY(allOfView(options, *view));
  STRATA_ASSIGN(PictureFrame frame, frameOf(options));
  STRATA_ASSIGN(const PictureFormat format, formatOf(options));
  STRATA_ASSIGN(frame.letters, lettersOf(options, format));
  STRATA_TRY(notOnto(options.file, options.out));
  STRATA_TRY(notOnto(options.compare, options.out));
  Session session, other;
  STRATA_TRY(session.open(options.file));
  if (!options.compare.empty()) STRATA_TRY(other.open(options.compare));
  for (const Session* read : {&session, &other})
    if (read->snapshot()) remarkProblems(*read->snapshot());
  ViewState state = stillOf(session);
  STRATA_TRY(chooseSight(options, state));
  STRATA_TRY(compileFor(options, state));
  if (const auto why = view->refuses ? view->refuses(state) : std::nullopt)
    return Error{ErrorCode::Unavailable,
                 fmt::format("{}: select an event within a call or a call's number, or draw --view timeline.", *why)};
  completeFor(*view, state);
  if (!options.compare.empty()) compareWith(other, state);
  if (!view->hasContent(state)) return nothingIn(*view, options, state, other);
  frame.title = text(view->title);
  frame.description = toldOf(*view, state);
  return writePicture(options.out, format, frame, [&](Canvas& canvas, Rect area) { view->draw(canvas, area, state); });
}

ExitCode runRender(const RenderOptions& options) {
  if (const auto done = render(options); !done.ok()) return complain(done.error());
  return ExitCode::Done;
}

std::string viewsText() {
  std::string text = "The view:";
  for (const View& view : allViews()) {
    text += fmt::format("\n{}: {}", view.name, view.shows);
    if (!view.alias.empty()) text += fmt::format(" (or {})", view.alias);
  }
  return text;
}

}  // namespace

void addRender(CLI::App& app, Action& action) {
  const auto options = std::make_shared<RenderOptions>();
  CLI::App* command = app.add_subcommand("render", "Draw one view of a session into a picture, for slides and papers");
  command->add_option("file", options->file, "A session (.pftrace) or another tool's trace")->required();
  command->add_option("--view", options->view, viewsText())->required();
  command->add_option("--out", options->out, "The file to write")->required();
  command->add_option("--format", options->format, "svg, pdf or png; by default as the file's name ends");
  command
      ->add_option("--text", options->letters,
                   "What letters of an SVG are: fonts, which whoever shows it must have, or outlines, the same "
                   "everywhere")
      ->capture_default_str();
  command->add_option("--size", options->size, "Width x height of the picture in pixels")->capture_default_str();
  command->add_option("--scale", options->scale, "How large text and lines are: 2 for 4K")->capture_default_str();
  command->add_option("--theme", options->theme, "dark, light or projector")->capture_default_str();
  command->add_option(
      "--select", options->select,
      "A call's number, or part of an event's name, for the longest such event, of a timed variant in its "
      "median repeat; its call is in sight");
  command->add_option("--from", options->from, "Start of the time in sight, from the session's start: 1.5ms");
  command->add_option("--to", options->to, "End of the time in sight, from the session's start");
  command->add_option("--compare", options->compare,
                      "The second session, for the view 'compare'; of both the newest run, where they hold any");
  command->add_option("--level", options->level, "What counts as a call in the view 'shares': op, module or annotation")
      ->capture_default_str();
  command->add_option(
      "--variant", options->variant,
      "The variant that the views 'kernel', 'roofline', 'bounds' and 'compiled' show, and 'speed' marks; by default "
      "that of the call chosen with --select, else the last that ran and whose source can be shown; none: no mark");
  command
      ->add_option("--speeds", options->speeds,
                   "Whose speeds the views 'speed' and 'roofline' show: measured, "
                   "modelled or published")
      ->capture_default_str();
  command->add_option("--what-if", options->whatIf,
                      "What the view 'bounds' asks the model for, in MHz and GB/s: "
                      "threads=256,registers=64,clock=1500,bandwidth=900");
  command->add_option("--lens", options->lens, "Show the kernel's source as hip or cuda");
  command->add_option("--target", options->target,
                      "What the view 'compiled' compiles the variant (--variant) for: x86-64, sm_90, gfx90a");
  command->add_option("--against", options->against, "A second target, beside it");
  command->add_flag("--intermediate", options->intermediate, "PTX or LLVM IR instead of machine code");
  command->add_option("--line", options->line, "The chosen line of the kernel's source");
  command->add_option("--token", options->token, "The position of the chosen token");
  command->add_option("--cell", options->cell, "The tensor's cell whose working is shown: row,column");
  command->add_option("--words", options->words, "Whose terms to use: cuda, hip or opencl")->capture_default_str();
  command->callback([options, command, &action] {
    for (const CLI::Option* option : command->get_options())
      if (option->count() > 0) options->given.push_back(option->get_name());
    action = [options] { return runRender(*options); };
  });
}

}  // namespace strata::inline cli
