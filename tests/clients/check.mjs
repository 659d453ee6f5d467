// check.mjs WORK FOLDER CLIENT: one client on the files that client_files wrote to FOLDER. Exits with 1 and says what
// differs. CLIENT: session, typed, compat, json, gzip (trace_processor), catapult, devtools, kineto.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { importWithCatapult } from './catapult.mjs';
import { kinetoDemands } from './kineto.mjs';
import { flowLine, kinetoLines, perfettoLines } from './names.mjs';
import { IMPORT_ERRORS, openTrace } from './trace_processor.mjs';

const [work, folder, client] = process.argv.slice(2);
const nodeModules = path.join(work, 'node_modules');
const file = (name) => path.join(folder, name);
const dump = () => JSON.parse(fs.readFileSync(file('dump.json'), 'utf8'));
const problems = [];

function expect(condition, text) {
  if (!condition && problems.push(text) === 20) finish();
}

function finish() {
  for (const problem of problems) console.log(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}

function expectSame(what, found, wanted) {
  expect(found.length === wanted.length, `${what}: ${found.length}, and Strata's dump has ${wanted.length}`);
  found.sort();
  wanted.sort();
  for (let i = 0, k = 0; i < found.length || k < wanted.length;) {
    if (found[i] === wanted[k]) { ++i; ++k; continue; }
    if (k === wanted.length || (i < found.length && found[i] < wanted[k])) expect(false, `${what}: only there  ${found[i++]}`);
    else expect(false, `${what}: missing     ${wanted[k++]}`);
  }
}

const ARGS = `select s.id, a.key, a.value_type type,
  case when a.value_type in ('int', 'uint', 'bool') then cast(a.int_value as text) else a.display_value end value,
  a.real_value real from slice s join args a using (arg_set_id)`;
// What trace_processor adds of its own to every GPU event and to slices on tracks of no thread, and the ends of arrows,
// which are compared as such.
const OWN_ARGS = /^(gpu_correlation\.|render_|command_buffer|submission_id|hw_queue_id|upid$|context_id$|description$|legacy_event\.)/;

// An int beyond 63 bits is shown negative; the ids that carry the run are unsigned.
function argText({ key, type, value, real }, realText) {
  if (type === 'real') return `${key}=${realText(real)}`;
  if (type === 'uint') return `${key}=${BigInt.asUintN(64, BigInt(value))}`;
  if (type === 'bool') return `${key}=${value === '1'}`;
  return `${key}=${value}`;
}

async function sliceLines(query, place, realText) {
  const args = new Map();
  for (const row of await query(ARGS)) {
    if (OWN_ARGS.test(row.key)) continue;
    if (!args.has(row.id)) args.set(row.id, []);
    args.get(row.id).push(argText(row, realText));
  }
  const rows = await query(`select s.id, s.ts, s.dur, s.name, s.category, coalesce(p.pid, pp.pid) pid, t.tid, tr.name track
    from slice s join track tr on tr.id = s.track_id left join thread_track tt on tt.id = s.track_id
    left join thread t using (utid) left join process p on p.upid = t.upid
    left join process_track pt on pt.id = s.track_id left join process pp on pp.upid = pt.upid`);
  return rows.map((row) => JSON.stringify([row.ts, row.dur, row.name, row.category, place(row), (args.get(row.id) ?? []).sort()]));
}

async function readers(name, wanted, place, realText) {
  const query = await openTrace(nodeModules, file(name));
  for (const error of await query(IMPORT_ERRORS)) expect(false, `import error ${JSON.stringify(error)}`);
  expectSame('slices', await sliceLines(query, place, realText), wanted.slices);
  const flows = await query(`select a.ts ts1, a.name name1, b.ts ts2, b.name name2
    from flow f join slice a on a.id = f.slice_out join slice b on b.id = f.slice_in`);
  expectSame('flows', flows.map((f) => flowLine({ ts: f.ts1, name: f.name1 }, { ts: f.ts2, name: f.name2 })), wanted.flows);
  const counters = await query('select c.ts, t.name, c.value from counter c join counter_track t on t.id = c.track_id');
  expectSame('counters', counters.map((c) => JSON.stringify([c.ts, c.name, realText(c.value)])), wanted.counters);
  return query;
}

// The lines of the file itself, with its numbers as they are written.
function fileLines(text) {
  const ns = (us) => Math.round(us * 1000);
  const flat = (key, value) => (Array.isArray(value) ? value.map((one, i) => `${key}[${i}]=${one}`) : [`${key}=${value}`]);
  const args = (event) => Object.entries(event.args).flatMap(([key, value]) => flat(`args.${key}`, value)).sort();
  const slices = [];
  const counters = [];
  for (const event of JSON.parse(text).traceEvents) {
    if (event.ph === 'X' || event.ph === 'i')
      slices.push(JSON.stringify([ns(event.ts), ns(event.dur ?? 0), event.name, event.cat, event.pid, args(event)]));
    if (event.ph !== 'C') continue;
    const [[unit, value]] = Object.entries(event.args);
    counters.push(JSON.stringify([ns(event.ts), `${event.name} ${unit}`, String(value)]));
  }
  return { slices, counters };
}

const threadOf = (row) => (row.tid !== null ? `${row.pid}/${row.tid}` : row.track.replace(/ \(overlapping( \d+)?\)$/, ''));
const perfetto = (name, typed) =>
  readers(name, perfettoLines(dump(), typed, name !== 'session.pftrace'), threadOf, (real) => String(Number(real)));

// trace_processor's reader of JSON takes numbers with fractions for their neighbours at times; the file has them right.
async function json(name) {
  const exact = kinetoLines(dump());
  const found = fileLines(fs.readFileSync(file(name), 'utf8'));
  expectSame('slices of the file', found.slices, exact.slices);
  expectSame('counters of the file', found.counters, exact.counters);
  const rounded = (real) => String(Math.fround(Number(real)));
  await readers(name, kinetoLines(dump(), rounded), (row) => row.pid, rounded);
}

const clients = {
  session: async () => {
    const query = await perfetto('session.pftrace', true);
    const [strays] = await query('select count(*) n from gpu_slice left join process using (upid) where coalesce(pid, 0) = 0');
    expect(strays.n === 0, `${strays.n} GPU events belong to no process`);
  },
  typed: () => perfetto('typed.pftrace', true),
  compat: () => perfetto('compat.pftrace', false),
  json: () => json('trace.json'),
  gzip: async () => {
    const unpacked = zlib.gunzipSync(fs.readFileSync(file('trace.json.gz')));
    expect(unpacked.equals(fs.readFileSync(file('trace.json'))), 'the compressed trace unpacks to another one');
    const query = await openTrace(nodeModules, file('trace.json.gz'));
    for (const error of await query(IMPORT_ERRORS)) expect(false, `import error ${JSON.stringify(error)}`);
    expect((await query('select count(*) n from slice'))[0].n === dump().slices.length, 'slices are missing');
  },
  catapult: () => {
    const wanted = dump();
    const model = importWithCatapult(nodeModules, fs.readFileSync(file('trace.json'), 'utf8'));
    for (const warning of model.warnings) expect(false, `warning ${JSON.stringify(warning)}`);
    expect(model.slices === wanted.slices.length, `${model.slices} slices of ${wanted.slices.length}`);
    expect(model.flows === wanted.flows.length, `${model.flows} flows of ${wanted.flows.length}`);
  },
  devtools: async () => {
    const Trace = await import(path.join(nodeModules, '@paulirish/trace_engine/models/trace/trace.js'));
    globalThis.DOMRect ??= class DOMRect {};
    for (const level of ['warn', 'error']) console[level] = (...what) => expect(false, `${level}: ${what.join(' ')}`);
    const events = JSON.parse(fs.readFileSync(file('trace.json'), 'utf8')).traceEvents;
    const model = Trace.TraceModel.Model.createWithAllHandlers();
    await model.parse(events);
    expect(model.parsedTrace()?.traceEvents.length === events.length, 'not all events were taken');
  },
  kineto: () => {
    for (const problem of kinetoDemands(fs.readFileSync(file('trace.json'), 'utf8'), dump())) expect(false, problem);
  },
};

await clients[client]();
finish();
