import { randomUUID } from 'node:crypto';
import { actorAssertionHeader } from '@trust/contracts/actor';
import { type AuditedService, auditRecorded } from '@trust/contracts/events/any';
import type { Request } from 'express';
import type { ActorVerifier } from './actor.ts';
import type { AnyTrx, Transacting } from './db.ts';
import { emit } from './outbox.ts';
import type { AnyInput, RequestInfo } from './route.ts';

type Flags = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  /** What was done, as the operation is called: `assignVerificationCase`. */
  action: string;
  objectType: string;
  objectId: string | null;
  /** `refused` where the attempt itself is worth an entry. */
  outcome?: 'done' | 'refused';
  reason?: string | null;
  /** Flags and ids only. An entry outlives the erasure of the person it speaks of. */
  before?: Flags;
  after?: Flags;
};

/** Who did it, when, under which permission. */
type Audited = { actor: AnyInput['actor']; request: Pick<RequestInfo, 'at' | 'id'> & { access: string } };

const policyVersion = '2026-11';

/** Gives a service its `audit(trx, input, entry)`: one entry in the transaction of the change itself (contract §9, promise P1). */
export function auditFor(service: AuditedService) {
  return (trx: AnyTrx, input: Audited, entry: AuditEntry): Promise<void> => record(trx, service, input, entry);
}

/** In place of the input, where no request asked for the change but a command, the passing of time or the event with this id. */
export function unasked(by: 'command line' | 'schedule' | 'event', at: Date, id: string = randomUUID()): Audited {
  return { actor: undefined, request: { at, id, access: by } };
}

/** Records that somebody tried to change something without the permission. */
export async function auditRefusal(
  kit: { service: AuditedService; db: Transacting; verifyActor: ActorVerifier },
  operation: string,
  request: Request,
  info: Omit<RequestInfo, 'binding'>,
): Promise<void> {
  const actor = await kit.verifyActor(request.get(actorAssertionHeader) ?? '');
  const entry: AuditEntry = { action: operation, objectType: 'route', objectId: null, outcome: 'refused' };
  await kit.db.transact((trx) => record(trx, kit.service, { actor, request: info }, entry));
}

function record(
  trx: AnyTrx,
  service: AuditedService,
  { actor, request }: Audited,
  { outcome = 'done', reason = null, before = {}, after = {}, ...what }: AuditEntry,
): Promise<void> {
  return emit(trx, auditRecorded[service], {
    occurredAt: request.at.toISOString(),
    actorId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    permission: request.access,
    ...{ ...what, outcome, reason, before, after },
    requestId: request.id,
    policyVersion,
  });
}
