import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { RepositoryCopy } from '../repository-copy.ts';

/** A recipe is applied to these. */
export type Files = Pick<RepositoryCopy, 'read' | 'write'>;

export type Block = { page: string; path: string; kind: 'file' | 'diff'; text: string };

const folder = 'docs/contributing';

/** The code blocks of all recipes, in the order of their pages. */
export function recipeBlocks({ read }: Pick<Files, 'read'>): Block[] {
  const pages = readdirSync(join(repositoryRoot, folder)).sort();
  return pages.flatMap((name) => blocksOf(`${folder}/${name}`, read(`${folder}/${name}`)));
}

function blocksOf(page: string, markdown: string): Block[] {
  const fences = markdown.matchAll(/^( *)```(\w+) (\S+)\n([\s\S]*?)\n\1```$/gm);
  return [...fences].map(([, indent = '', language, path = '', body = '']) => ({
    page,
    path,
    kind: language === 'diff' ? 'diff' : 'file',
    text: `${body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n`,
  }));
}

/** Throws where the lines of a diff are not in the file exactly once. */
export function apply(files: Files, { page, path, kind, text }: Block): void {
  files.write(path, kind === 'file' ? text : patched(files.read(path), { page, path }, text));
}

/** Blank lines separate hunks. Context and removed lines locate one; without any it is appended. */
function patched(original: string, { page, path }: Pick<Block, 'page' | 'path'>, diff: string): string {
  return diff.split(/\n(?=\n)/).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const pick = (kept: string) =>
      lines
        .filter(([mark]) => mark === ' ' || mark === kept)
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const before = pick('-');
    if (before === '') return text + pick('+');
    if (text.split(before).length !== 2) throw new Error(`${page}: ${path} does not have these lines once:\n${before}`);
    return text.replace(before, () => pick('+'));
  }, original);
}
