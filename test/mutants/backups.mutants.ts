import { mutantsOf } from './mutant.ts';

const test = 'bucket.test.ts';
const encrypted = 'encrypted-bucket.test.ts';

/** What a thief, a crash or a slip of an operator does to a backup is refused. */
export const mutants = [
  ...mutantsOf('packages/encrypted-bucket/src', [
    ['encrypted-bucket.ts', 'if (received.result().sha256 !== stored.sha256)', 'if (stored.bytes < 0)', encrypted],
    ['encrypted-bucket.ts', "error.message.startsWith('no identity matched')", 'stored.bytes < 0', encrypted],
    ['encrypted-bucket.ts', 'reading.then(() => sending)', 'reading.catch(() => {}).then(() => sending)', encrypted],
    ['age-keys.ts', 'return recipientsIn(text).length > 0;', 'return true;', encrypted],
    ['age-keys.ts', 'if (keys.length === 0)', 'if (keys.length < 0)', encrypted],
  ]),
  ...mutantsOf('deploy/backup/bucket', [
    ['stored-backups.ts', "!name.split('/').includes('..')", 'true', test],
    ['stored-backups.ts', '/^(databases|keys|evidence)\\/[\\w./-]+$/.test(name)', 'name', test],
    ['stored-backups.ts', '    .reverse();', ';', test],
    ['send-backup.ts', 'one.at < new Date(previous.takenAt)', 'true', test],
    ['send-backup.ts', 'sizes.get(stored.key) === stored.bytes', 'true', test],
    ['stored-backups.ts', "hash('sha256', recipientsIn(recipients)", "hash('sha256', ['']", test],
    ['fetch-backup.ts', 'await refuseMissing(bucket, manifest);', '', test],
    ['fetch-backup.ts', 'if (sizes.get(key) === bytes) continue;', 'if (sizes.has(key)) continue;', test],
    ['drill.ts', '!changedByRestores.test(table) &&', '', 'drill.test.ts'],
    ['drill.ts', 'found[service][table] !== count', 'found[service][table] === undefined', 'drill.test.ts'],
    ['drill.ts', 'keys.filter((key) => !present.has(key))', 'keys.filter(() => files.none)', 'drill.test.ts'],
    [
      'daily.ts',
      'last.getTime() < lastMoment(now(), timeOfDay)',
      'last.getTime() < now().getTime() - day',
      'daily.test.ts',
    ],
    ['daily.ts', '      report(error);', '      throw error;', 'daily.test.ts'],
  ]),
  ...mutantsOf('deploy', [
    [
      'backup/finish.ts',
      'filter(([name]) => !own.includes(name))',
      'filter(([name]) => name)',
      'backup/backup.test.ts',
    ],
    [
      'backup/point-in-time.ts',
      '...archiveSettings(newArchive),',
      "archive_mode: 'off',",
      'backup/recovered-folder.test.ts',
    ],
    [
      'backup/point-in-time.ts',
      'if (existsSync(newArchive) && readdirSync(newArchive).length > 0)',
      'if (existsSync(newArchive) && readdirSync(newArchive).length < 0)',
      'backup/recovered-folder.test.ts',
    ],
    ['compose/buckets-elsewhere.ts', '!isChosen && !isStarted', '!isChosen', 'compose/operator-settings.test.ts'],
    [
      'compose/buckets-elsewhere.ts',
      "operator.CHECKPOINTS_INTERNAL !== 'false'",
      'false',
      'compose/operator-settings.test.ts',
    ],
    [
      'toolbox/commands.ts',
      "['databases', 'evidence', 'backup']",
      "['databases', 'backup', 'evidence']",
      'compose/compose.test.ts',
    ],
  ]),
  ...mutantsOf('packages/service-admin/src', [
    ['certificates.ts', 'servername: name, ', '', 'certificates.test.ts'],
    ['certificates.ts', 'rejectUnauthorized: false', 'rejectUnauthorized: true', 'certificates.test.ts'],
  ]),
];
