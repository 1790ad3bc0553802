import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { type AuditedService, auditRecorded } from '@trust/contracts/events/any';
import { isOfOperators } from '@trust/contracts/permissions';
import type { SystemAction } from '@trust/contracts/system-actions';
import type { AnyTrx } from '../database/transaction.ts';
import { emit } from '../outbox/outbox.ts';
import type { AnyInput, RequestInfo } from '../request-info.ts';

type Flags = Record<string, string | number | boolean | null>;

export type AuditEntry = {
  id?: string;
  objectType: string;
  objectId: string | null;
  outcome?: 'done' | 'refused';
  /** Kept if an operator's permission is used, or none: not of a representative (docs/domain/audit.md 7). */
  reason?: string | null;
  /** A decision names the rules that it applied. */
  policyVersion?: string;
  /** Flags and ids only: an entry outlives the erasure of its person. */
  before?: Flags;
  after?: Flags;
  refusal?: PayloadOf<(typeof auditRecorded)[AuditedService]>['refusal'];
};

type Audited = {
  actor: AnyInput['actor'];
  request: Pick<RequestInfo, 'at' | 'id' | 'operation'> & { access: string; incoming?: object };
};

const systemCauses = ['command line', 'schedule', 'event'] as const;

export type SystemCause = { by: (typeof systemCauses)[number]; at: Date; id?: string };

/** Requests with an audit entry; the kit compares outside of production (promise P1). */
export const auditedRequests = new WeakSet<object>();

/** Replaces the input for changes by a command, a schedule or an event. */
export function systemAudit(action: SystemAction, { by, at, id = randomUUID() }: SystemCause): Audited {
  return { actor: undefined, request: { at, id, operation: action, access: by } };
}

/** Returns `audit(trx, input, entry)`, which joins the change's transaction (promise P1). */
export function auditFor(service: AuditedService) {
  return function audit(
    trx: AnyTrx,
    { actor, request }: Audited,
    { id, reason = null, ...entry }: AuditEntry,
  ): Promise<void> {
    if (request.incoming) auditedRequests.add(request.incoming);
    const payload = {
      occurredAt: request.at.toISOString(),
      actorId: actor?.userId ?? null,
      sessionId: actor?.sessionId ?? null,
      permission: request.access,
      action: request.operation,
      outcome: 'done' as const,
      before: {},
      after: {},
      policyVersion: '2026-11',
      ...entry,
      reason: isOfOperators(request.access) || isOfSystem(request.access) ? reason : null,
      requestId: request.id,
    };
    return emit(trx, auditRecorded[service], payload, id);
  };
}

function isOfSystem(access: string): boolean {
  return systemCauses.some((by) => by === access);
}
