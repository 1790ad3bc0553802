import type { RepositoryCopy } from '../repository-copy.ts';

/** Where a recipe is applied. */
export type Files = Pick<RepositoryCopy, 'read' | 'write'>;

export type Block = { path: string; kind: 'file' | 'diff'; text: string };

export function blocksOf(markdown: string): Block[] {
  const fences = markdown.matchAll(/^( *)```(\w+) (\S+)\n([\s\S]*?)\n\1```$/gm);
  return [...fences].map(([, indent = '', language, path = '', body = '']) => ({
    path,
    kind: language === 'diff' ? 'diff' : 'file',
    text: `${body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`,
  }));
}

/** Throws where the lines of a diff are not in the file exactly once. */
export function apply(files: Files, { path, kind, text }: Block): void {
  files.write(path, kind === 'file' ? text : patched(files.read(path), path, text));
}

/** Blank lines separate hunks. Context and removed lines locate one; without any it is appended. */
function patched(original: string, path: string, diff: string): string {
  return diff.split(/\n(?=\n)/).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const pick = (kept: string) =>
      lines
        .filter(([mark]) => mark === ' ' || mark === kept)
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const before = pick('-');
    if (before === '') return text + pick('+');
    if (text.split(before).length !== 2)
      throw new Error(`CONTRIBUTING.md: ${path} does not have these lines once:\n${before}`);
    return text.replace(before, () => pick('+'));
  }, original);
}
