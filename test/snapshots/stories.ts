import { randomUUID } from 'node:crypto';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { policies } from '@trust/contracts/policies';
import { operator, representative } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { announceMedia } from '../../services/evidence/src/public-media/announce-media.ts';
import { markPublished } from '../../services/evidence/src/public-media/publication/queries.ts';
import { insertRenditions, moveMedia } from '../../services/evidence/src/public-media/queries.ts';
import * as evidenceMake from '../../services/evidence/test/make.ts';
import { makeGallery, makeMedia } from '../../services/evidence/test/make-media.ts';
import { makePhoto, makeWork } from '../../services/evidence/test/make-photo.ts';
import type { Evidence } from '../../services/evidence/test/service.ts';
import { changeHold } from '../../services/identity/src/account/legal-holds/change-hold.ts';
import { changeRole } from '../../services/identity/src/operators/roles/change-role.ts';
import { type Identity, member, newAddress } from '../../services/identity/test/service.ts';
import * as operationsMake from '../../services/operations/test/make.ts';
import { makeClaim as makeOperationsClaim } from '../../services/operations/test/make-claim.ts';
import { makeAgent, makeVisitable } from '../../services/operations/test/make-field-work.ts';
import type { Operations } from '../../services/operations/test/service.ts';
import { makeActive, makeOwner, nameBusiness, namePerson, transition } from '../../services/provider/test/make.ts';
import type { ProviderService } from '../../services/provider/test/service.ts';
import { applyEffects } from '../../services/verification/src/case/effects/effects.ts';
import { changeClaim } from '../../services/verification/src/outcome/claims/change-claim.ts';
import { lockClaim } from '../../services/verification/src/outcome/claims/queries.ts';
import * as verificationMake from '../../services/verification/test/make.ts';
import { requestVisit } from '../../services/verification/test/make-visit.ts';
import type { Verification } from '../../services/verification/test/service.ts';

const hour = 3600;

/** Cases with a field visit, decided, in correction, expired and withdrawn, with the times in between. */
export async function playVerification(service: Verification): Promise<void> {
  const decided = await verificationMake.makeRecommended(service);
  service.advanceClock(hour);
  const decision = await verificationMake.decide(service, decided.caseId);
  expect(decision.status).toBe(201);
  service.advanceClock(hour);
  await service.db.transact(async (trx) => {
    const claim = await lockClaim(trx, decision.body.claims[0].claimId);
    if (!claim) throw new Error('The claim is missing.');
    const cause = { emergencyActionId: randomUUID() };
    const to = { to: 'suspended', reason: 'emergency_action', cause } as const;
    await applyEffects(trx, service.app, [await changeClaim(trx, service.app, claim, to)]);
  });
  for (const days of [0, 15]) {
    const made = await verificationMake.makeReviewable(service);
    service.advanceClock(2 * hour);
    await withdrawEvidence(service, made);
    service.advanceClock(days * 24 * hour);
    // After the correction window the case expires, not withdraws.
    if (days > 0) await removeService(service, made);
  }
  await requestVisit(service);
  const refused = await verificationMake.makeRecommended(service, { results: { identity: 'failed' } });
  const forged = { claims: verificationMake.granting('licence_confirmed'), reasonCodes: ['document_not_authentic'] };
  expect((await verificationMake.decide(service, refused.caseId, forged)).status).toBe(201);
  const removed = await verificationMake.makeAssigned(service);
  service.advanceClock(hour);
  await removeService(service, removed);
}

function removeService(service: Verification, { providerId, selectionId, categoryKey }: verificationMake.Provider) {
  return service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
}

async function withdrawEvidence(service: Verification, { providerId, caseId }: { providerId: string; caseId: string }) {
  const { id, evidence_id } = await service.db
    .selectFrom('evidence_version')
    .select(['id', 'evidence_id'])
    .where('case_id', '=', caseId)
    .where('requirement_key', '=', 'licence')
    .executeTakeFirstOrThrow();
  await service.deliver(evidenceWithdrawn, {
    evidenceVersionId: id,
    evidenceId: evidence_id,
    caseId,
    providerId,
    requirementKey: 'licence',
    occurredAt: service.clock.now.toISOString(),
  });
}

/** Two of one name, a service that was removed, and a representative who left. */
export async function playProvider(service: ProviderService) {
  const owner = await makeActive(service);
  await makeActive(service);
  const { actor } = owner;
  await service.put('/provider-workspace/me/services/plumber', { actor });
  await service.put('/provider-workspace/me/availability/plumber', { actor, body: { state: 'paused' } });
  await nameBusiness(service, owner, 'Volta SARL');
  service.advanceClock(1);
  await nameBusiness(service, owner, 'Ampère SARL');
  await namePerson(service, owner);
  service.advanceClock(hour);
  expect((await service.delete('/provider-workspace/me/services/electrician', { actor })).status).toBeLessThan(300);
  const measured = await makeActive(service, { displayName: 'Looked at twice' });
  for (const [role, name] of [
    ['supervisor', 'suspend'],
    ['security', 'reinstate'],
  ] as const)
    expect((await transition(service, operator(role), measured.id, name)).status).toBe(200);
  const closed = await makeOwner(service, { displayName: 'Closed for good' });
  expect((await transition(service, closed.actor, closed.id, 'close')).status).toBe(200);
  return owner;
}

/** A photo of field work, and versions that are pending, available, withdrawn and refused. */
export async function playEvidence(service: Evidence): Promise<void> {
  const made = await evidenceMake.makeCase(service);
  await evidenceMake.makeReviewable(service, made, representative(made.providerId).userId);
  const withdrawn = await evidenceMake.makeCase(service);
  const { evidenceId } = await evidenceMake.submitById(service, withdrawn);
  await service.delete(`${evidenceMake.evidenceOf(withdrawn)}/${evidenceId}`, { actor: withdrawn.rep });
  const refused = await evidenceMake.makeCase(service);
  const { evidenceVersionId } = await evidenceMake.submitById(service, refused);
  await service.deliver(evidenceRefused, {
    reason: 'case_moved_on',
    evidenceVersionId,
    intentId: randomUUID(),
    caseId: refused.caseId,
    providerId: refused.providerId,
    requirementKey: 'identity',
    occurredAt: service.clock.now.toISOString(),
  });
  await evidenceMake.submitById(service, await evidenceMake.makeCase(service));
  await (await makePhoto(service, await makeWork(service))).confirm();
  await publishImage(service);
}

/** Published as a replica with an examiner would. */
async function publishImage(service: Evidence): Promise<void> {
  const media = await makeMedia(service, await makeGallery(service));
  await media.confirm();
  await service.db.transact(async (trx) => {
    const at = service.clock.now;
    const image = { objectKey: 'c'.repeat(64), sha256: Buffer.alloc(32), sizeBytes: 1, width: 1, height: 1 };
    await insertRenditions(trx, media.id, [{ size: 'small', ...image }]);
    await moveMedia(trx, media.id, { state: 'pending', at });
    await moveMedia(trx, media.id, { state: 'approved', at });
    await announceMedia(trx, await markPublished(trx, media.id, at), 'published', at);
  });
}

/** An operator who waits to represent a provider, a former one, consents, and legal holds in force and lifted. */
export async function playIdentity(service: Identity): Promise<void> {
  const { app, clock } = service;
  for (const isRevoked of [false, true]) {
    const identifier = newAddress();
    await changeRole(app, { action: 'grant', identifier, role: 'reviewer' }, clock.now);
    service.advanceClock(hour);
    if (isRevoked) await changeRole(app, { action: 'revoke', identifier, role: 'reviewer' }, clock.now);
    if (!isRevoked) await acceptInvitation(service, identifier);
    const { actor } = await member(service);
    const who = actor.userId;
    for (const granted of [true, false]) {
      const { version } = policies['evidence-processing'];
      const answer = await service.put('/account/consents/evidence-processing', { actor, body: { granted, version } });
      expect(answer.status).toBe(200);
    }
    await changeHold(app, { action: 'place', who, reason: 'File 1 of the court' }, clock.now);
    service.advanceClock(hour);
    if (isRevoked) await changeHold(app, { action: 'lift', who }, clock.now);
  }
}

async function acceptInvitation(service: Identity, identifier: string): Promise<void> {
  const { app, clock, db } = service;
  const { actor } = await member(service, identifier);
  const invitation = { id: randomUUID(), provider_id: randomUUID(), role: 'manager', channel: 'email' } as const;
  await db
    .insertInto('invitation')
    .values({
      ...invitation,
      identifier_index: app.vault.indexOf('email', identifier),
      invited_at: clock.now,
      // Still open when the projections are compared.
      expires_at: new Date('2100-01-01'),
    })
    .execute();
  const path = `/account/invitations/${invitation.id}/accept`;
  expect((await service.post(path, { actor, body: { displayName: 'Anna Martin' } })).status).toBe(200);
}

/** Makes an open gate, holds in force and released, all emergency actions, and open and cancelled work items. */
export async function playOperations(service: Operations): Promise<void> {
  const reason = 'because the test says so';
  const body = { kind: 'publication-gate', action: 'open', reason };
  const { body: created } = await service.post('/operations/overrides', {
    actor: service.operator('supervisor'),
    body,
  });
  for (const role of ['supervisor', 'security'] as const) {
    const approval = { actor: service.operator(role), body: { decision: 'approve', reason } };
    expect((await service.post(`/operations/overrides/${created.id}/approvals`, approval)).status).toBe(201);
  }
  const made = await operationsMake.makeCase(service);
  await operationsMake.makeLabels(service, made);
  const { claimId } = await makeOperationsClaim(service);
  const { userId } = await makeAgent(service);
  const actor = service.operator('security');
  await makeAgent(service, service.operator('security'));
  const targets = [
    ['suspend_provider_listing', made.providerId],
    ['withhold_claim', claimId],
    ['freeze_case', made.caseId],
    ['revoke_sessions', userId],
  ];
  for (const [kind, targetId] of targets) {
    const taken = await service.post('/operations/emergency-actions', { actor, body: { kind, targetId, reason } });
    expect(taken.status).toBe(201);
    if (kind === 'freeze_case')
      await service.post(`/operations/emergency-actions/${taken.body.id}/lift`, { actor, body: { reason } });
  }
  for (const isResolved of [false, true]) {
    const hold = {
      severity: 'high',
      title: 'Wrong person',
      reason,
      providerId: made.providerId,
      holdsPublication: true,
    };
    const opener = service.operator('security');
    const opened = await service.post('/operations/incidents', { actor: opener, body: hold });
    expect(opened.status).toBe(201);
    for (const verb of isResolved ? ['start', 'resolve'] : [])
      await service.post(`/operations/incidents/${opened.body.id}/${verb}`, { actor: opener, body: { reason } });
  }
  const manager = service.operator('triage');
  for (const isCancelled of [false, true]) {
    const { caseId } = await makeVisitable(service);
    const { userId: assigneeId } = await makeAgent(service);
    const item = { caseId, requirementKey: 'identity', assigneeId, reason };
    const work = await service.post('/operations/field-work-items', { actor: manager, body: item });
    expect(work.status).toBe(201);
    const cancel = { actor: manager, body: { reasonCode: 'not_needed', reason } };
    if (isCancelled) await service.post(`/operations/field-work-items/${work.body.id}/cancel`, cancel);
  }
}
