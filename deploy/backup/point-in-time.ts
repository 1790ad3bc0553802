import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sinceOf } from './manifest.ts';
import { runProgram } from './server.ts';

/** Safe to run again, and never replaces a segment: `archive_command` may be repeated after a crash. */
export function archiveSettings(archive: string): Record<string, string> {
  const target = `"${archive}/%f"`;
  const copy = `cp "%p" ${target}.part && sync ${target}.part && mv ${target}.part ${target}`;
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test -f ${target} && cmp -s "%p" ${target} || (test ! -f ${target} && ${copy})`,
    // The most that a lost server takes with it.
    archive_timeout: '60s',
  };
}

/** Needs a role with REPLICATION; the folder must be new or empty. */
export async function takeBaseBackup(bin: string, serverUrl: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Choose a new folder for each backup.`);
  const options = ['-D', folder, '--wal-method=stream', '--checkpoint=fast', '--manifest-checksums=SHA256'];
  await runProgram(join(bin, 'pg_basebackup'), serverUrl, options);
}

type Recovery = { bin: string; base: string; archive: string; cluster: string; until: Date };

/** Prepares a cluster that recovers at its next start and accepts writes at `until`. */
export async function prepareRecovery({ bin, base, archive, cluster, until }: Recovery): Promise<void> {
  if (until.getTime() > Date.now())
    throw new Error(`--until ${until.toISOString()} is in the future, so no archive reaches it. Choose a past time.`);
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new Error(`${cluster} is not empty. Recover into a new folder, and keep the old cluster until you are sure.`);
  if (!existsSync(join(base, 'backup_manifest')))
    throw new Error(`${base} has no backup_manifest: it is no base backup, or one that did not finish.`);
  const end = finishedAt(base);
  if (end && until < end)
    throw new Error(`The base backup was taken at ${end.toISOString()}, after --until. Choose an older base backup.`);
  const run = promisify(execFile);
  await run(join(bin, 'pg_verifybackup'), ['--quiet', base]);
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  await run('cp', ['-a', `${base}/.`, cluster]);
  const settings = {
    restore_command: `cp "${archive}/%f" "%p"`,
    // Postgres does not accept the T and Z of ISO 8601 here.
    recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    // The recovered cluster must not write into the archive of the old one.
    archive_mode: 'off',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  appendFileSync(join(cluster, 'recovery.signal'), '');
}

/** Commands for the services of the recovered cluster, in this order. Each may be repeated. */
export function commandsAfterRecovery(until: Date): string[] {
  return [
    'erasures -- repeat <file>',
    `events -- republish --since ${sinceOf(until.toISOString())}`,
    'erasures -- announce',
    'events -- redrive',
    'audit -- verify',
  ].map((command) => `npm run ${command}`);
}

/** Postgres writes the checkpoint's time into the label when the backup starts, in the server's time zone. */
function finishedAt(base: string): Date | undefined {
  const label = readFileSync(join(base, 'backup_label'), 'utf8');
  const [, text] = /^START TIME: (.+) UTC$/m.exec(label) ?? [];
  return text ? new Date(`${text.replace(' ', 'T')}Z`) : undefined;
}
