import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { on } from '../app.ts';
import { saveSuspension } from './queries.ts';

export const onEmergencyActionChanged = [emergencyActionChanged, emergencyActionSnapshot].map((type) =>
  on(type, async ({ actionId, kind, targetId: providerId, endsAt }, { trx }) => {
    if (kind === 'suspend_provider_listing') await saveSuspension(trx, { actionId, providerId, endsAt });
  }),
);
