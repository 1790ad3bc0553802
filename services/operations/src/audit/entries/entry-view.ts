import type { z } from 'zod';
import type { EntryRow } from './find-entries.ts';
import type { AuditEntry } from './schema.ts';

type Recorded = Omit<z.input<typeof AuditEntry>, 'id' | 'position' | 'hash' | 'occurredAt' | 'refusal'> & {
  refusal?: z.input<typeof AuditEntry>['refusal'];
};

export function entryView({ seq, event_id, entry, entry_hash, occurred_at }: EntryRow): z.input<typeof AuditEntry> {
  const { refusal = null, ...recorded } = JSON.parse(entry) as Recorded;
  return {
    id: event_id,
    position: Number(seq),
    hash: entry_hash.toString('base64url'),
    occurredAt: occurred_at.toISOString(),
    service: recorded.service,
    actorId: recorded.actorId,
    sessionId: recorded.sessionId,
    permission: recorded.permission,
    action: recorded.action,
    objectType: recorded.objectType,
    objectId: recorded.objectId,
    outcome: recorded.outcome,
    reason: recorded.reason,
    before: recorded.before,
    after: recorded.after,
    requestId: recorded.requestId,
    policyVersion: recorded.policyVersion,
    refusal,
  };
}
