export type Mutant = {
  file: string;
  /** Text within one line; it must occur exactly once in the file. */
  find: string;
  replace: string;
  /** Test files or folders, as `npm test -- <tests>` takes them; one of their tests must fail. */
  tests: string[];
  /** Run if none of `tests` fails. */
  otherTests?: string[];
};

/** Rows of [file, find, replace, ...tests]; paths are below `folder`, and with a leading `/` below the root. */
export function mutantsOf(folder: string, rows: [file: string, find: string, replace: string, ...tests: string[]][]) {
  return rows.map(
    ([file, find, replace, ...tests]): Mutant => ({
      file: pathOf(folder, file),
      find,
      replace,
      tests: tests.map((test) => pathOf(folder, test)),
    }),
  );
}

function pathOf(folder: string, path: string): string {
  return path.startsWith('/') ? path.slice(1) : `${folder}/${path}`;
}
