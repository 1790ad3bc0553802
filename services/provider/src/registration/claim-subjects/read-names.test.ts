import { auditRecorded } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, nameBusiness, namePerson } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const entriesOf = async (providerId: string) =>
  (await service.emitted(auditRecorded.provider)).filter(
    ({ action, objectId }) => action === 'listClaimSubjects' && objectId === providerId,
  );

test('P1 an operator who reads the names of a provider leaves an entry, its representatives none', async () => {
  const owner = await makeActive(service);
  const path = `/providers/${owner.id}/claim-subjects`;
  const triage = operator('triage');
  expect((await service.get(path, { actor: triage })).body.items).toEqual([]);
  await nameBusiness(service, owner, 'Martin Électricité SARL');
  await namePerson(service, owner);
  expect((await service.get(path, { actor: owner.actor })).body.items).toHaveLength(2);
  expect(await entriesOf(owner.id)).toEqual([]);
  for (let time = 0; time < 2; time++) expect((await service.get(path, { actor: triage })).body.items).toHaveLength(2);
  const entries = await entriesOf(owner.id);
  expect(entries).toMatchObject([
    { actorId: triage.userId, objectType: 'provider', after: { subjects: 2 } },
    { actorId: triage.userId },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Martin');
});
