import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { on } from '../../app.ts';
import { lockCase } from '../cases/queries.ts';
import { saveFreeze, saveSuspension } from './queries.ts';

export const onEmergencyActionChanged = [emergencyActionChanged, emergencyActionSnapshot].map((type) =>
  on(type, async ({ actionId, kind, targetId, endsAt }, { trx }) => {
    if (kind === 'suspend_provider_listing') await saveSuspension(trx, { actionId, providerId: targetId, endsAt });
    if (kind !== 'freeze_case') return;
    // A write that holds the case is committed before the freeze, and every later one sees it.
    await lockCase(trx, targetId);
    await saveFreeze(trx, { action_id: actionId, case_id: targetId, ends_at: endsAt });
  }),
);
