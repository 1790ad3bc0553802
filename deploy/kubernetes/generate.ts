import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { manifestsIn, problemsOf } from './check.ts';
import { deploy } from './deploy.ts';
import { baseFiles } from './manifests.ts';
import { requiredSecrets, writeSecrets } from './secrets.ts';
import { optionalSecrets } from './settings.ts';

const usage = `npm run kubernetes [-- options]   writes deploy/kubernetes/base, the Kustomize base

  --secrets                    list the Secrets that the base refers to, with the settings that each must hold
  --secrets --write <folder>   make them for Kustomize: generates what can be generated, and says what you must fill in;
                               a later call adds what is missing, and changes nothing that exists
  --check <file> …             check rendered manifests, with \`kubectl get secrets\` for Secrets of the cluster (YAML);
                               says which Secret, setting or field is missing or wrong; applies nothing
  --deploy <overlay>           render with kubectl, check, run the steps, then apply the rest and wait for it
  --help                       show this text
`;

const base = join(import.meta.dirname, 'base');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    secrets: { type: 'boolean' },
    write: { type: 'string' },
    check: { type: 'boolean' },
    deploy: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

try {
  if (values.help) process.stdout.write(usage);
  else if (values.check) await check(positionals);
  else if (values.deploy) await deploy(values.deploy);
  else if (values.secrets && values.write) write(values.write);
  else if (values.secrets) listSecrets();
  else if (values.write || positionals.length > 0) throw new Error(usage);
  else writeBase();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

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
  for (const [name, settings] of Object.entries(requiredSecrets())) {
    const lines = [...settings, ...optionalSecrets(name, settings).map((one) => `${one} (optional)`)];
    process.stdout.write(`Secret ${name}, key settings, one NAME=value per line:\n  ${lines.join('\n  ')}\n`);
  }
}

function write(folder: string): void {
  const written = writeSecrets(folder);
  for (const { file, added, toFillIn } of written) {
    if (added.length > 0) process.stdout.write(`${file}: ${added.length} settings added\n`);
    if (toFillIn.length > 0) process.stdout.write(`${file}: fill in ${toFillIn.join(', ')}\n`);
  }
  process.stdout.write(`Back ${folder} up in two places: without it nothing about a person can be decrypted.\n`);
}

async function check(files: string[]): Promise<void> {
  if (files.length === 0) throw new Error(usage);
  const all = files.map((file) => manifestsIn(readFileSync(file, 'utf8')));
  const [rendered = [], ...existing] = all;
  const problems = await problemsOf(rendered, existing.flat());
  if (problems.length > 0) throw new Error(problems.join('\n'));
  process.stdout.write(`${rendered.length} manifests, nothing is missing.\n`);
}
