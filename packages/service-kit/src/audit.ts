import { actorAssertionHeader } from '@trust/contracts/actor';
import { type AuditedService, auditRecorded } from '@trust/contracts/events/any';
import type { Request } from 'express';
import type { ActorVerifier } from './actor.ts';
import type { AnyTrx, Transacting } from './db.ts';
import { emit } from './outbox.ts';
import type { AnyInput, RequestInfo } from './route.ts';

type Flags = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  /** What was done, as the operation is called: `assignCase`. */
  action: string;
  objectType: string;
  objectId: string | null;
  /** `refused` where the attempt itself is worth an entry. */
  outcome?: 'refused';
  reason?: string;
  /** Flags and ids only. An entry outlives the erasure of the person it speaks of. */
  before?: Flags;
  after?: Flags;
};

export const policyVersion = '2026-11';

/** Gives a service its `audit(trx, input, entry)`: one entry in the transaction of the change itself (contract §9, promise P1). */
export function auditFor(service: AuditedService) {
  return (trx: AnyTrx, input: AnyInput, entry: AuditEntry): Promise<void> =>
    record(trx, service, input, entry, entry.outcome ?? 'done');
}

/** Records that somebody tried to change something without the permission. */
export async function auditRefusal(
  kit: { service: AuditedService; db: Transacting; verifyActor: ActorVerifier },
  operation: string,
  request: Request,
  info: Omit<RequestInfo, 'binding'>,
): Promise<void> {
  const actor = await kit.verifyActor(request.get(actorAssertionHeader) ?? '');
  const entry = { action: operation, objectType: 'route', objectId: null };
  await kit.db.transact((trx) => record(trx, kit.service, { actor, request: info }, entry, 'refused'));
}

function record(
  trx: AnyTrx,
  service: AuditedService,
  { actor, request }: { actor: AnyInput['actor']; request: Pick<RequestInfo, 'at' | 'id' | 'access'> },
  entry: AuditEntry,
  outcome: 'done' | 'refused',
): Promise<void> {
  return emit(trx, auditRecorded[service], {
    at: request.at.toISOString(),
    actorId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    permission: request.access,
    action: entry.action,
    objectType: entry.objectType,
    objectId: entry.objectId,
    outcome,
    reason: entry.reason ?? null,
    before: entry.before ?? {},
    after: entry.after ?? {},
    requestId: request.id,
    policyVersion,
  });
}
