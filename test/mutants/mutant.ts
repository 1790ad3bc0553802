/** One change to one line that a test must notice. */
export type Mutant = {
  /** Path from the root of the repository. */
  file: string;
  /** Text within one line; it must occur exactly once in the file. */
  find: string;
  replace: string;
  /** Test files or folders that must fail, as `npm test -- <tests>` takes them. */
  tests: string[];
};
