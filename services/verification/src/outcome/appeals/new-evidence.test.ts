import { randomUUID } from 'node:crypto';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  checkAppeal,
  type Decided,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  recommendAppeal,
} from '../../../test/appeals.ts';
import { decide, granting, makeRecommended, pass, submit } from '../../../test/make.ts';
import { makeVersion } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const withLicence = { newEvidenceFor: ['licence'] };
const refused = (code: string) => ({ status: 409, body: { errors: [{ field: 'newEvidenceFor', code }] } });

type Of = Pick<Decided, 'providerId' | 'categoryKey'>;

async function select({ providerId, categoryKey }: Of, requirementVersionId: string): Promise<string> {
  const selectionId = randomUUID();
  await service.deliver(serviceSelected, { providerId, categoryKey, requirementVersionId, selectionId });
  return selectionId;
}

test('a service that was removed and selected again takes the new documents of an appeal', async () => {
  const recommended = await makeRecommended(service);
  const { providerId, categoryKey, selectionId, requirementVersionId } = recommended;
  await service.deliver(serviceRemoved, { providerId, categoryKey, selectionId });
  const decider = operator('decider');
  const claims = granting('identity_confirmed');
  await select(recommended, requirementVersionId);
  const { body } = await decide(service, recommended.caseId, { actor: decider, claims });
  const made = { ...recommended, decider, decisionId: body.id };
  expect(await appeal(service, made, withLicence)).toMatchObject({
    status: 201,
    body: { evidenceCaseId: expect.any(String) },
  });
});

test('a service that was removed takes none', async () => {
  const made = await makeDecided(service);
  const { providerId, categoryKey, selectionId } = made;
  await service.deliver(serviceRemoved, { providerId, categoryKey, selectionId });
  expect(await appeal(service, made, withLicence)).toMatchObject(refused('service_not_selected'));
});

test('a service that was selected again with newer requirements takes none, and says so', async () => {
  const made = await makeDecided(service);
  const { providerId, categoryKey, selectionId } = made;
  await service.deliver(serviceRemoved, { providerId, categoryKey, selectionId });
  await select(made, (await makeVersion(service, { categoryKey, number: 2 })).requirementVersionId);
  expect(await appeal(service, made, withLicence)).toMatchObject(refused('requirements_changed'));
  expect(await appeal(service, made)).toMatchObject({ status: 201 });
});

test('D2 a freeze of the new documents stops the appeal that judges them', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service), withLicence);
  const caseId = made.evidenceCaseId as string;
  await pass(service, await submit(service, made, caseId, 'licence'));
  const at = service.clock.now;
  await service.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'freeze_case' as const, targetId: caseId },
    ...{ startedAt: at.toISOString(), endsAt: new Date(at.getTime() + 3_600_000).toISOString() },
    occurredAt: at.toISOString(),
  });
  const frozen = { status: 409, body: { detail: expect.stringContaining('freezes this case') } };
  for (const write of [checkAppeal, recommendAppeal, decideAppeal])
    expect(await write(service, made)).toMatchObject(frozen);
  service.advanceClock(3600);
  expect((await checkAppeal(service, made)).status).toBe(201);
});
