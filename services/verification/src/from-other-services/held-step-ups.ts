import type { Actor } from '@trust/contracts/actor';
import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import type { App } from '../app.ts';

/** Whether this session has stepped up to review the case (docs/domain/roles-and-step-up.md 15). */
export async function holdsStepUp({ db, now }: App, { sessionId }: Actor, caseId: string): Promise<boolean> {
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
