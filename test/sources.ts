import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { repositoryRoot } from '../deploy/local/environment.ts';

export type Source = { path: string; text: string; imports: string[] };

/** Paths of all files of the repository, from its root. */
export function repositoryFiles(): string[] {
  return (
    globSync('**/*', {
      cwd: repositoryRoot,
      withFileTypes: true,
      exclude: (entry) => ['node_modules', '.git', '.cache', 'coverage', 'dist'].includes(entry.name),
    })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(repositoryRoot, join(entry.parentPath, entry.name)))
      // watch-sources.test.ts writes and deletes these meanwhile.
      .filter((path) => !/\/watched-\d+-/.test(path))
  );
}

/** The TypeScript files, without generated ones. */
export function readSources(files: readonly string[]): Source[] {
  return files
    .filter((path) => path.endsWith('.ts') && !/\/(db\/schema\.ts|src\/generated\/.*)$/.test(path))
    .map((path) => sourceOf(path, readFileSync(join(repositoryRoot, path), 'utf8')));
}

/** Imports of types, re-exports and dynamic imports count. */
export function sourceOf(path: string, text: string): Source {
  return {
    path,
    text,
    imports: [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name),
  };
}

export function isTest({ path }: Pick<Source, 'path'>): boolean {
  return path.endsWith('.test.ts') || /^(packages|services)\/[^/]+\/test\/|^packages\/service-testing\//.test(path);
}

/** The path in the repository of a relative import; other names as they are. */
export function target(from: Pick<Source, 'path'>, name: string): string {
  return name.startsWith('.') ? relative(repositoryRoot, resolve(repositoryRoot, from.path, '..', name)) : name;
}

/** The file behind a workspace import such as `@trust/contracts/limits`. */
export function modulePath(name: string): string {
  return name.replace(/^@trust\/([^/]+)\/(.+)$/, 'packages/$1/src/$2.ts');
}

/** Groups of nodes that import one another: Tarjan's strongly connected components of more than one node. */
export function circlesIn(imported: ReadonlyMap<string, Iterable<string>>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const position = order.size;
    let low = position;
    order.set(node, position);
    stack.push(node);
    for (const next of imported.get(node) ?? []) {
      if (!imported.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === position) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) found.push(component.sort());
    }
    return low;
  };
  for (const node of imported.keys()) if (!order.has(node)) visit(node);
  return found;
}
