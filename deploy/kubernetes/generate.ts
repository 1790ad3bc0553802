import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { baseFiles } from './manifests.ts';
import { clusterSettings, optionalSecrets } from './settings.ts';
import { stepSecrets } from './steps.ts';

const usage = `npm run kubernetes [-- options]   writes deploy/kubernetes/base, the Kustomize base

  --secrets   write nothing; list the Secrets that the base refers to, with the settings that each must hold
  --help      show this text
`;

const base = join(import.meta.dirname, 'base');
const { values } = parseArgs({ options: { secrets: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) process.stdout.write(usage);
else if (values.secrets) listSecrets();
else writeBase();

function writeBase(): void {
  const files = baseFiles();
  rmSync(base, { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = join(base, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  process.stdout.write(`deploy/kubernetes/base: ${files.size} files\n`);
}

function listSecrets(): void {
  const services = Object.entries(clusterSettings()).map(([name, { secret }]) => [name, secret] as const);
  for (const [name, settings] of [...services, ...Object.entries(stepSecrets)]) {
    const lines = [...settings, ...optionalSecrets(name, settings).map((one) => `${one} (optional)`)];
    process.stdout.write(`Secret ${name}, key settings, one NAME=value per line:\n  ${lines.join('\n  ')}\n`);
  }
}
