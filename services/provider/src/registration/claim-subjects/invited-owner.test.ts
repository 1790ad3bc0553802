import { invitationAccepted, invitationEnded, representativeAssigned } from '@trust/contracts/events/representatives';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAYear, makeActive, makeClaim, nameBusiness, type Owner } from '../../../test/make.ts';
import { checkedClaims } from '../../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());
const { endedOf } = checkedClaims(() => service);

const claimOf = ({ id }: Owner, subjectId: string, type = 'business_registered') =>
  makeClaim(service, id, { subjectId, type, requirementKey: type, validUntil: inAYear() });
const invited = { channel: 'email', identifier: 'partner@example.org', role: 'owner' };
const invite = ({ id, actor }: Owner, endsClaimIds?: string[]) =>
  service.post(`/providers/${id}/representatives`, {
    actor,
    body: { ...invited, ...(endsClaimIds && { endsClaimIds }) },
  });
async function accept(invitationId: string): Promise<string> {
  const { userId } = person();
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(invitationAccepted, { invitationId, userId, occurredAt });
  return userId;
}
const isAssigned = async (userId: string) =>
  (await service.emitted(representativeAssigned)).some((one) => one.userId === userId);

test('T1 accepting an invitation as another owner ends no claim that was granted after it', async () => {
  const owner = await makeActive(service, { kind: 'individual' });
  const business = await nameBusiness(service, owner, 'Martin EI');
  const before = await invite(owner);
  const claim = await claimOf(owner, business);
  expect(await isAssigned(await accept(before.body.id))).toBe(false);
  expect(await endedOf(owner)).toEqual([]);
  const withdrawn = (await service.emitted(invitationEnded)).map(({ invitationId }) => invitationId);
  expect(withdrawn).toEqual([before.body.id]);
  const { items } = (await service.get(`/providers/${owner.id}/representatives`, { actor: owner.actor })).body;
  expect(items).toMatchObject([{ isOwn: true }]);

  expect((await invite(owner)).body.errors).toMatchObject([{ allowed: [claim.claimId] }]);
  const named = await invite(owner, [claim.claimId]);
  expect(await isAssigned(await accept(named.body.id))).toBe(true);
  expect(await endedOf(owner)).toEqual([['business', 'another_owner']]);
});

test('T1 naming some claims ends no others that came later', async () => {
  const owner = await makeActive(service, { kind: 'individual' });
  const business = await nameBusiness(service, owner, 'Durand EI');
  const claim = await claimOf(owner, business);
  const sent = await invite(owner, [claim.claimId]);
  await claimOf(owner, business, 'liability_insurance');
  expect(await isAssigned(await accept(sent.body.id))).toBe(false);
  expect(await endedOf(owner)).toEqual([]);
});

test('a manager who is invited before a claim is granted accepts', async () => {
  const owner = await makeActive(service, { kind: 'individual' });
  const business = await nameBusiness(service, owner, 'Petit EI');
  const body = { ...invited, role: 'manager' };
  const sent = await service.post(`/providers/${owner.id}/representatives`, { actor: owner.actor, body });
  await claimOf(owner, business);
  expect(await isAssigned(await accept(sent.body.id))).toBe(true);
  expect(await endedOf(owner)).toEqual([]);
});
