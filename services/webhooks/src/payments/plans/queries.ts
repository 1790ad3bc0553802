import type { PageWindow } from '@trust/service-kit/database/page-window';
import type { Selectable } from 'kysely';
import type { Db } from '../../app.ts';
import type { Plan } from '../../db/schema.ts';

export type PlanRow = Selectable<Plan>;

/** The newest version of each plan that is offered at `at`, by key. */
function offered(db: Db, at: Date) {
  return db
    .selectFrom('plan')
    .selectAll()
    .distinctOn('key')
    .where('offered_from', '<=', at)
    .orderBy('key')
    .orderBy('version', 'desc');
}

export function findOfferedPlan(db: Db, key: string, at: Date): Promise<PlanRow | undefined> {
  return offered(db, at).where('key', '=', key).executeTakeFirst();
}

export function findOfferedPlans(
  db: Db,
  at: Date,
  { after: [last] = [''], limit }: PageWindow<readonly [key: string]>,
): Promise<PlanRow[]> {
  return offered(db, at).where('key', '>', last).limit(limit).execute();
}
