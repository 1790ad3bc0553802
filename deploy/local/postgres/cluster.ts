import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { OsUser } from '../supervisor/child.ts';
import { commandLine } from '../supervisor/process-identity.ts';

const execute = promisify(execFile);

type ClusterOptions = {
  bin: string;
  dataDir: string;
  user: OsUser | undefined;
  password: string;
  durable: boolean;
};

export async function initialiseCluster({ bin, dataDir, user, password, durable }: ClusterOptions): Promise<string> {
  const cluster = join(dataDir, 'cluster');
  if (existsSync(cluster)) return cluster;

  // Renamed at the end, so that an interrupted initdb does not look like a cluster.
  const draft = join(dataDir, 'cluster.draft');
  rmSync(draft, { recursive: true, force: true });
  const passwordFile = join(dataDir, 'initdb.password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await execute(join(bin, 'initdb'), initdbArguments(draft, passwordFile, durable), {
      ...user,
      cwd: dataDir,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, cluster);
  return cluster;
}

function initdbArguments(folder: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    `--auth=${durable ? 'scram-sha-256' : 'md5'}`,
    '--encoding=UTF8',
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'}`,
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ];
}

// A pid file left by `kill -9` would prevent a new start. The pid may be another program's by now;
// a postmaster of this folder belonged to a killed supervisor and is stopped.
export async function removeStalePid(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const isOurs = () => commandLine(pid).includes(`-D ${cluster} `);
  if (isOurs()) process.kill(pid, 'SIGINT');
  for (let waited = 0; isOurs(); waited += 100) {
    if (waited >= 30_000)
      throw new Error(`An earlier postgres (pid ${pid}) of ${cluster} does not stop. Kill it, then start again.`);
    await delay(100);
  }
  rmSync(file, { force: true });
}
