import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { operatorChanged } from '@trust/contracts/events/identity';
import { caseClaimChanged } from '@trust/contracts/events/operations';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { expect } from 'vitest';
import { reason } from './make.ts';
import type { Verification } from './service.ts';

export const triage = operator('triage');
export const taken = (fields?: object) => ({
  status: 409,
  body: { type: 'http://trust.test/problems/taken', ...(fields && { taken: fields }) },
});

type Claim = PayloadOf<typeof caseClaimChanged>;

/** Who holds, claims and loses the work on cases of the service. */
export function holding(service: Verification) {
  const at = (seconds = 0) => new Date(service.clock.now.getTime() + seconds * 1000).toISOString();

  /** An operator whose work name has arrived. */
  async function named(workName: string, permissions = operatorPermissions.reviewer): Promise<Actor> {
    const actor = await service.known(operator('reviewer', { permissions: [...permissions] }));
    const known = { userId: actor.userId, permissions: [...permissions], workName, occurredAt: at() };
    await service.deliver(operatorChanged, known);
    return actor;
  }

  const read = (caseId: string, actor: Actor) => service.get(`/verification-cases/${caseId}`, { actor });
  const assign = (caseId: string, actor: Actor, body: object = {}) =>
    service.post(`/verification-cases/${caseId}/assign`, { actor, body: { reason, ...body } });
  const release = (caseId: string, actor: Actor) =>
    service.post(`/verification-cases/${caseId}/release`, { actor, body: { duty: 'review', reason } });

  async function claimed(caseId: string, { userId }: Actor, changes: Partial<Claim> = {}): Promise<Claim> {
    const claim = {
      ...{ claimId: randomUUID(), caseId, operatorId: userId },
      ...{ claimedAt: at(), endsAt: at(15 * 60), endedBecause: null },
      ...changes,
    };
    await service.deliver(caseClaimChanged, claim);
    return claim;
  }

  /** Status, names of headers and body of the answers, but for what names the request. */
  async function bytesOf(caseId: string, actor: Actor) {
    const answers = [await read(caseId, actor), await assign(caseId, actor), await release(caseId, actor)];
    return JSON.stringify(
      answers.map(({ status, body, headers }) => [
        status,
        JSON.stringify(body).replaceAll(caseId, 'id').replace(body.requestId, 'request'),
        [...headers.keys()].sort(),
        headers.get('content-length'),
      ]),
    );
  }

  async function expectStranger(caseId: string, actor: Actor) {
    expect((await read(caseId, actor)).status).toBe(404);
    expect(await bytesOf(caseId, actor)).toBe(await bytesOf(randomUUID(), actor));
  }

  return {
    at,
    named,
    read,
    assign,
    release,
    claimed,
    expectStranger,
    triageAssigns: async (caseId: string, { userId }: Actor) => assign(caseId, triage, { assigneeId: userId }),
    /** Another operator takes it. */
    next: async (caseId: string) => assign(caseId, await named('Finch')),
  };
}
