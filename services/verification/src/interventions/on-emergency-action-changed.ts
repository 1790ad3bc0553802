import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { saveState } from '@trust/service-kit/inbox/projection';
import { audit, on } from '../app.ts';
import { lockCase } from '../case/record/queries.ts';

export const onEmergencyActionChanged = on.each(
  [emergencyActionChanged, emergencyActionSnapshot],
  async ({ actionId, kind, targetId, startedAt, endsAt }, { trx, event }) => {
    if (kind !== 'freeze_case' && kind !== 'withhold_claim') return;
    if (kind === 'freeze_case') await lockCase(trx, targetId);
    const row = { action_id: actionId, kind, target_id: targetId, started_at: startedAt, ends_at: endsAt };
    const isChanged = await saveState(trx, 'emergency_action', { key: 'action_id', changes: ['ends_at'] }, row);
    if (!isChanged || kind !== 'freeze_case') return;
    await audit(trx, systemAudit('applyEmergencyAction', { by: 'event', at: event.time, id: event.id }), {
      objectType: 'verification_case',
      objectId: targetId,
      after: { actionId, kind, endsAt },
    });
  },
);
