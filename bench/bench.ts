import { parseArgs } from 'node:util';
import { type Bench, Report, writeSection } from './harness.ts';

const benches: Record<string, () => Promise<Bench>> = {
  events: async () => (await import('./events/events.ts')).events,
  edge: async () => (await import('./edge/edge.ts')).edge,
  evidence: async () => (await import('./evidence/evidence.ts')).evidence,
  intents: async () => (await import('./evidence/intent-cost.ts')).intents,
  scans: async () => (await import('./scans.ts')).scans,
  start: async () => (await import('./start.ts')).start,
  hostile: async () => (await import('./hostile/hostile.ts')).hostile,
  tracing: async () => (await import('./tracing.ts')).tracing,
  memory: async () => (await import('./memory.ts')).memory,
  verification: async () => (await import('./verification/verification.ts')).verification,
  webhooks: async () => (await import('./webhooks/webhooks.ts')).webhooks,
  deliveries: async () => (await import('./webhooks/deliveries.ts')).deliveries,
  operations: async () => (await import('./operations/operations.ts')).operations,
  search: async () => (await import('./search/search.ts')).search,
  growth: async () => (await import('./growth/growth.ts')).growth,
  scaling: async () => (await import('./scaling.ts')).scaling,
};

const usage = `npm run bench -- <name> [--rounds n] [--dry]

  name      ${Object.keys(benches).join(', ')}
  --rounds  measurements of each side (5); docs/performance.md needs at least 3
  --dry     print the table and do not change docs/performance.md

search and growth measure 10 000 and 100 000 providers; BENCH_PROVIDERS=10000,100000,1000000 names other numbers.
growth needs 20 GB for 1 000 000; BENCH_FOLDER=<folder> keeps the filled platforms for its next run. To fill anew, remove it.
Takes minutes and both processors. Run nothing else at the same time.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '5' },
    dry: { type: 'boolean' },
  },
});
const load = benches[positionals[0] ?? ''];
if (values.help) process.stdout.write(usage);
else if (!load || positionals.length > 1) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  const bench = await load();
  const report = new Report(bench.rounds ?? Math.max(values.dry ? 1 : 3, Number(values.rounds)));
  await bench.run(report);
  const markdown = report.toMarkdown(bench);
  process.stdout.write(`${markdown}\n`);
  if (!values.dry) writeSection(bench.name, markdown);
}
