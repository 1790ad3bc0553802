import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../app.ts';
import { lockProvider } from '../providers/queries.ts';
import { saveEmergencyAction } from './queries.ts';

export const onEmergencyActionChanged = [emergencyActionChanged, emergencyActionSnapshot].map((type) =>
  on(type, async ({ actionId, kind, targetId, startedAt, endsAt }, { trx, event }) => {
    if (kind !== 'suspend_provider_listing' && kind !== 'withhold_claim') return;
    // A publication takes the same lock, so it sees the action or comes before it.
    if (kind === 'suspend_provider_listing') await lockProvider(trx, targetId);
    const row = { action_id: actionId, kind, target_id: targetId, started_at: startedAt, ends_at: endsAt };
    if (!(await saveEmergencyAction(trx, row))) return;
    await audit(trx, systemAudit('applyEmergencyAction', { by: 'event', at: event.time, id: event.id }), {
      objectType: kind === 'withhold_claim' ? 'claim' : 'provider',
      objectId: targetId,
      after: { actionId, kind, endsAt },
    });
  }),
);
