# What the parts of `check` are written with: a case runs a command and leaves one row; a part ends when its time is up.
# Sourced by check, which sets BUNDLE, OUT, WORK, PART and PART_END.

readonly SKIP=77  # exit code of a case that cannot run here; its last line says why

# row CASE OUTCOME SECONDS NOTE
row() {
  printf '%s\t%s\t%s\t%s\t%s\n' "$PART" "$1" "$2" "$3" "${4//$'\t'/ }" >>"$OUT/results.tsv"
  printf '%(%T)T  %-8s %4s s  %s%s\n' -1 "$2" "$3" "$1" "${4:+: $4}"
}

# What is left of the part's time, at most LIMIT; at least one second.
seconds_left() {
  local left=$((PART_END - SECONDS))
  [ "$left" -lt "$1" ] || left=$1
  [ "$left" -gt 0 ] && echo "$left" || echo 1
}

# The last lines of a log, short enough to be read among others.
keep_failure() { # CASE LOG
  { printf '===== part %s: %s\n' "$PART" "$1"; tail -n 60 "$2" | cut -c1-400; echo; } >>"$OUT/failures.log"
}

# try CASE LIMIT COMMAND…: passed, skipped (exit 77), failed, or out of time. The output stays in $WORK/log/CASE.
try() {
  local name=$1 limit=$2 log status=0 begun=$SECONDS
  shift 2
  log=$WORK/log/$PART-${name//[^A-Za-z0-9._-]/_}
  if [ "$SECONDS" -ge "$PART_END" ]; then row "$name" "no time" 0 "the part's time was up"; return 0; fi
  timeout -k 5 "$(seconds_left "$limit")" bash -c '. "$BUNDLE/cases.sh"; "$@"' _ "$@" >"$log" 2>&1 </dev/null || status=$?
  local last
  last=$(tail -n 1 "$log" | cut -c1-200)
  case $status in
    0) row "$name" passed $((SECONDS - begun)) "$last" ;;
    "$SKIP") row "$name" skipped $((SECONDS - begun)) "$last" ;;
    124 | 137) row "$name" "no end" $((SECONDS - begun)) "ended after $((SECONDS - begun)) s: $last"; keep_failure "$name" "$log" ;;
    *) row "$name" failed $((SECONDS - begun)) "exit $status: $last"; keep_failure "$name" "$log" ;;
  esac
  return 0
}

# A case that needs a GPU: skipped with the reason where there is none.
try_gpu() {
  if [ -n "$NO_GPU" ]; then row "$1" skipped 0 "no device"; return 0; fi
  try "$@"
}

# strata run with a budget; an answer of 3 (not available here) is a skip.
strata_run() {
  local status=0
  "$BUNDLE/bin/strata" run "$@" || status=$?
  [ "$status" != 3 ] || return $SKIP
  return $status
}

# One suite of a test program in a process of its own. A crash or a hang costs the test it happened in: what had no result
# by then runs again, each by itself; what failed runs again alone, since an error of a device stays with its process.
run_suite() { # PROGRAM SUITE LOG
  local program=$1 suite=$2 log=$3 test rest
  timeout -k 5 "$SUITE_LIMIT" "$program" --gtest_filter="$suite.*" >"$log" 2>&1 </dev/null
  rest=$(comm -23 <("$program" --gtest_filter="$suite.*" --gtest_list_tests | tests_of | sort) \
    <(grep -oE '^\[ +(OK|SKIPPED) +\] [^ ,]+' "$log" | awk '{print $NF}' | sort -u))
  for test in $rest; do
    timeout -k 5 "$SUITE_LIMIT" "$program" --gtest_filter="$test" >"$log.again" 2>&1 </dev/null
    if grep -qE '^\[ +(OK|SKIPPED) +\]' "$log.again"; then
      sed -E 's/^\[ +OK \]/[ ALONE ]/' "$log.again" >>"$log"
    else
      { cat "$log.again"; echo "[ BROKEN ] $test"; } >>"$log"
    fi
  done
  rm -f "$log.again"
}

# "Suite.Test" a line, of --gtest_list_tests.
tests_of() { awk '/^[^ ].*\.$|^[^ ].*\. +#/ { suite = $1; next } /^  / { print suite $1 }'; }

# try_tests PROGRAM LIMIT_PER_SUITE AT_ONCE [FILTER]: all suites of a test program, a row each; one row where it says that
# it cannot run here.
try_tests() {
  local program=$BUNDLE/tests/$1 jobs=$3 filter=${4:-*} log=$WORK/log/$PART-$1 said suite suites
  export SUITE_LIMIT=$2
  export -f run_suite tests_of
  if ! timeout 20 "$program" --gtest_filter="$filter" --gtest_list_tests >"$log" 2>&1; then
    row "$1" failed 0 "does not start: $(tail -n 1 "$log" | cut -c1-200)"; keep_failure "$1" "$log"; return
  fi
  if said=$(timeout 20 "$program" --gtest_filter=None.none 2>&1 | grep '^SKIPPED: '); then row "$1" skipped 0 "${said#SKIPPED: }"; return; fi
  suites=$(tests_of <"$log" | sed 's/\.[^.]*$//' | sort -u)
  rm -rf "$WORK/suites"; mkdir -p "$WORK/suites"
  timeout -k 5 "$(seconds_left 540)" xargs -r -P "$jobs" -I{} bash -c \
    'run_suite "$1" "$2" "$3/${2//\//+}"' _ "$program" {} "$WORK/suites" <<<"$suites" || true
  for suite in $suites; do suite_row "$1 $suite" "$WORK/suites/${suite//\//+}"; done
}

suite_row() { # CASE LOG
  local log=$2 passed skipped broken alone seconds note=
  if [ ! -f "$log" ]; then row "$1" "no time" 0 "the part's time was up"; return; fi
  passed=$(grep -cE '^\[ +OK +\]' "$log")
  alone=$(grep -cE '^\[ ALONE \]' "$log")
  skipped=$(grep -E '^\[ +SKIPPED +\] [^ ]+ \(' "$log" | sort -u | wc -l)
  broken=$(grep -cE '^\[ BROKEN \]' "$log")
  seconds=$(grep -oE '\(([0-9]+) ms total\)$' "$log" | tr -dc '0-9\n' | sort -n | tail -n 1)
  note="$passed passed"
  [ "$alone" = 0 ] || note+=", $alone passed only alone"
  [ "$skipped" = 0 ] || note+=", $skipped skipped ($(grep -A1 -E 'Skipped$' "$log" | grep -v 'Skipped$' | head -n 1 | cut -c1-160))"
  [ "$broken" = 0 ] || note+=", $broken failed: $(sed -nE 's/^\[ BROKEN \] //p' "$log" | head -n 5 | tr '\n' ' ')"
  local outcome=passed
  [ "$passed$alone" != 00 ] || outcome=skipped
  [ "$passed$alone$skipped" != 000 ] || { outcome="no end"; keep_failure "$1" "$log"; }
  [ "$broken" = 0 ] || { outcome=failed; keep_failure "$1" "$log"; }
  row "$1" "$outcome" $(((${seconds:-0} + 500) / 1000)) "$note"
}

# record FILE ARGUMENTS…: a session for assets/sessions, at most a megabyte.
record() {
  local file=$OUT/sessions/$1
  shift
  mkdir -p "$OUT/sessions"
  strata_run "$@" --out "$file" || return
  [ "$(stat -c %s "$file")" -le 1000000 ] || { echo "$(basename "$file") is larger than 1 MB"; return 1; }
  echo "$(basename "$file"), $(stat -c %s "$file") bytes"
}
