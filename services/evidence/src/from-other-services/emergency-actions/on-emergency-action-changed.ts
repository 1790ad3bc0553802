import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';
import { lockCase } from '../cases/queries.ts';

const kept = { key: 'action_id', changes: ['ends_at'] } as const;

export const onEmergencyActionChanged = on.each(
  [emergencyActionChanged, emergencyActionSnapshot],
  async ({ actionId, kind, targetId, endsAt }, { trx }) => {
    const action = { action_id: actionId, ends_at: endsAt };
    if (kind === 'suspend_provider_listing')
      await saveState(trx, 'listing_suspension', kept, { ...action, provider_id: targetId });
    if (kind !== 'freeze_case') return;
    // A write that holds the case is committed before the freeze, and every later one sees it.
    await lockCase(trx, targetId);
    await saveState(trx, 'case_freeze', kept, { ...action, case_id: targetId });
  },
);
