import { codesOf } from '@trust/contracts/problems/problem';
import { exactlyOne } from '@trust/contracts/values/exactly-one';
import { Reason, singleLine } from '@trust/contracts/values/free-text';
import { decimalNumber, wholeNumber } from '@trust/contracts/values/numbers-in-text';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../problems/problem.ts';
import { parseInput } from './input.ts';

const faults: Record<z.core.$ZodIssue['code'], [z.ZodType, unknown, string]> = {
  invalid_type: [z.object({ a: z.string() }), { a: 1 }, 'invalid_type'],
  too_big: [z.object({ a: z.string().max(1) }), { a: 'xx' }, 'too_big'],
  too_small: [z.object({ a: z.array(z.string()).min(1) }), { a: [] }, 'too_small'],
  invalid_format: [z.object({ a: z.uuid() }), { a: 'x' }, 'invalid_format'],
  not_multiple_of: [z.object({ a: z.number().multipleOf(5) }), { a: 3 }, 'not_multiple_of'],
  unrecognized_keys: [z.strictObject({}), { a: 1 }, 'unknown_field'],
  invalid_union: [z.object({ a: z.union([z.literal('b'), z.number().max(1)]) }), { a: 2 }, 'too_big'],
  invalid_key: [z.record(z.uuid(), z.number()), { x: 1 }, 'invalid_key'],
  invalid_element: [z.map(z.object({}), z.number()), new Map([[{}, 'x']]), 'invalid_element'],
  invalid_value: [z.object({ a: z.enum(['b']) }), { a: 'c' }, 'invalid_value'],
  custom: [
    z.object({ a: z.string().refine(() => false, { params: { code: 'of_its_own' } }) }),
    { a: 'x' },
    'invalid_value',
  ],
};

test.each(Object.entries(faults))(
  'I1 the catalogue has a code for the zod issue %s',
  (_issue, [schema, input, code]) => {
    const error = caught(() => parseInput(schema, input, 'body'));
    expect(error.extras.errors).toMatchObject([{ code }]);
    expect(codesOf('invalid-request')).toHaveProperty(code);
  },
);

test('I4 a body of thousands of faults gets a hundred errors', () => {
  const keys = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`k${index}`, 1]));
  expect(caught(() => parseInput(z.strictObject({}), keys, 'body')).extras.errors).toHaveLength(100);
});

test('reports a line break in single-line text as an invalid character', () => {
  const error = caught(() =>
    parseInput(z.object({ place: z.object({ label: singleLine(1, 20) }) }), { place: { label: 'a\nb' } }, 'body'),
  );
  expect(error.extras.errors).toMatchObject([{ field: 'place.label', code: 'invalid_characters' }]);
});

test('reports a reason without words once, and one that is too short as such', () => {
  const faultOf = (reason: string) =>
    caught(() => parseInput(z.object({ reason: Reason }), { reason }, 'body')).extras.errors;
  expect(faultOf('..........')).toEqual([{ field: 'reason', code: 'words_required' }]);
  expect(faultOf('...')).toMatchObject([{ field: 'reason', code: 'too_small' }]);
  expect(codesOf('invalid-request')).toHaveProperty('words_required');
});

const union = z.discriminatedUnion('state', [
  z.object({ state: z.literal('limited') }),
  z.object({ state: z.literal('paused') }),
]);

test.each([
  [{ until: 1 }, 'required', '`state`: This field is required.'],
  [{ state: 'away' }, 'invalid_value', '`state`: Must be one of: limited, paused.'],
])('I1 reports the discriminator of %o', (input, code, detail) => {
  const { detail: reported, extras } = caught(() => parseInput(union, input, 'body'));
  expect(extras.errors).toMatchObject([{ field: 'state', code }]);
  expect(reported.en).toBe(detail);
});

const forms = exactlyOne([
  z.strictObject({ token: z.string(), note: z.string().optional() }),
  z.strictObject({ claimId: z.uuid(), note: z.string().optional() }),
]);

test.each([
  [{}, 'token', 'required', 'Send one of `token`, `claimId`.'],
  [{ token: 'x', claimId: crypto.randomUUID() }, 'claimId', 'not_allowed', undefined],
  [{ token: 'x', other: 1 }, 'other', 'unknown_field', undefined],
  [{ claimId: 'x', note: 'y' }, 'claimId', 'invalid_format', expect.stringContaining('Wrong format')],
])('I1 reports what is wrong with %o, of which exactly one form fits', (input, field, code, message) => {
  const item = caught(() => parseInput(z.object({ items: z.array(forms) }), { items: [input] }, 'body'));
  expect(item.extras.errors).toMatchObject([{ field: `items.0.${field}`, code }]);
  const [error] = caught(() => parseInput(forms, input, 'body')).extras.errors ?? [];
  expect(error).toMatchObject({ field, code });
  expect(error?.message?.en).toEqual(message);
});

test.each([
  [z.number().max(90), 148.85, 'Must be at most 90.', 'Valeur maximale\u00a0: 90.'],
  [z.string().min(1), '', 'Must have at least 1 character.', 'Longueur minimale\u00a0: 1 caractère.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 items.', 'Nombre maximal d’éléments\u00a0: 2.'],
  [
    z.url(),
    'dupre.example',
    'Wrong format. Example: https://example.com.',
    'Format incorrect. Exemple\u00a0: https://example.com.',
  ],
  [z.iso.date(), '3/11/2026', 'Wrong format. Example: 2026-11-03.', 'Format incorrect. Exemple\u00a0: 2026-11-03.'],
  [
    z.uuid(),
    '42',
    'Wrong format. Example: 019a490a-58b0-7c09-8f6d-3a71e5d2b9c6.',
    'Format incorrect. Exemple\u00a0: 019a490a-58b0-7c09-8f6d-3a71e5d2b9c6.',
  ],
  [
    z.string().regex(/^[a-z_]{2,64}$/),
    'All clear',
    'Wrong format. Use the format given in the API reference.',
    'Format incorrect. Utilisez le format indiqué dans la référence de l’API.',
  ],
  [z.string().regex(/^\d{6}$/), '12', 'Must be six digits.', 'Six chiffres attendus.'],
  [wholeNumber(1, 100), 'ten', 'Must be a whole number from 1 to 100.', 'Un nombre entier de 1 à 100 attendu.'],
  [decimalNumber(1, 100), '5000', 'Must be a number from 1 to 100.', 'Un nombre de 1 à 100 attendu.'],
  [
    z.string().regex(/^(one|two|three|four|five|six|seven|eight|nine|ten|eleven|thirteen|fourteen)$/),
    'twelve',
    'Wrong format. Use the format given in the API reference.',
    'Format incorrect. Utilisez le format indiqué dans la référence de l’API.',
  ],
  [z.enum(['sms', 'email']), 'post', 'Must be one of: sms, email.', 'Valeurs possibles\u00a0: sms, email.'],
  [
    z.number(),
    '7',
    'Wrong type: expected a number, got a string.',
    'Type incorrect\u00a0: attendu un nombre, reçu une chaîne.',
  ],
])('states the constraint when one value is wrong: %#', (schema, value, en, fr) => {
  expect(caught(() => parseInput(z.object({ a: schema }), { a: value }, 'body')).detail).toEqual({
    en: `\`a\`: ${en}`,
    fr: `\`a\`\u00a0: ${fr}`,
  });
});

const several = z.strictObject({
  radiusKm: z.number().min(1).max(100),
  age: z.number().positive(),
  name: z.string().min(2),
  tags: z.array(z.string()).max(1),
  kind: z.enum(['sms', 'email']),
  on: z.iso.date(),
  place: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
  missing: z.string(),
});

test('I1 returns message and bounds for each of several errors', () => {
  const sent = {
    radiusKm: 200,
    age: 0,
    name: 'x',
    tags: ['a', 'b'],
    kind: 'post',
    on: '1/2',
    place: { type: 'c' },
    x: 1,
  };
  const { extras, detail } = caught(() => parseInput(several, sent, 'body'));
  const said = Object.fromEntries((extras.errors ?? []).map(({ field, ...entry }) => [field, entry]));
  expect(said).toEqual({
    radiusKm: {
      code: 'too_big',
      maximum: 100,
      message: { en: 'Must be at most 100.', fr: 'Valeur maximale\u00a0: 100.' },
    },
    age: { code: 'too_small' },
    name: {
      code: 'too_small',
      minimum: 2,
      message: expect.objectContaining({ en: 'Must have at least 2 characters.' }),
    },
    tags: { code: 'too_big', maximum: 1, message: expect.objectContaining({ en: 'Must have at most 1 item.' }) },
    kind: {
      code: 'invalid_value',
      allowed: ['sms', 'email'],
      message: { en: 'Must be one of: sms, email.', fr: 'Valeurs possibles\u00a0: sms, email.' },
    },
    on: { code: 'invalid_format', message: expect.objectContaining({ en: 'Wrong format. Example: 2026-11-03.' }) },
    'place.type': {
      code: 'invalid_value',
      allowed: ['a', 'b'],
      message: expect.objectContaining({ en: 'Must be one of: a, b.' }),
    },
    missing: { code: 'required' },
    x: { code: 'unknown_field' },
  });
  expect(detail.en).toMatch(/^`radiusKm`: Must be at most 100\. `age`: .*`errors` lists 6 more\.$/);
});

function caught(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('No error was thrown.');
}

test.each([
  [
    'claims.0.validUntil',
    z.object({ claims: z.array(z.object({ validUntil: z.iso.date() })) }),
    { claims: [{}] },
    'body',
  ],
  ['claims.1', z.object({ claims: z.array(z.string()) }), { claims: ['a', 1] }, 'body'],
  ['claim.0', z.object({ claim: z.array(z.string().min(2)) }), { claim: ['x'] }, 'query'],
  ['X-Device-Id', z.object({ 'X-Device-Id': z.uuid() }), { 'X-Device-Id': 'x' }, 'headers'],
  ['body', z.object({ claims: z.array(z.string()) }), [], 'body'],
])('the path of a fault is written as in the contract: %s', (field, schema, input, at) => {
  expect(caught(() => parseInput(schema, input, at)).extras.errors).toMatchObject([{ field }]);
});
