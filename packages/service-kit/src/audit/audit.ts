import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { type AuditedService, auditRecorded } from '@trust/contracts/events/any';
import type { AnyTrx } from '../database/transaction.ts';
import { emit } from '../events/outbox.ts';
import type { AnyInput, RequestInfo } from '../http/route.ts';

type Flags = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  /** The id of the entry, where what is recorded names it. */
  id?: string;
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

/** Who did what, when, under which permission. The operation id of the request is the action of the entry. */
type Audited = {
  actor: AnyInput['actor'];
  request: Pick<RequestInfo, 'at' | 'id' | 'operation'> & { access: string };
};

/** `id` is that of the event, where an event is the cause. */
export type SystemCause = { by: 'command line' | 'schedule' | 'event'; at: Date; id?: string };

const policyVersion = '2026-11';

/** Gives a service its `audit(trx, input, entry)`: one entry in the transaction of the change itself (contract §9, promise P1). */
export function auditFor(service: AuditedService) {
  return (trx: AnyTrx, input: Audited, entry: AuditEntry): Promise<void> => recordEntry(trx, service, input, entry);
}

/** Replaces the input where a command, a schedule or an event causes the change: there is no operation to name the action. */
export function systemAudit(action: string, { by, at, id = randomUUID() }: SystemCause): Audited {
  return { actor: undefined, request: { at, id, operation: action, access: by } };
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
    action: request.operation,
    ...{ ...what, outcome, reason, before, after },
    requestId: request.id,
    policyVersion,
    ...(refusal && { refusal }),
  };
  return emit(trx, auditRecorded[service], payload, id);
}
