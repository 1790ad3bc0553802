import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { type AuditedService, auditRecorded } from '@trust/contracts/events/any';
import type { AnyTrx } from '../database/db.ts';
import { emit } from '../events/outbox.ts';
import type { AnyInput, RequestInfo } from '../http/route.ts';

type Flags = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  /** The id of the entry, where what is recorded names it. */
  id?: string;
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
  refusal?: PayloadOf<(typeof auditRecorded)[AuditedService]>['refusal'];
};

/** Who did it, when, under which permission. */
type Audited = { actor: AnyInput['actor']; request: Pick<RequestInfo, 'at' | 'id'> & { access: string } };

const policyVersion = '2026-11';

/** Gives a service its `audit(trx, input, entry)`: one entry in the transaction of the change itself (contract §9, promise P1). */
export function auditFor(service: AuditedService) {
  return (trx: AnyTrx, input: Audited, entry: AuditEntry): Promise<void> => recordEntry(trx, service, input, entry);
}

/** In place of the input, where no request asked for the change but a command, the passing of time or the event with this id. */
export function systemAudit(by: 'command line' | 'schedule' | 'event', at: Date, id: string = randomUUID()): Audited {
  return { actor: undefined, request: { at, id, access: by } };
}

export function recordEntry(
  trx: AnyTrx,
  service: AuditedService,
  { actor, request }: Audited,
  { outcome = 'done', reason = null, before = {}, after = {}, refusal, id, ...what }: AuditEntry,
): Promise<void> {
  const payload = {
    occurredAt: request.at.toISOString(),
    actorId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    permission: request.access,
    ...{ ...what, outcome, reason, before, after },
    requestId: request.id,
    policyVersion,
    ...(refusal && { refusal }),
  };
  return emit(trx, auditRecorded[service], payload, id);
}
