import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Schema = { enum?: unknown[]; 'x-extensible-enum'?: unknown[]; 'x-texts'?: string; [key: string]: unknown };
type ValueText = { label: Text; help?: Text };
type Text = Record<string, string>;

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8'));
const openapi = read('openapi.json');
const texts: {
  lists: Record<string, Record<string, ValueText>>;
  problems: Record<string, ValueText & { codes: Record<string, ValueText> }>;
} = read('texts.json');

/** Fixed parts of a format: one value that nobody chooses or reads. */
const constants = new Map<string, string>([
  ['Polygon', 'GeoJSON'],
  ['POST', 'how a request is sent'],
  ['PUT', 'how a request is sent'],
  ['public-key', 'WebAuthn'],
  ['required', 'WebAuthn'],
  ['none', 'WebAuthn'],
  ['provider', 'which view it is'],
  ['operator', 'which view it is'],
  ['subscribe', 'the handshake of WhatsApp'],
]);

/** Schemas of the contract with a closed or open list of values, and where they are. */
function listsOf(value: unknown, place: string): { place: string; schema: Schema; values: string[] }[] {
  if (typeof value !== 'object' || value === null) return [];
  const schema = value as Schema;
  const list = schema.enum ?? schema['x-extensible-enum'];
  const values = (Array.isArray(list) ? list : []).filter((one) => typeof one === 'string');
  return [
    ...(values.length > 0 ? [{ place, schema, values }] : []),
    ...Object.entries(schema)
      .filter(([key]) => key !== 'examples' && key !== 'example' && key !== 'default')
      .flatMap(([key, inner]) => listsOf(inner, `${place}.${key}`)),
  ];
}

const lists = listsOf(openapi.paths, 'paths').concat(listsOf(openapi.components, 'components'));
const isConstant = ({ values }: { values: string[] }) => values.length === 1 && constants.has(values[0] ?? '');
/** Its values are the codes of all problems, which have their own texts. */
const isCodeOfFault = ({ place }: { place: string }) => /ProblemDetails\.properties\.errors\./.test(place);

test('every list of values in the contract names its texts, which have each value in English and French', () => {
  expect(lists.length).toBeGreaterThan(200);
  const named = lists.filter((list) => !isConstant(list) && !isCodeOfFault(list));
  const without = named.flatMap(({ place, schema, values }) => {
    const list = texts.lists[schema['x-texts'] ?? ''];
    if (!list) return [`${place}: ${values.join(', ')}`];
    return values.filter((value) => !list[value]).map((value) => `${place}: ${value}`);
  });
  expect(without).toEqual([]);
});

test('every list of texts is named by the contracts', () => {
  const names = (document: unknown) =>
    [...JSON.stringify(document).matchAll(/"x-texts":"(\w+)"/g)].map(([, name]) => name);
  const used = new Set([...names(openapi), ...names(read('asyncapi.json'))]);
  expect(Object.keys(texts.lists).filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !texts.lists[name ?? ''])).toEqual([]);
});

test('every problem of the contract, and each of its codes, has a text', () => {
  const sent = new Set(
    [...JSON.stringify(openapi).matchAll(/"x-problems":\[([^\]]*)\]/g)].flatMap(
      ([, slugs = '']) => slugs.match(/[a-z-]+/g) ?? [],
    ),
  );
  expect(sent.size).toBeGreaterThan(40);
  expect([...sent].filter((slug) => !texts.problems[slug]?.help)).toEqual([]);
  const codes = openapi.components.schemas.ProblemDetails.properties.errors.items.properties.code['x-extensible-enum'];
  const known = new Set(Object.values(texts.problems).flatMap((problem) => Object.keys(problem.codes)));
  expect(codes.filter((code: string) => !known.has(code))).toEqual([]);
});

test('labels and help are in both languages, for people, and in the typography of each', () => {
  const all = [
    ...Object.entries(texts.lists).flatMap(([list, values]) =>
      Object.entries(values).map(([value, text]) => ({ place: `${list}.${value}`, text })),
    ),
    ...Object.entries(texts.problems).flatMap(([slug, problem]) =>
      [['', problem] as const, ...Object.entries(problem.codes)].map(([code, text]) => ({
        place: `${slug}.${code}`,
        text,
      })),
    ),
  ];
  const sentences = all.flatMap(({ place, text }) =>
    [text.label, ...(text.help ? [text.help] : [])].map((one) => ({ place, text: one })),
  );
  expect(sentences.length).toBeGreaterThan(1000);
  const incomplete = sentences.filter(({ text }) => !text.en?.trim() || !text.fr?.trim());
  expect(incomplete).toEqual([]);
  const code = /`[^`]*`/g;
  const straight = sentences.filter(({ text }) => /\p{L}'\p{L}| [:;!?»]|« /u.test((text.fr ?? '').replace(code, 'x')));
  expect(straight).toEqual([]);
  // Of a list of values. A problem speaks to developers too, and may name a field.
  const technical = Object.values(texts.lists).flatMap((values) =>
    Object.values(values).filter(({ help }) => help && code.test(`${help.en} ${help.fr}`)),
  );
  expect(technical).toEqual([]);
});
