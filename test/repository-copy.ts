import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { removeWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';

const excluded = new Set(['node_modules', '.git', '.cache', 'coverage']);

export class RepositoryCopy implements Disposable {
  readonly root: string;
  readonly #removal: Disposable;

  constructor() {
    // Hard links need the file system of the checkout, which TMPDIR may not be on.
    const parent = join(repositoryRoot, '.cache');
    mkdirSync(parent, { recursive: true });
    this.root = mkdtempSync(join(parent, 'copy-'));
    this.#removal = removeWithParent(this.root);
    for (const name of readdirSync(repositoryRoot).filter((entry) => !excluded.has(entry)))
      cpSync(join(repositoryRoot, name), join(this.root, name), {
        recursive: true,
        filter: (path) => !excluded.has(basename(path)),
      });
    linkPackages(this.root);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
    this.#removal[Symbol.dispose]();
  }
}

/** Links the installed packages of the checkout into `root`, another copy of the repository. */
export function linkPackages(root: string): void {
  const workspaces = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  for (const folder of ['.', ...workspaces]) linkFolder(root, folder);
}

// Real folders: the process that opens documents may read nothing outside of the repository.
function linkFolder(root: string, folder: string): void {
  const source = join(repositoryRoot, folder, 'node_modules');
  const target = join(root, folder, 'node_modules');
  if (!existsSync(source)) return;
  execFileSync('cp', ['-al', source, target]);
  // A tool that writes to its cache here would change the checkout's.
  rmSync(join(target, '.cache'), { recursive: true, force: true });
}
