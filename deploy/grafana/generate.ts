import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordingRules } from '../prometheus/recording-rules.ts';
import { dashboards } from './dashboards.ts';

const usage = `npm run dashboards   writes the Grafana dashboards and the recording rules of the service level objectives

  --check   changes nothing; fails if a file differs from its source
  --help    show this text

  deploy/grafana/source/*.ts            → deploy/grafana/dashboards/*.json
  deploy/prometheus/recording-rules.ts  → deploy/prometheus/recording-rules.yaml
`;

const files: Record<string, string> = {
  '../prometheus/recording-rules.yaml': recordingRules(),
  ...Object.fromEntries(
    dashboards.map((dashboard) => [`dashboards/${dashboard.uid}.json`, `${JSON.stringify(dashboard, null, 2)}\n`]),
  ),
};

const stale = Object.entries(files).filter(([path, text]) => read(path) !== text);
if (process.argv.includes('--help')) process.stdout.write(usage);
else if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    process.stderr.write(`Out of date: ${stale.map(([path]) => path).join(', ')}. Run \`npm run dashboards\`.\n`);
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(import.meta.dirname, path)), { recursive: true });
    writeFileSync(join(import.meta.dirname, path), text);
    process.stdout.write(`wrote deploy/grafana/${path}\n`.replace('grafana/../', ''));
  }
  if (stale.length === 0) process.stdout.write('nothing to write\n');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(import.meta.dirname, path), 'utf8');
  } catch {
    return undefined;
  }
}
