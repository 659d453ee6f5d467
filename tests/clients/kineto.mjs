// What HTA (Holistic Trace Analysis) and Tracy's importer demand of a Chrome JSON file, asserted on its text.

const COUNTING = 'kernel_only_counts';
const LARGEST = 512 * 2 ** 20;  // DevTools takes no more
const GPU = ['kernel', 'gpu_memcpy', 'gpu_memset'];

export function kinetoDemands(text, dump) {
  const problems = [];
  const expect = (condition, what) => { if (!condition) problems.push(what); };
  expect(text.length < LARGEST, 'the file is too large for DevTools');
  expect(/"rank":\s+\d+/.test(text), 'HTA finds no "rank": with a space');
  const trace = JSON.parse(text);
  const events = trace.traceEvents;
  expect(trace.schemaVersion === 1 && Number.isInteger(trace.deviceProperties[0].id), 'no schemaVersion or device');
  expect(Number.isInteger(trace.baseTimeNanoseconds), 'no baseTimeNanoseconds');

  const launches = new Map();
  const steps = new Set();
  for (const event of events) {
    const say = (what) => problems.push(`${what}: ${JSON.stringify(event)}`);
    if (!Number.isInteger(event.pid) || !Number.isInteger(event.tid)) say('Tracy stops at a pid or tid that is no integer');
    if (event.ph !== 'M' && !(event.ts > 0)) say('an event at time 0 or before');
    if (event.ph !== 'X') continue;
    if (event.dur === undefined || !event.cat) say('HTA drops rows without dur or cat');
    const { correlation, stream } = event.args;
    if (correlation !== undefined && !Number.isInteger(correlation)) say('a correlation that is no integer');
    if (GPU.includes(event.cat)) {
      if (!Number.isInteger(stream) || stream < 1) say('a GPU event on no stream from 1 on');
      if (event.tid !== stream && event.tid < 10_000_000) say('a GPU event beside its stream');
    } else {
      if (stream !== undefined) say('HTA takes any event with a stream for one of the GPU, work that only counts, too');
      if (correlation !== undefined && event.cat !== COUNTING) launches.set(correlation, event);
      const step = /^ProfilerStep#(\d+)$/.exec(event.name);
      if (event.name.startsWith('ProfilerStep') && !step) say('HTA reads a number behind ProfilerStep#, and nothing else');
      if (step && event.cat === 'user_annotation') steps.add(step[1]);
    }
  }
  for (const event of events)
    if (event.ph === 'X' && GPU.includes(event.cat) && event.args.correlation && !launches.has(event.args.correlation))
      problems.push(`a GPU event without its launch: ${JSON.stringify(event)}`);
  for (const [time] of text.matchAll(/"(?:ts|dur)":[^,}]*/g))
    if (!/":\d+\.\d{3}$/.test(time)) problems.push(`a time without three decimals: ${time}`);
  expect(steps.size >= 2, 'fewer than two ProfilerStep#N');
  expect(launches.size > 0 || dump.flows.length === 0, 'no launch has a correlation');
  return problems.slice(0, 20);
}
