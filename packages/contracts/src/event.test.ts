import { expect, test } from 'vitest';
import { z } from 'zod';
import { aggregate, aggregateOf, event, subjectOf, typeOf } from './event.ts';

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
