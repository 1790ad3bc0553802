import { dirname } from 'node:path';
import { circlesIn, modulePath, type Source, target } from './sources.ts';

type Import = readonly [from: string, to: string];

/** Imports between modules of one `src`, by its own relative or `@trust/…` names. */
export function importsWithin(src: string, sources: readonly Source[]): Import[] {
  return sources.flatMap((source) =>
    source.imports
      .map((name) => modulePath(target(source, name)))
      .filter((to) => to.startsWith(`${src}/`))
      .map((to) => [source.path, to] as const),
  );
}

/**
 * Circles of folders below `src`, with the imports that close them. Modules directly in `src` count by themselves.
 * Two graphs: each folder with all others, and each folder's children (with what is below them) among themselves.
 */
export function folderCircles(src: string, sources: readonly Source[]): string[] {
  const imports = importsWithin(src, sources);
  const folders = new Set(sources.flatMap(({ path }) => foldersAbove(src, path)));
  const folderOf = (path: string) => (dirname(path) === src ? path : dirname(path));
  const graphs = [folderOf, ...[...folders].map((folder) => (path: string) => childOf(folder, path))];
  return [...new Set(graphs.flatMap((nodeOf) => circlesBy(nodeOf, imports)))];
}

/** Imports from an area into one that stands above it. `areas`: from top to bottom. */
export function upwardImports(src: string, areas: readonly string[], sources: readonly Source[]): string[] {
  const rank = (path: string) => areas.indexOf(path.slice(src.length + 1).split('/')[0] ?? '');
  return importsWithin(src, sources)
    .filter(([from, to]) => rank(from) >= 0 && rank(to) >= 0 && rank(to) < rank(from))
    .map(([from, to]) => `${from} imports ${to}`);
}

function circlesBy(nodeOf: (path: string) => string | undefined, imports: readonly Import[]): string[] {
  const graph = new Map<string, Set<string>>();
  const examples = new Map<string, string>();
  for (const [from, to] of imports) {
    const [a, b] = [nodeOf(from), nodeOf(to)];
    if (a === undefined || b === undefined || a === b) continue;
    if (!graph.has(b)) graph.set(b, new Set());
    graph.set(a, (graph.get(a) ?? new Set()).add(b));
    examples.set(`${a} ${b}`, `${from} imports ${to}`);
  }
  return circlesIn(graph).map((circle) => {
    const closing = circle.flatMap((a) => circle.flatMap((b) => examples.get(`${a} ${b}`) ?? []));
    return `${circle.join(', ')}:\n  ${closing.join('\n  ')}`;
  });
}

function foldersAbove(src: string, path: string): string[] {
  const folder = dirname(path);
  return folder === src ? [src] : [folder, ...foldersAbove(src, folder)];
}

function childOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  return `${folder}/${path.slice(folder.length + 1).split('/')[0]}`;
}
