import { parseArgs } from 'node:util';
import { type Bench, Report, writeSection } from './harness.ts';

/** By name; `folder` has its code and the README with its table. */
const benches: Record<string, { folder: string; load: () => Promise<Bench> }> = {
  events: { folder: 'events', load: async () => (await import('./events/events.ts')).events },
  edge: { folder: 'edge', load: async () => (await import('./edge/edge.ts')).edge },
  tracing: { folder: 'edge', load: async () => (await import('./edge/tracing.ts')).tracing },
  evidence: { folder: 'evidence', load: async () => (await import('./evidence/evidence.ts')).evidence },
  intents: { folder: 'evidence', load: async () => (await import('./evidence/intent-cost.ts')).intents },
  scans: { folder: 'evidence', load: async () => (await import('./evidence/scans.ts')).scans },
  start: { folder: 'start', load: async () => (await import('./start/start.ts')).start },
  memory: { folder: 'start', load: async () => (await import('./start/memory.ts')).memory },
  hostile: { folder: 'hostile', load: async () => (await import('./hostile/hostile.ts')).hostile },
  verification: {
    folder: 'verification',
    load: async () => (await import('./verification/verification.ts')).verification,
  },
  webhooks: { folder: 'webhooks', load: async () => (await import('./webhooks/webhooks.ts')).webhooks },
  deliveries: { folder: 'webhooks', load: async () => (await import('./webhooks/deliveries.ts')).deliveries },
  operations: { folder: 'operations', load: async () => (await import('./operations/operations.ts')).operations },
  search: { folder: 'search', load: async () => (await import('./search/search.ts')).search },
  growth: { folder: 'growth', load: async () => (await import('./growth/growth.ts')).growth },
  'schema-changes': {
    folder: 'schema-changes',
    load: async () => (await import('./schema-changes/schema-changes.ts')).schemaChanges,
  },
  scaling: { folder: 'scaling', load: async () => (await import('./scaling/scaling.ts')).scaling },
};

const usage = `npm run bench -- <name> [--rounds n] [--dry]

  name      ${Object.keys(benches).join(', ')}
  --rounds  measurements of each side (5); a table that is kept needs at least 3
  --dry     print the table and do not change the README of the benchmark

search and growth measure 10 000 and 100 000 providers; BENCH_PROVIDERS=10000,100000,1000000 names other numbers.
schema-changes fills 20 000 000 rows, 15 GB; BENCH_ROWS=200000 names another number.
growth needs 20 GB for 1 000 000; BENCH_FOLDER=<folder> keeps the filled platforms for its next run. To fill anew, remove it.
Takes minutes and both processors. Run nothing else at the same time. The table goes into bench/<folder>/README.md;
a figure of a target goes into docs/performance.md by hand.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    rounds: { type: 'string', default: '5' },
    dry: { type: 'boolean' },
  },
});
const chosen = benches[positionals[0] ?? ''];
if (values.help) process.stdout.write(usage);
else if (!chosen || positionals.length > 1) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  const bench = await chosen.load();
  const report = new Report(bench.rounds ?? Math.max(values.dry ? 1 : 3, Number(values.rounds)));
  await bench.run(report);
  const markdown = report.toMarkdown(bench);
  process.stdout.write(`${markdown}\n`);
  if (!values.dry) writeSection(chosen.folder, bench.name, markdown);
}
