import { overrideApproved, type TargetedOverride } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { applyToGate } from './publication-gate.ts';
import type { OverrideRow } from './queries.ts';

/** The gate is of operations; the other targets are changed by the service that owns them. */
export async function applyOverride(trx: Trx, override: OverrideRow, at: Date): Promise<void> {
  if (override.target_id === null) return applyToGate(trx, override, at);
  await emit(trx, overrideApproved, {
    overrideId: override.id,
    kind: override.kind as TargetedOverride,
    targetId: override.target_id,
    days: override.days,
    requestedAt: override.requested_at.toISOString(),
    occurredAt: at.toISOString(),
  });
}
