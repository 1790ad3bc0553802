import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { providerChanged, serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseOf, makeAssigned, makeProvider, makeRecommended, providerFacts } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { findCase } from '../record/queries.ts';
import { withdrawUnfrozenCases } from './withdraw-unfrozen-cases.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const freeze = (targetId: string) => {
  const at = service.clock.now;
  return service.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'freeze_case', targetId, startedAt: at.toISOString() },
    ...{ endsAt: new Date(at.getTime() + 3_600_000).toISOString(), occurredAt: at.toISOString() },
  });
};
const stateOf = async (caseId: string) => (await findCase(service.db, caseId))?.state;

test('a frozen case stays open when its service is removed, and is withdrawn when the freeze has ended', async () => {
  const made = await makeAssigned(service);
  const { providerId, selectionId, categoryKey, requirementVersionId, caseId } = made;
  await freeze(caseId);
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  expect(await withdrawUnfrozenCases(service.app)).toBe(false);
  expect(await stateOf(caseId)).toBe('in_review');

  const selected = { providerId, categoryKey, requirementVersionId, selectionId: randomUUID() };
  await service.deliver(serviceSelected, selected);
  expect((await caseOf(service, made)).id).toBe(caseId);
  service.advanceClock(3600);
  expect(await withdrawUnfrozenCases(service.app)).toBe(true);
  expect(await stateOf(caseId)).toBe('withdrawn');
  expect(await caseOf(service, made)).toMatchObject({ state: 'awaiting_evidence', kind: 'initial' });
  expect(await withdrawUnfrozenCases(service.app)).toBe(false);
});

test('the end of a freeze withdraws no recommended case of a removed service, and looks for it no more', async () => {
  const { providerId, selectionId, categoryKey, caseId } = await makeRecommended(service);
  await freeze(caseId);
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  service.advanceClock(3600);
  expect(await withdrawUnfrozenCases(service.app)).toBe(false);
  expect(await stateOf(caseId)).toBe('recommended');
});

test('closing a provider leaves its frozen case open until the freeze has ended', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  await freeze(id);
  await service.deliver(providerChanged, providerFacts(provider.providerId, 'closed'));
  expect(await stateOf(id)).toBe('awaiting_evidence');
  service.advanceClock(3600);
  expect(await withdrawUnfrozenCases(service.app)).toBe(true);
  expect(await stateOf(id)).toBe('withdrawn');
});
