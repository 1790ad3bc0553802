import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isDataDir, recordRestore } from '../local/data-dir.ts';
import { giveFilesOfRoot, otherOwnerOf } from '../local/data-owner.ts';
import { sinceOf } from './manifest.ts';
import { runProgram } from './server.ts';

/** Safe to run again, and never replaces a segment: `archive_command` may be repeated after a crash. */
export function archiveSettings(archive: string): Record<string, string> {
  // Names the path once: Postgres cuts a command at 1023 bytes.
  const copy = 'cp "%p" "$to.part" && sync "$to.part" && mv "$to.part" "$to"';
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `to=${commandPath(archive)}/%f; test -f "$to" && cmp -s "%p" "$to" || (test ! -f "$to" && ${copy})`,
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

type Recovery = { bin: string; base: string; archive: string; newArchive: string; cluster: string; until: Date };

/**
 * Prepares a cluster that recovers at its next start and accepts writes at `until`. Under root it belongs to the owner
 * of the folder around it, or of the base backup: Postgres does not start on files of another user. It archives into
 * `newArchive`, because its next segments have the names of those that the old cluster archives.
 */
export async function prepareRecovery({ bin, base, archive, newArchive, cluster, until }: Recovery): Promise<void> {
  if (until.getTime() > Date.now())
    throw new Error(`--until ${until.toISOString()} is in the future, so no archive reaches it. Choose a past time.`);
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new Error(`${cluster} is not empty. Recover into a new folder, and keep the old cluster until you are sure.`);
  if (existsSync(newArchive) && readdirSync(newArchive).length > 0)
    throw new Error(`${newArchive} is not empty. Give the recovered cluster a new archive: two clusters would mix.`);
  if (!existsSync(join(base, 'backup_manifest')))
    throw new Error(`${base} has no backup_manifest: it is no base backup, or one that did not finish.`);
  const end = endOf(base, archive);
  if (end && until < end)
    throw new Error(`The base backup ended at ${end.toISOString()}, after --until. Choose an older base backup.`);
  const run = promisify(execFile);
  await run(join(bin, 'pg_verifybackup'), ['--quiet', base]);
  const made = mkdirSync(cluster, { recursive: true, mode: 0o700 }) ?? cluster;
  await run('cp', ['-a', `${base}/.`, cluster]);
  const settings = {
    restore_command: `cp ${commandPath(archive)}/%f "%p"`,
    // Postgres does not accept the T and Z of ISO 8601 here.
    recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
    ...archiveSettings(newArchive),
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  );
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  appendFileSync(join(cluster, 'recovery.signal'), '');
  const madeArchive = mkdirSync(newArchive, { recursive: true, mode: 0o700 }) ?? newArchive;
  const owner = otherOwnerOf(dirname(made), base);
  if (owner) for (const one of [made, madeArchive]) giveFilesOfRoot(one, owner);
  const dataDir = dirname(dirname(cluster));
  if (isDataDir(dataDir)) recordRestore(dataDir);
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

/** Commands of Postgres need it in quotes for the shell, where `%%` means one `%`. */
function commandPath(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
}

/**
 * A recovery that stops before the end of the backup finds an inconsistent cluster. The end is in the history file that
 * the server archives; the label in the backup has the start only. Undefined if the server's time zone is not UTC.
 */
function endOf(base: string, archive: string): Date | undefined {
  const label = readFileSync(join(base, 'backup_label'), 'utf8');
  const [, offset = '', segment = ''] =
    /^START WAL LOCATION: [\dA-F]+\/([\dA-F]+) \(file ([\dA-F]{24})\)$/m.exec(label) ?? [];
  const history = join(archive, `${segment}.${offset.slice(-6).padStart(8, '0')}.backup`);
  const text = existsSync(history) ? readFileSync(history, 'utf8') : label;
  const [, time] = /^STOP TIME: (.+) UTC$/m.exec(text) ?? /^START TIME: (.+) UTC$/m.exec(text) ?? [];
  return time ? new Date(`${time.replace(' ', 'T')}Z`) : undefined;
}
