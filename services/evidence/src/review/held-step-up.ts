import type { Actor } from '@trust/contracts/actor';
import { stepUpHeld } from '@trust/contracts/events/evidence';
import { heldSeconds } from '@trust/service-kit/actors/step-up';
import { pruneTask } from '@trust/service-kit/database/prune';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { App, Trx } from '../app.ts';

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

export async function holdsStepUp({ db, now }: App, { sessionId }: Session, caseId: string): Promise<boolean> {
  const row = await db
    .selectFrom('held_step_up')
    .select('ends_at')
    .where('session_id', '=', sessionId)
    .where('case_id', '=', caseId)
    .where('ends_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}

export const pruneHolds = pruneTask('held_step_up', (now) => sql`ends_at <= ${now}`);
