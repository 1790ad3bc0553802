import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { saveState } from '@trust/service-kit/inbox/projection';
import { audit, on } from '../app.ts';
import { lockAnyPerson } from '../people/persons.ts';
import { endSessionsByPerson } from './end-session.ts';

export const onEmergencyActionChanged = on.each(
  [emergencyActionChanged, emergencyActionSnapshot],
  async ({ actionId, kind, targetId: personId, startedAt, endsAt }, { trx, event }, { now }) => {
    if (kind !== 'revoke_sessions') return;
    // A new session of the person waits for this lock, and the other way round (foreign key).
    await lockAnyPerson(trx, personId);
    const row = { action_id: actionId, person_id: personId, started_at: startedAt, ends_at: endsAt };
    if (!(await saveState(trx, 'emergency_action', { key: 'action_id', changes: ['ends_at'] }, row))) return;
    const at = now();
    const isInForce = new Date(endsAt) > at;
    const sessions = isInForce ? await endSessionsByPerson(trx, { personId }, 'emergency', at) : 0;
    await audit(trx, systemAudit('applyEmergencyAction', { by: 'event', at: event.time, id: event.id }), {
      objectType: 'person',
      objectId: personId,
      after: { actionId, kind, endsAt, sessions },
    });
  },
);
