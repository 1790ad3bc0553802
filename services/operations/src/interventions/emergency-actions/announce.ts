import type { EventType } from '@trust/contracts/event';
import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Selectable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { EmergencyAction } from '../../db/schema.ts';
import { lockEmergencyAction } from './queries.ts';
import { endsAt } from './states.ts';

type Announced = EventType<(typeof emergencyActionChanged)['payload']>;

/** The owning service applies the action until `endsAt`; the end needs no event. */
export async function announceEmergency(
  trx: Trx,
  action: Selectable<EmergencyAction>,
  type: Announced = emergencyActionChanged,
): Promise<void> {
  await emit(trx, type, {
    actionId: action.id,
    kind: action.kind,
    targetId: action.target_id,
    startedAt: action.started_at.toISOString(),
    endsAt: endsAt(action).toISOString(),
    occurredAt: (action.lifted_at ?? action.started_at).toISOString(),
  });
}

export async function announceAction(trx: Trx, actionId: string): Promise<void> {
  const action = await lockEmergencyAction(trx, actionId, []);
  if (action) await announceEmergency(trx, action, emergencyActionSnapshot);
}
