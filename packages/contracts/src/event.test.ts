import { expect, test } from 'vitest';
import { z } from 'zod';
import { aggregate, aggregateOf, event, parseReceived, subjectOf, typeOf } from './event.ts';

const ordered = event(
  'provider.service.selected.v1',
  'Has an aggregate.',
  { providerId: z.uuid() },
  aggregate('provider', ({ providerId }) => providerId),
);
const unordered = event('identity.session.revoked.v1', 'Has no aggregate.', { sessionId: z.uuid() });

test('the subject contains the aggregate, or the second segment of an unordered type', () => {
  expect([ordered, unordered].map((type) => subjectOf(type.type, aggregateOf(type)))).toEqual([
    'provider.provider.service.selected.v1',
    'identity.session.session.revoked.v1',
  ]);
});

test('typeOf reverses subjectOf', () => {
  for (const { type } of [ordered, unordered]) expect(typeOf(subjectOf(type, 'any'))).toBe(type);
});

const nested = event('provider.service.listed.v1', 'Has parts.', {
  parts: z.array(z.strictObject({ key: z.string(), claim: z.strictObject({ type: z.string() }) })),
});

test('a consumer ignores fields that a newer release has added, at any depth', () => {
  const part = { key: 'a', claim: { type: 'identity' } };
  const newer = { parts: [part, { ...part, added: { more: 1 }, claim: { ...part.claim, added: 2 } }], added: [3] };
  const before = structuredClone(newer);
  expect(parseReceived(nested, newer)).toEqual({ success: true, data: { parts: [part, part] } });
  expect(newer).toEqual(before);
});

test('a consumer rejects every other fault, and names it', () => {
  const faulty = { parts: [{ key: 1, added: 2, claim: { type: 'identity' } }] };
  expect(parseReceived(nested, faulty).error?.issues).toMatchObject([
    { code: 'invalid_type', path: ['parts', 0, 'key'] },
  ]);
  expect(parseReceived(nested, null).success).toBe(false);
});
