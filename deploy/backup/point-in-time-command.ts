import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirFromEnvironment } from '../local/data-dir.ts';
import { archiveSettings, commandsAfterRecovery, prepareRecovery, takeBaseBackup } from './point-in-time.ts';
import { deploymentFromEnvironment, postgresPrograms, runningLocalServer } from './server.ts';

const help = `npm run point-in-time -- settings <archive>                     print the settings that archive the write-ahead log
npm run point-in-time -- base <folder>                          take a base backup (pg_basebackup)
npm run point-in-time -- recover <folder> <archive> <cluster> --until <time> --new-archive <path>
                                                                prepare a new cluster as of that time

  --until   a time with its zone, 2026-11-22T13:05:00Z, after the base backup
  --new-archive  an empty folder for the log of the recovered cluster, which archives into it from its first write
  --help    show this text

  DATA_DIR      data folder of the local platform; used unless POSTGRES_URL is set
  POSTGRES_URL  server as a role with REPLICATION, without a database

The archive is a folder that the server can write and that outlives it: a mounted bucket or another machine.
Keep it and the base backups for at most 7 days: they hold the keys of people (ADR 0007).
The commands run on a machine with the programs of the server's Postgres version. The cluster belongs to its user,
under root to the owner of the folder around it, or of the base backup.
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, until: { type: 'string' }, 'new-archive': { type: 'string' } },
  });
  const [command, ...paths] = positionals;
  const [first = '', archive = '', cluster = ''] = paths.map((path) => resolve(path));
  if (values.help) return void process.stdout.write(help);
  if (command === 'settings' && paths.length === 1) return settings(first);
  if (command === 'base' && paths.length === 1) return base(first);
  if (command === 'recover' && paths.length === 3) {
    if (!values['new-archive'])
      throw new Error('recover requires --new-archive: the recovered cluster must not write into the old archive.');
    return recover({ base: first, archive, newArchive: resolve(values['new-archive']), cluster }, values.until);
  }
  throw new Error(help);
}

function settings(archive: string): void {
  for (const [name, value] of Object.entries(archiveSettings(archive)))
    print(`alter system set ${name} = '${value.replaceAll("'", "''")}';`);
  print('-- Restart Postgres (archive_mode), then take a base backup. Watch pg_stat_archiver.failed_count.');
}

async function base(folder: string): Promise<void> {
  const urlOf = deploymentFromEnvironment()?.urlOf ?? runningLocalServer(dataDirFromEnvironment());
  const started = performance.now();
  await takeBaseBackup(postgresPrograms(), urlOf('postgres'), folder);
  print(`Base backup taken in ${((performance.now() - started) / 1000).toFixed(1)} s: ${folder}`);
}

async function recover(
  folders: { base: string; archive: string; newArchive: string; cluster: string },
  text: string | undefined,
): Promise<void> {
  const until = new Date(text ?? '');
  if (!text || Number.isNaN(until.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Error('recover requires --until with a time and its zone: 2026-11-22T13:05:00Z.');
  await prepareRecovery({ ...folders, bin: postgresPrograms(), until });
  print(`${folders.cluster} recovers to ${until.toISOString()} when Postgres starts on it, then accepts writes.`);
  print(
    'Next: start it, delete the JetStream store, start all services with EVIDENCE_MAX_STORE_MISMATCHES=0 except the',
  );
  print('gateway, because until the end everything that ended after that moment is valid again. Start it after these:');
  for (const command of commandsAfterRecovery(until)) print(`  ${command}`);
  print(
    `It archives into ${folders.newArchive}. Take a base backup first of all: npm run point-in-time -- base <folder>.`,
  );
  print('<file> names the persons erased later, who could sign in again: npm run erasures -- list on the old cluster,');
  print('or the latest list that you keep apart (docs/deployment.md).');
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
