import { parseArgs } from 'node:util';
import { type Bench, Report, writeSection } from './harness.ts';

/** The benchmarks by their names; loaded only when run. */
const benches: Record<string, () => Promise<Bench>> = {
  events: async () => (await import('./events.ts')).events,
  edge: async () => (await import('./edge.ts')).edge,
  evidence: async () => (await import('./evidence.ts')).evidence,
  scans: async () => (await import('./scans.ts')).scans,
  start: async () => (await import('./start.ts')).start,
  hostile: async () => (await import('./hostile.ts')).hostile,
  memory: async () => (await import('./memory.ts')).memory,
};

const usage = `npm run bench -- <name> [--rounds n] [--dry]

  name      ${Object.keys(benches).join(', ')}
  --rounds  how often each side is measured, at least 3 (5)
  --dry     print the table and leave docs/performance.md as it is

Takes minutes and both processors: let nothing else run meanwhile.
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
  const report = new Report(bench.rounds ?? Math.max(3, Number(values.rounds)));
  await bench.run(report);
  const markdown = report.toMarkdown(bench);
  process.stdout.write(`${markdown}\n`);
  if (!values.dry) writeSection(bench.name, markdown);
}
