import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingRules } from '../prometheus/recording-rules.ts';
import { dashboards } from './dashboards.ts';

const usage = `npm run dashboards   writes the Grafana dashboards and the recording rules of the service level objectives

  --check   changes nothing; fails if the recording rules differ from their source
  --help    show this text

  deploy/grafana/source/*.ts            → deploy/grafana/dashboards/*.json, not in git
  deploy/prometheus/recording-rules.ts  → deploy/prometheus/recording-rules.yaml
`;

const rules = join(import.meta.dirname, '../prometheus/recording-rules.yaml');

if (process.argv.includes('--help')) process.stdout.write(usage);
else if (process.argv.includes('--check')) {
  if (readFileSync(rules, 'utf8') !== recordingRules()) {
    process.stderr.write('deploy/prometheus/recording-rules.yaml is out of date. Run `npm run dashboards`.\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(rules, recordingRules());
  const folder = join(import.meta.dirname, 'dashboards');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const dashboard of dashboards)
    writeFileSync(join(folder, `${dashboard.uid}.json`), `${JSON.stringify(dashboard, null, 2)}\n`);
  process.stdout.write(`recording rules and ${dashboards.length} dashboards written\n`);
}
