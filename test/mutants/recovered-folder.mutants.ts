import { mutantsOf } from './mutant.ts';

const test = 'backup/recovered-folder.test.ts';
const isRoot = process.getuid?.() === 0;

/** Under root, what is recovered or restored belongs to the owner of its folder. */
export const mutants = mutantsOf('deploy', [
  ['local/postgres/postgres.ts', 'return rows[0]?.is === false;', 'return true;', test],
  ['test/published-addresses.ts', '  await build();', '  void build;', 'test/published-addresses.test.ts'],
]).concat(
  mutantsOf('deploy', [
    ['local/postgres/os-user.ts', '...(isDataDir(around) ? [around] : [])', '...[]', test],
    ['backup/point-in-time.ts', 'if (owner) giveFilesOfRoot(made, owner);', '', test],
    ['backup/restore-command.ts', 'if (owner) giveFilesOfRoot(folder, owner);', '', test],
  ]).filter(() => isRoot),
);
