import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../../../deploy/local/environment.ts';
import type { Mutant } from '../mutant.ts';
import { replacementOf } from '../replaced-functions.ts';
import { type Area, areas } from './areas.ts';
import type { Change } from './change.ts';
import { sqlChanges } from './sql-changes.ts';
import { typescriptChanges } from './typescript-changes.ts';

export type Candidate = Mutant & { area: string; otherTests: string[] };

/** Every change of a condition, date or duration in the areas. */
export function candidates(): Candidate[] {
  const found = areas.flatMap((area) => sourcesOf(area).flatMap((file) => candidatesIn(area, file)));
  return [...new Map(found.map((one) => [`${one.file}\n${one.find}\n${one.replace}`, one])).values()];
}

/** One of `every`, by a hash of the change alone: a change elsewhere does not choose others. */
export function isChosen({ file, find, replace }: Mutant, { seed, every }: { seed: string; every: number }): boolean {
  const hash = createHash('sha256')
    .update(JSON.stringify([seed, file, find, replace]))
    .digest();
  return hash.readUInt32BE() % every === 0;
}

function sourcesOf({ sources }: Area): string[] {
  return globSync(sources, { cwd: repositoryRoot })
    .filter((path) => !path.endsWith('.test.ts'))
    .sort();
}

function candidatesIn(area: Area, file: string): Candidate[] {
  const text = readFileSync(join(repositoryRoot, file), 'utf8');
  const changes = file.endsWith('.sql') ? sqlChanges(text) : typescriptChanges(text);
  const tests = testsBeside(file);
  const service = file.split('/').slice(0, 2).join('/');
  const otherTests = area.tests.filter((test) => test.startsWith(`${service}/`));
  return changes
    .map((change) => ({ area: area.name, file, ...unique(text, change), tests, otherTests }))
    .filter((mutant) => !replacementOf(mutant));
}

/** Those of the nearest folder that has any. */
function testsBeside(file: string): string[] {
  const isIn = (folder: string, depth: number) => folder.split('/').length >= depth;
  // Tests of `src/` are those of its own files.
  const highest = isIn(dirname(file), 4) ? 4 : 3;
  for (let folder = dirname(file); isIn(folder, highest); folder = dirname(folder)) {
    const tests = globSync(`${folder}/*.test.ts`, { cwd: repositoryRoot, exclude: ['**/*.{long,faults}.test.ts'] });
    if (tests.length > 0) return tests.sort();
  }
  return [];
}

/** With as many lines around it as it takes to occur once. */
function unique(text: string, { start, end, replace }: Change): Pick<Mutant, 'find' | 'replace'> {
  let [from, to] = [start, end];
  const isUnique = () => text.split(text.slice(from, to)).length === 2;
  while (!isUnique()) {
    from = text.lastIndexOf('\n', from - 2) + 1;
    if (isUnique()) break;
    const next = text.indexOf('\n', to + 1);
    to = next < 0 ? text.length : next;
  }
  return { find: text.slice(from, to), replace: text.slice(from, start) + replace + text.slice(end, to) };
}
