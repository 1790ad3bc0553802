import { execFileSync } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newIdentity } from '@trust/encrypted-bucket/age-keys';
import { type BackupState, measureBackups } from '@trust/service-admin/backup-metrics';
import { readConfig } from '@trust/service-kit/config';
import { startMetrics } from '@trust/service-kit/observability/meter';
import { dataDirFromEnvironment } from '../local/data-dir.ts';
import { repositoryRoot } from '../local/environment.ts';
import { consoleSteps } from '../local/progress.ts';
import { loadSecrets } from '../local/settings/secrets.ts';
import { backupState } from './bucket/bucket-state.ts';
import { backUpDaily, parseTimeOfDay } from './bucket/daily.ts';
import { listBackups } from './bucket/fetch-named.ts';
import { sendBackup } from './bucket/send-backup.ts';
import { BackupSettings, bucketFromEnvironment, bucketSettingsHelp } from './bucket/settings.ts';
import { dumpDatabases } from './dump.ts';
import { evidenceFolder } from './evidence-place.ts';
import { describeFile, fingerprintOf, keysFolder, secretsName, writeManifest } from './manifest.ts';
import { deploymentFromEnvironment, postgresPrograms, runningLocalServer, settingsHelp } from './server.ts';

const help = `npm run backup -- <folder> [--with-secrets]   backs up all databases and the evidence, while the platform runs
npm run backup -- s3 [--list]                 the same, encrypted, into a bucket; --list shows the backups there
npm run backup -- s3 --daily <HH:MM>          stays and backs up each day at that time in UTC, and measures the last backup
npm run backup -- new-identity <file>         makes the key pair of encrypted backups: keep the file, in two places, away
                                              from the platform; BACKUP_RECIPIENT is its public key

  --with-secrets  copies secrets.json of DATA_DIR too; then guard the folder as you guard the secrets
  --help          show this text

${settingsHelp}${bucketSettingsHelp}  BACKUP_RECIPIENT  with s3: the public key

The folder must be new or empty. It gets a dump of each database, the evidence files and a manifest.
The secrets are not in it: keep them elsewhere, in two places. Without SUBJECT_KEY_SECRET no account can be read.
${keysFolder}/ holds the keys of people and names: keep it apart from the rest and for at most 7 days (ADR 0007).
In a bucket nothing is deleted by this command: rules of the bucket do it (docs/backups.md).
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      list: { type: 'boolean' },
      daily: { type: 'string' },
      'with-secrets': { type: 'boolean' },
    },
  });
  const [target = '', file] = positionals;
  if (values.help) return void process.stdout.write(help);
  if (target === 'new-identity' && file) return makeIdentity(resolve(file));
  if (positionals.length !== 1) throw new Error(help);
  if (target !== 's3') return backUp(resolve(target), values['with-secrets'] ?? false);
  if (values['with-secrets']) throw new Error('s3 takes no secrets: keep them in your secret store, in two places.');
  if (values.list) return listBackups(print);
  await (values.daily ? stayAndBackUp(values.daily) : measured(backUpIntoBucket));
}

async function makeIdentity(file: string): Promise<void> {
  const { text, recipient } = await newIdentity();
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  print(`BACKUP_RECIPIENT=${recipient}`);
  print(`${file} is the only key to every backup of this recipient. Keep it in two places away from the platform.`);
}

async function backUpIntoBucket(): Promise<void> {
  const { BACKUP_RECIPIENT: recipients } = readConfig(BackupSettings);
  const started = performance.now();
  const { name, manifest, sent } = await sendBackup({
    ...sourceOf(dataDirFromEnvironment()),
    bucket: bucketFromEnvironment(),
    recipients,
    startedAt: new Date(),
    now: () => new Date(),
    bin: postgresPrograms(),
    step: consoleSteps(),
  });
  print(`Backed up as of ${manifest.takenAt}: ${mebibytes(sent)} MiB sent in ${secondsSince(started)} s, s3:${name}`);
}

/** Sends the metrics once, also after a failure: then they show the age of the backup before. */
async function measured(work: () => Promise<void>): Promise<void> {
  let state: BackupState | undefined;
  await using _metrics = await startMetrics('backup');
  measureBackups(() => state);
  await work().finally(async () => {
    state = await backupState(bucketFromEnvironment()).catch(() => undefined);
  });
}

async function stayAndBackUp(time: string): Promise<void> {
  const timeOfDay = parseTimeOfDay(time);
  readConfig(BackupSettings);
  const bucket = bucketFromEnvironment();
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  let state: BackupState | undefined;
  await using _metrics = await startMetrics('backup');
  measureBackups(() => state);
  const refresh = async () => {
    state = await backupState(bucket);
    return state.takenAt === undefined ? undefined : new Date(state.takenAt * 1000);
  };
  await backUpDaily({
    timeOfDay,
    now: () => new Date(),
    wait: () => delay(15 * 60_000, undefined, { signal: stop.signal }).catch(() => {}),
    isStopped: () => stop.signal.aborted,
    lastBackup: refresh,
    backUp: async () => {
      await backUpIntoBucket();
      await refresh();
    },
    report: (error) => process.stderr.write(`Backup failed: ${error instanceof Error ? error.message : error}\n`),
  });
}

/** The platform of POSTGRES_URL, or that of DATA_DIR. */
function sourceOf(dataDir: string) {
  const deployment = deploymentFromEnvironment();
  return {
    urlOf: deployment?.urlOf ?? runningLocalServer(dataDir),
    evidence: deployment ? deployment.evidence : evidenceFolder(join(dataDir, 'evidence')),
    origin: {
      commit: commitOfCheckout(),
      secrets: deployment ? null : fingerprintOf(loadSecrets(dataDir).subjectKeySecret),
    },
    isDeployment: deployment !== undefined,
  };
}

async function backUp(folder: string, withSecrets: boolean): Promise<void> {
  const dataDir = dataDirFromEnvironment();
  const { urlOf, evidence, origin, isDeployment } = sourceOf(dataDir);
  if (isDeployment && withSecrets)
    throw new Error('--with-secrets needs DATA_DIR. The secrets of a deployment are in your secret store.');
  const bin = postgresPrograms();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Choose a new folder for each backup.`);

  const started = performance.now();
  const step = consoleSteps();
  const store = async (name: string, dump: Readable) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(dump, createWriteStream(path, { mode: 0o600 }));
    return describeFile(path);
  };
  const { files, ...dumped } = await step('dump databases', (report) => dumpDatabases({ urlOf, bin, store, report }));
  // After the dumps, so that every object that a row names is in the copy.
  if (evidence) {
    await step('copy evidence', async (report) => {
      const names = await evidence.copyTo(join(folder, 'evidence'));
      for (const name of names) files[`evidence/${name}`] = await describeFile(join(folder, 'evidence', name));
      report(`${names.length} files of ${evidence.label}`);
    });
  } else print('Evidence: not copied, because neither EVIDENCE_DIR nor S3_ENDPOINT is set.');
  if (withSecrets) {
    copyFileSync(join(dataDir, secretsName), join(folder, secretsName));
    files[secretsName] = await describeFile(join(folder, secretsName));
  }
  writeManifest(folder, { format: 1, ...dumped, finishedAt: new Date().toISOString(), ...origin, files });
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  print(`Backed up as of ${dumped.takenAt}: ${mebibytes(bytes)} MiB in ${secondsSince(started)} s, ${folder}`);
  print(`A restore loses what was written after that time. Copy the folder to another place now.`);
  if (withSecrets)
    print(`${join(folder, secretsName)} holds all secrets: encrypt it, or move it to your secret store.`);
  else if (!isDeployment) print(`Not included: ${join(dataDir, secretsName)}. Keep a copy of it in your secret store.`);
  print(`Delete ${join(folder, keysFolder)} and its copies after 7 days (ADR 0007).`);
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1);

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
