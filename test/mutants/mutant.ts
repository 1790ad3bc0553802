export type Mutant = {
  file: string;
  /** Text within one line; it must occur exactly once in the file. */
  find: string;
  replace: string;
  /** Test files or folders, as `npm test -- <tests>` takes them; one of their tests must fail. */
  tests: string[];
};

/** Rows of [file, find, replace, ...tests]; paths are below `folder`. */
export function mutantsOf(folder: string, rows: [file: string, find: string, replace: string, ...tests: string[]][]) {
  return rows.map(
    ([file, find, replace, ...tests]): Mutant => ({
      file: `${folder}/${file}`,
      find,
      replace,
      tests: tests.map((test) => `${folder}/${test}`),
    }),
  );
}
