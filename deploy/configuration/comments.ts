import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

/** The comment above each setting; it also covers settings below with the same ending, such as `_URL`. */
export function commentsIn(path: string): Map<string, string> {
  const found = new Map<string, string>();
  let comment = '';
  let ending: string | undefined;
  for (const line of readFileSync(join(repositoryRoot, path), 'utf8').split('\n')) {
    const [, text] = /^ {2}\/\*\* (.+) \*\/$/.exec(line) ?? [];
    const [, name] = /^ {2}([A-Z][A-Z0-9_]+): /.exec(line) ?? [];
    if (text) {
      comment = text;
      ending = undefined;
    }
    if (!name) continue;
    const own = name.slice(name.indexOf('_'));
    ending ??= own;
    if (comment && own === ending) found.set(name, comment);
    else comment = '';
  }
  return found;
}
