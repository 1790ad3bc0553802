import { mutantsOf } from './mutant.ts';

const test = 'backup/recovered-folder.test.ts';
const isRoot = process.getuid?.() === 0;

/** A recovered or restored folder starts at once and without an example; under root, as its owner. */
export const mutants = mutantsOf('deploy', [
  ['local/postgres/postgres.ts', 'return rows[0]?.is === false;', 'return true;', test],
  ['backup/point-in-time.ts', 'if (isDataDir(dataDir)) recordRestore(dataDir);', '', test],
  ['backup/restore-command.ts', '  recordRestore(dataDir);', '', test],
  ['local/data-dir.ts', ' && restoredAt === undefined', '', test],
  ['test/published-addresses.ts', '  await build();', '  void build;', 'test/published-addresses.test.ts'],
]).concat(
  mutantsOf('deploy', [
    ['local/postgres/os-user.ts', '...(isDataDir(around) ? [around] : [])', '...[]', test],
    [
      'backup/point-in-time.ts',
      'if (owner) for (const one of [made, madeArchive]) giveFilesOfRoot(one, owner);',
      '',
      test,
    ],
    ['backup/restore-command.ts', 'if (owner) giveFilesOfRoot(folder, owner);', '', test],
  ]).filter(() => isRoot),
);
