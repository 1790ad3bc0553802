import type { Actor } from '@trust/contracts/actor';
import { stepUpHeld } from '@trust/contracts/events/evidence';
import { heldSeconds } from '@trust/service-kit/actors/step-up';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';

type Session = Pick<Actor, 'sessionId' | 'userId'>;

/** For a session that has just stepped up. */
export async function holdStepUp(trx: Trx, { sessionId, userId }: Session, caseId: string, at: Date): Promise<void> {
  const hold = { started_at: at, ends_at: new Date(at.getTime() + heldSeconds * 1000) };
  await trx
    .insertInto('held_step_up')
    .values({ session_id: sessionId, case_id: caseId, person_id: userId, ...hold })
    .onConflict((conflict) => conflict.columns(['session_id', 'case_id']).doUpdateSet(hold))
    .execute();
  const times = { endsAt: hold.ends_at.toISOString(), occurredAt: at.toISOString() };
  await emit(trx, stepUpHeld, { sessionId, caseId, reviewerId: userId, ...times });
}
