import { expect, test } from 'vitest';
import { makeClaim, makePublished } from '../../../test/make.ts';
import { startProvider } from '../../../test/service.ts';

test('M4 a listing shows the current claims of the category that is searched, and no others', async () => {
  await using service = await startProvider();
  const { id } = await makePublished(service);
  const shown = async () => {
    const { body } = await service.get('/public/providers/search?category=electrician');
    const [listing] = body.items;
    return listing.claims.map(({ type }: { type: string }) => type).sort();
  };
  const validUntil = new Date(service.clock.now.getTime() + 60_000).toISOString();
  await makeClaim(service, id, { type: 'trade_qualification', requirementKey: 'trade-qualification', validUntil });
  await makeClaim(service, id, { type: 'other', categoryKey: 'plumber' });
  expect(await shown()).toEqual(['liability_insurance', 'trade_qualification']);
  service.advanceClock(59);
  expect(await shown()).toEqual(['liability_insurance', 'trade_qualification']);
  service.advanceClock(1);
  expect(await shown()).toEqual(['liability_insurance']);
});
