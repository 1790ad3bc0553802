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

/** Everything the platform ever puts into its data folder, besides run.json, which is there only while it runs. */
const ours = ['postgres', 'nats', 'evidence', 'audit', 'logs', 'secrets.json', 'platform.json'];
const marker = 'platform.json';

export function dataDirFromEnvironment(): string {
  if (process.env.DATA_DIR) return resolve(process.env.DATA_DIR);
  // Started by root, Postgres runs as another user, who must be able to reach the folder: a home folder of root's is closed.
  if (process.getuid?.() === 0) return '/var/lib/provider-trust-platform';
  return join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'provider-trust-platform');
}

/** A folder with somebody else's files in it is refused, so that --reset can never delete those. */
export function claimDataDir(dataDir: string): void {
  // Below root's folder the postgres user has its own; alone, nobody else needs to look in.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
  if (existsSync(join(dataDir, marker))) return;
  if (readdirSync(dataDir).length > 0) {
    throw new Error(
      `DATA_DIR ${dataDir} is not empty and holds no data of this platform. Set DATA_DIR to a new or empty folder.`,
    );
  }
  writeState(dataDir, {});
}

export function resetDataDir(dataDir: string): void {
  for (const name of ours) rmSync(join(dataDir, name), { recursive: true, force: true });
  writeState(dataDir, {});
}

/** For a stack that is thrown away. Open to pass through: started by root, Postgres runs as another user and has its own folder in here. */
export function temporaryDataDir(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}-`));
  chmodSync(folder, 0o711);
  return folder;
}

type State = { storyToldAt?: string };

export function wasStoryTold(dataDir: string): boolean {
  const state: State = JSON.parse(readFileSync(join(dataDir, marker), 'utf8'));
  return state.storyToldAt !== undefined;
}

export function recordStoryTold(dataDir: string): void {
  writeState(dataDir, { storyToldAt: new Date().toISOString() });
}

function writeState(dataDir: string, state: State): void {
  writeFileSync(join(dataDir, marker), `${JSON.stringify(state)}\n`);
}
