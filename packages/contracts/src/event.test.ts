import { expect, test } from 'vitest';
import { z } from 'zod';
import { aggregate, aggregateOf, event, subjectOf, typeOf } from './event.ts';

const ordered = event(
  'provider.service.selected.v1',
  'Of a provider.',
  { providerId: z.uuid() },
  aggregate('provider', ({ providerId }) => providerId),
);
const alone = event('identity.session.revoked.v1', 'Stands alone.', { sessionId: z.uuid() });

test('the subject holds the aggregate: its own name where events are ordered, else the second word of the type', () => {
  expect([ordered, alone].map((type) => subjectOf(type.type, aggregateOf(type)))).toEqual([
    'provider.provider.service.selected.v1',
    'identity.session.session.revoked.v1',
  ]);
});

test('the type can be read from the subject', () => {
  for (const { type } of [ordered, alone]) expect(typeOf(subjectOf(type, 'any'))).toBe(type);
});
