import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { removeWithParent } from '../../deploy/local/end-with-parent.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Mutant } from './mutant.ts';

/** A copy of the repository in a temporary folder, so that a mutant never touches the checkout. */
export class MutatedCopy implements Disposable {
  readonly root: string;
  readonly #removal: Disposable;

  constructor() {
    this.root = mkdtempSync(join(tmpdir(), 'trust-mutants-'));
    this.#removal = removeWithParent(this.root);
    const excluded = new Set(['node_modules', '.git', 'coverage']);
    cpSync(repositoryRoot, this.root, { recursive: true, filter: (path) => !excluded.has(basename(path)) });
    const parents = ['.', ...['packages', 'services'].flatMap((folder) => childrenOf(folder))];
    for (const parent of parents) this.#linkModules(parent);
  }

  /** Runs `work` while the mutant is applied. Throws if its text is not in the file exactly once. */
  async with<Result>(mutant: Mutant, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.root, mutant.file);
    const original = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(original, mutant));
    try {
      return await work();
    } finally {
      writeFileSync(path, original);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
    this.#removal[Symbol.dispose]();
  }

  /** Links every installed package; those of the workspace lead to the copy, since Node resolves modules by their real paths. */
  #linkModules(parent: string): void {
    const source = join(repositoryRoot, parent, 'node_modules');
    const target = join(this.root, parent, 'node_modules');
    for (const name of namesIn(source)) {
      mkdirSync(target, { recursive: true });
      if (name !== '@trust') symlinkSync(join(source, name), join(target, name));
    }
    if (parent !== '.') return;
    mkdirSync(join(target, '@trust'));
    for (const folder of ['packages', 'services'].flatMap((kind) => childrenOf(kind)))
      symlinkSync(join(this.root, folder), join(target, '@trust', basename(folder)));
  }
}

/** The text with the mutant applied. Throws if `find` does not occur exactly once. */
export function mutated(text: string, { file, find, replace }: Mutant): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times \`${find}\`. Update the mutant.`);
  return text.replace(find, () => replace);
}

function childrenOf(folder: string): string[] {
  return namesIn(join(repositoryRoot, folder)).map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !relative('.', name).startsWith('..'));
  } catch {
    return [];
  }
}
