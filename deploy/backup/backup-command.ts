import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirFromEnvironment } from '../local/data-dir.ts';
import { repositoryRoot } from '../local/environment.ts';
import { consoleSteps } from '../local/progress.ts';
import { loadSecrets } from '../local/settings/secrets.ts';
import { dumpDatabases } from './dump.ts';
import { copyMissingFiles } from './evidence-files.ts';
import { describeFile, fingerprintOf, keysFolder, type Manifest, secretsName, writeManifest } from './manifest.ts';
import { deploymentFromEnvironment, postgresPrograms, runningLocalServer, settingsHelp } from './server.ts';

const help = `npm run backup -- <folder> [--with-secrets]   backs up all databases and the evidence folder, while the platform runs

  --with-secrets  copies secrets.json of DATA_DIR too; then guard the folder as you guard the secrets
  --help          show this text

${settingsHelp}
The folder must be new or empty. It gets a dump of each database, the evidence files and a manifest.
The secrets are not in it: keep them elsewhere, in two places. Without SUBJECT_KEY_SECRET no account can be read.
${keysFolder}/ holds the keys of people and names: keep it apart from the rest and for at most 7 days (ADR 0007).
Evidence in S3 is not copied: switch on versioning and replication of its two buckets (docs/deployment.md).
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, 'with-secrets': { type: 'boolean' } },
  });
  if (values.help) return void process.stdout.write(help);
  if (positionals.length !== 1) throw new Error(help);
  await backUp(resolve(positionals[0] ?? ''), values['with-secrets'] ?? false);
}

async function backUp(folder: string, withSecrets: boolean): Promise<void> {
  const deployment = deploymentFromEnvironment();
  const dataDir = dataDirFromEnvironment();
  if (deployment && withSecrets)
    throw new Error('--with-secrets needs DATA_DIR. The secrets of a deployment are in your secret store.');
  const urlOf = deployment?.urlOf ?? runningLocalServer(dataDir);
  const bin = postgresPrograms();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Choose a new folder for each backup.`);

  const started = performance.now();
  const step = consoleSteps();
  const dumped = await step('dump databases', (report) => dumpDatabases({ urlOf, bin, folder, report }));
  const { files } = dumped;
  // After the dumps, so that every object that a row names is in the copy.
  const evidence = deployment ? deployment.evidence : join(dataDir, 'evidence');
  if (evidence) {
    await step('copy evidence', async (report) => {
      const { names } = copyMissingFiles(evidence, join(folder, 'evidence'));
      for (const name of names) files[`evidence/${name}`] = await describeFile(join(folder, 'evidence', name));
      report(`${names.length} files of ${evidence}`);
    });
  } else
    print('Evidence: not copied, because EVIDENCE_DIR is not set. Evidence in S3 needs versioning and replication.');
  if (withSecrets) {
    copyFileSync(join(dataDir, secretsName), join(folder, secretsName));
    files[secretsName] = await describeFile(join(folder, secretsName));
  }
  const manifest: Manifest = {
    format: 1,
    takenAt: dumped.takenAt,
    finishedAt: new Date().toISOString(),
    commit: commitOfCheckout(),
    postgres: dumped.postgres,
    secrets: deployment ? null : fingerprintOf(loadSecrets(dataDir).subjectKeySecret),
    migrations: dumped.migrations,
    files,
  };
  writeManifest(folder, manifest);
  const mebibytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`Backed up as of ${manifest.takenAt}: ${mebibytes.toFixed(1)} MiB in ${seconds} s, ${folder}`);
  print(`A restore loses what was written after that time. Copy the folder to another place now.`);
  if (withSecrets)
    print(`${join(folder, secretsName)} holds all secrets: encrypt it, or move it to your secret store.`);
  else if (!deployment) print(`Not included: ${join(dataDir, secretsName)}. Keep a copy of it in your secret store.`);
  print(`Delete ${join(folder, keysFolder)} and its copies after 7 days (ADR 0007).`);
}

function commitOfCheckout(): string | null {
  if (!existsSync(join(repositoryRoot, '.git'))) return null;
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
