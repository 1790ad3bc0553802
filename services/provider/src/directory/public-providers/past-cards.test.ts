import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClaim, makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const cards = async (publicId: string, query: string) =>
  (await service.get(`/public/providers/${publicId}/claims${query}`)).body.items;

test('M4 a card of an earlier day says what became of the claim, and is left out if the claim was false', async () => {
  const { id, publicId } = await makePublished(service);
  const ended = [
    ['revoked', 'conditions_not_met'],
    ['suspended', 'safety_concern'],
    ['revoked', 'evidence_not_authentic'],
    ['revoked', 'granted_in_error'],
  ] as const;
  const made = await Promise.all(ended.map((_, index) => makeClaim(service, id, { type: `type_${index}` })));
  const granted = service.clock.now.toISOString().slice(0, 10);
  service.advanceClock(day);
  const occurredAt = service.clock.now.toISOString();
  for (const [index, [state, changeReason]] of ended.entries())
    await makeClaim(service, id, { ...made[index], state, changeReason, occurredAt });
  const statuses = async (query: string) =>
    (await cards(publicId, query)).map((card: Record<string, string>) => [
      card.type,
      card.status,
      card.statusNow,
      card.statusNowOn,
    ]);
  expect(await statuses(`?asOf=${granted}`)).toEqual([
    ['liability_insurance', 'active', 'active', granted],
    ['type_0', 'active', 'revoked', occurredAt.slice(0, 10)],
    ['type_1', 'active', 'suspended', occurredAt.slice(0, 10)],
  ]);
  expect(await statuses('')).toEqual([['liability_insurance', 'active', undefined, undefined]]);
});
