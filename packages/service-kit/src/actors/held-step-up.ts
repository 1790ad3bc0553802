import type { Actor } from '@trust/contracts/actor';
import { sql } from 'kysely';
import { pruneTask } from '../database/prune.ts';
import type { AnyDatabase } from '../database/transaction.ts';

type App = { db: AnyDatabase; now: () => Date };

/**
 * Whether this session has stepped up to review the case (docs/domain/roles-and-step-up.md 15), for a service with the
 * table `held_step_up`: `session_id`, `case_id`, `ends_at`.
 */
export async function holdsStepUp(
  { db, now }: App,
  { sessionId }: Pick<Actor, 'sessionId'>,
  caseId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from held_step_up
    where session_id = ${sessionId} and case_id = ${caseId} and ends_at > ${now()}`.execute(db);
  return rows.length > 0;
}

export const endedStepUps = pruneTask('held_step_up', (now) => sql`ends_at <= ${now}`);
