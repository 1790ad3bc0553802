import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export type Packages = {
  natsServer: { file: string; version: string };
  postgresBin: string;
};

const extensions = ['postgis', 'pg_trgm', 'btree_gist'];
const oldestNats = [2, 9] as const;

export type Found = { natsServer?: Packages['natsServer']; postgresBin?: string; missing: string[] };

export function findPackages(): Found {
  const natsServer = findNatsServer();
  const postgresBin = findPostgres();
  const missing: string[] = [];
  if (!natsServer) missing.push(`nats-server ${oldestNats.join('.')} or newer`);
  if (!postgresBin) missing.push('PostgreSQL with PostGIS');
  return { ...(natsServer && { natsServer }), ...(postgresBin && { postgresBin }), missing };
}

function findNatsServer(): Packages['natsServer'] | undefined {
  for (const folder of [
    ...pathFolders(),
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
    join(homedir(), 'go/bin'),
  ]) {
    const file = join(folder, 'nats-server');
    if (!isExecutable(file)) continue;
    const version = /v(\d+\.\d+\.\d+)/.exec(output(file, ['--version']))?.[1];
    if (version && isAtLeast(version, oldestNats)) return { file, version };
  }
  return undefined;
}

function findPostgres(): string | undefined {
  const fromConfig = pathFolders()
    .map((folder) => join(folder, 'pg_config'))
    .filter(isExecutable)
    .map((file) => output(file, ['--bindir']).trim());
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...globSync('/usr/pgsql-*/bin'),
    ...globSync('/{opt/homebrew,usr/local}/opt/postgresql@*/bin'),
    ...fromConfig,
  ];
  return folders
    .filter((folder) => isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb')))
    .filter(hasExtensions)
    .sort((a, b) => postgresMajor(b) - postgresMajor(a))[0];
}

function hasExtensions(bin: string): boolean {
  const shared = output(join(bin, 'pg_config'), ['--sharedir']).trim() || join(dirname(bin), 'share');
  return extensions.every((name) => existsSync(join(shared, 'extension', `${name}.control`)));
}

function postgresMajor(bin: string): number {
  return Number(/ (\d+)/.exec(output(join(bin, 'postgres'), ['--version']))?.[1] ?? 0);
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function output(file: string, args: string[]): string {
  return spawnSync(file, args, { encoding: 'utf8' }).stdout ?? '';
}
