import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** run.json is left out: it exists only while the platform runs. */
const contents = [
  'postgres',
  'nats',
  'evidence',
  'audit',
  'telemetry',
  'logs',
  'secrets.json',
  'platform.json',
  'clock',
];
const marker = 'platform.json';

export function dataDirFromEnvironment(): string {
  if (process.env.DATA_DIR) return resolve(process.env.DATA_DIR);
  // Under root, Postgres runs as another user, which cannot enter root's home folder.
  if (process.getuid?.() === 0) return '/var/lib/provider-trust-platform';
  return join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'provider-trust-platform');
}

/** Rejects a folder with other files in it, so that --reset can never delete those. */
export function createDataDir(dataDir: string): void {
  // Under root, the postgres user must enter; otherwise only this user needs access.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
  if (isDataDir(dataDir)) return;
  // The secrets are there first when a backup is restored into a new folder.
  if (readdirSync(dataDir).some((name) => name !== 'secrets.json')) {
    throw new Error(
      `DATA_DIR ${dataDir} is not empty and holds no data of this platform. Set DATA_DIR to a new or empty folder.`,
    );
  }
  writeState(dataDir, {});
}

export function resetDataDir(dataDir: string): void {
  for (const name of contents) rmSync(join(dataDir, name), { recursive: true, force: true });
  writeState(dataDir, {});
}

export function temporaryDataDir(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-`));
  chmodSync(folder, 0o711);
  return folder;
}

export function isDataDir(folder: string): boolean {
  return existsSync(join(folder, marker));
}

/** Without any of these times, the next start makes an example: it plays the main journey. */
type State = { journeyRunAt?: string; restoredAt?: string; worldBuiltAt?: string };

export function hasRunJourney(dataDir: string): boolean {
  return readState(dataDir).journeyRunAt !== undefined;
}

export function needsExample(dataDir: string): boolean {
  const { journeyRunAt, restoredAt, worldBuiltAt } = readState(dataDir);
  return journeyRunAt === undefined && restoredAt === undefined && worldBuiltAt === undefined;
}

export function recordJourneyRun(dataDir: string): void {
  writeState(dataDir, { ...readState(dataDir), journeyRunAt: new Date().toISOString() });
}

export function hasWorld(dataDir: string): boolean {
  return readState(dataDir).worldBuiltAt !== undefined;
}

export function recordWorld(dataDir: string): void {
  writeState(dataDir, { ...readState(dataDir), worldBuiltAt: new Date().toISOString() });
}

export function recordRestore(dataDir: string): void {
  writeState(dataDir, { ...readState(dataDir), restoredAt: new Date().toISOString() });
}

function readState(dataDir: string): State {
  return JSON.parse(readFileSync(join(dataDir, marker), 'utf8'));
}

function writeState(dataDir: string, state: State): void {
  writeFileSync(join(dataDir, marker), `${JSON.stringify(state)}\n`);
}
