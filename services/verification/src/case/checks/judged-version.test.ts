import { randomUUID } from 'node:crypto';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  currentVersions,
  decide,
  grantAll,
  makeAssigned,
  makeRecommended,
  pass,
  submit,
} from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const now = () => service.clock.now.toISOString();
const stored = (table: 'case_check' | 'decision', caseId: string) =>
  service.db.selectFrom(table).select('id').where('case_id', '=', caseId).execute();
const refused = (field: string, ...allowed: string[]) => ({
  status: 409,
  body: { errors: [{ field, code: 'evidence_changed', allowed }] },
});

test('T3 a check from a tab that shows a replaced document is refused and names the current one', async () => {
  const made = await makeAssigned(service);
  const read = (await currentVersions(service, made.caseId)).get('licence') ?? '';
  const before = { caseId: made.caseId, providerId: made.providerId, requirementKey: 'licence' };
  const withdrawn = { ...before, evidenceVersionId: read, evidenceId: randomUUID(), occurredAt: now() };
  await service.deliver(evidenceWithdrawn, withdrawn);
  const { evidenceVersionId } = await submit(service, made, made.caseId, 'licence');
  await pass(service, { evidenceVersionId, ...made, requirementKey: 'licence' });
  const late = await check(service, made, { requirementKey: 'licence', evidenceVersionId: read });
  expect(late).toMatchObject(refused('evidenceVersionId', evidenceVersionId));
  expect(late.body.detail).toContain('Read the current version');
  const other = (await currentVersions(service, made.caseId)).get('identity') ?? '';
  const mixed = await check(service, made, { requirementKey: 'licence', evidenceVersionId: other });
  expect(mixed).toMatchObject(refused('evidenceVersionId', evidenceVersionId));
  expect(await stored('case_check', made.caseId)).toEqual([]);

  const checked = await check(service, made, { requirementKey: 'licence', evidenceVersionId });
  expect(checked).toMatchObject({ status: 201, body: { evidenceVersionId } });
});

test('T3 who holds a duty is told of each withdrawn document, and once that the case is complete again', async () => {
  const made = await makeAssigned(service);
  const told = async () =>
    (await service.emitted(workNotificationRequested.verification)).filter(
      ({ subjectId, template }) => subjectId === made.caseId && template === 'evidence_changed',
    );
  const versions = await currentVersions(service, made.caseId);
  for (const requirementKey of ['identity', 'licence'])
    await service.deliver(evidenceWithdrawn, {
      ...{ caseId: made.caseId, providerId: made.providerId, requirementKey, evidenceId: randomUUID() },
      ...{ evidenceVersionId: versions.get(requirementKey) ?? '', occurredAt: now() },
    });
  const notice = { userId: made.reviewer.userId, template: 'evidence_changed', subjectType: 'verification_case' };
  expect(await told()).toEqual(Array(2).fill({ ...notice, subjectId: made.caseId }));
  await submit(service, made, made.caseId, 'identity');
  expect(await told()).toHaveLength(2);
  await submit(service, made, made.caseId, 'licence');
  expect(await told()).toHaveLength(3);
});

test('T3 a check needs the version that it is about', async () => {
  const made = await makeAssigned(service);
  expect(await check(service, made, { requirementKey: 'licence', evidenceVersionId: undefined })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'evidenceVersionId', code: 'required' }] },
  });
});

test('T3 a decision names the version of each claim; another one is a conflict that stores nothing', async () => {
  const { caseId } = await makeRecommended(service);
  const versions = await currentVersions(service, caseId);
  const [identity, licence] = [versions.get('identity') ?? '', versions.get('licence') ?? ''];
  const [ofIdentity, ofLicence] = grantAll;
  for (const evidenceVersionId of [randomUUID(), identity, null])
    for (const result of ['granted', 'refused'])
      expect(
        await decide(service, caseId, { claims: [ofIdentity, { ...ofLicence, result, evidenceVersionId }] }),
      ).toMatchObject(refused('claims.1.evidenceVersionId', licence));
  const nameless = [ofIdentity, { ...ofLicence, evidenceVersionId: undefined }];
  expect(await decide(service, caseId, { claims: nameless })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'claims.1.evidenceVersionId', code: 'required' }] },
  });
  expect(await stored('decision', caseId)).toEqual([]);
  expect(await decide(service, caseId)).toMatchObject({
    status: 201,
    body: { claims: [{ evidenceVersionId: identity }, { evidenceVersionId: licence }] },
  });
});
