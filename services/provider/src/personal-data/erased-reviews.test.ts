import { moderationWithdrawn } from '@trust/contracts/events/customers';
import { personErased } from '@trust/contracts/events/identity';
import { expect, test } from 'vitest';
import { makePublished } from '../../test/make.ts';
import { decideModeration, makeReview } from '../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';

const stateOf = async ({ db }: ProviderService, id: string) =>
  (await db.selectFrom('review').select('state').where('id', '=', id).execute())[0]?.state;

test('P2 an open round about an erased review ends undecided, and the provider cannot appeal any more', async () => {
  await using service = await startProvider();
  const owner = await makePublished(service);
  const appeal = (id: string) =>
    service.post(`/reviews/${id}/appeals`, { actor: owner.actor, body: { statement: 'This never happened, I say.' } });
  const [appealed, published, waiting, kept] = [
    await makeReview(service, owner),
    await makeReview(service, owner),
    await makeReview(service, owner),
    await makeReview(service, owner),
  ];
  for (const { id } of [appealed, published]) await decideModeration(service, id, 'approved');
  expect((await appeal(appealed.id)).status).toBe(201);
  const erasedAt = service.clock.now.toISOString();
  for (const { customer } of [appealed, published, waiting])
    await service.deliver(personErased, { userId: customer.userId, contacts: [], erasedAt });

  const withdrawn = (await service.emitted(moderationWithdrawn)).map(({ subjectId }) => subjectId);
  expect(withdrawn.sort()).toEqual([appealed.id, waiting.id].sort());
  for (const { id } of [appealed, waiting]) await decideModeration(service, id, 'refused', 'harmful');
  expect([await stateOf(service, appealed.id), await stateOf(service, waiting.id)]).toEqual(['published', 'pending']);
  expect((await appeal(published.id)).status).toBe(404);
  await decideModeration(service, kept.id, 'approved');
  expect(await stateOf(service, kept.id)).toBe('published');
  expect((await appeal(kept.id)).status).toBe(201);
});
