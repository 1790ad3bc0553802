import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patternWords } from '../values/pattern-words.ts';
import type { Text } from '../values/text.ts';
import { codesOf, type ProblemSlug, problemCatalogue } from './problem.ts';

const root = join(import.meta.dirname, '../../../..');

const texts = Object.entries(problemCatalogue).flatMap(([slug, { title, when, remedy }]) =>
  [title, when, remedy, ...Object.values(codesOf(slug as ProblemSlug))].map((text: Text) => ({ slug, text })),
);

test('every sentence of a problem has at most 25 words', () => {
  const tooLong = texts.flatMap(({ slug, text }) =>
    text.en
      .split(/[.:;] /)
      .filter((sentence) => sentence.split(' ').length > 25)
      .map((sentence) => `${slug}: ${sentence}`),
  );
  expect(tooLong).toEqual([]);
});

/** SMS texts keep plain spaces: a no-break space is not GSM-7 and would double the price. */
const smsTexts = 'services/webhooks/src/messages/text.ts';

test('French texts have no-break spaces before : ; ! ? and typographic apostrophes', () => {
  const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && path !== smsTexts,
  );
  const french = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bfr:\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(
      ([, , text = '']) => ({ path, text: text.replace(/`[^`]*`|\$\{[^}]*\}/g, 'x') }),
    ),
  );
  expect(french.length).toBeGreaterThan(150);
  const wrong = french.filter(({ text }) => / [:;!?»]|« |\p{L}'\p{L}/u.test(text));
  expect(wrong).toEqual([]);
});

test('every pattern of the contract is said in words', () => {
  const contract = JSON.parse(readFileSync(join(root, 'packages/contracts/openapi.json'), 'utf8'));
  const patterns = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { pattern, format } = value as { pattern?: unknown; format?: unknown };
    if (typeof pattern === 'string' && format === undefined) patterns.add(pattern);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(contract);
  expect(patterns.size).toBeGreaterThan(10);
  expect([...patterns].filter((pattern) => !patternWords[pattern])).toEqual([]);
});
