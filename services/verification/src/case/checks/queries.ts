import type { PageWindow } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseCheck } from '../../db/schema.ts';

export function insertCheck(trx: Trx, values: Insertable<CaseCheck>): Promise<Selectable<CaseCheck>> {
  return trx.insertInto('case_check').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Newest first, earlier checks and checks of replaced evidence included. */
export function listCaseChecks(
  db: Db,
  caseId: string,
  requirementKey: string | undefined,
  { after, limit }: PageWindow<readonly [position: string]>,
) {
  const checks = db.selectFrom('case_check').selectAll().where('case_id', '=', caseId);
  const chosen = requirementKey === undefined ? checks : checks.where('requirement_key', '=', requirementKey);
  const rest = after ? chosen.where(sql<boolean>`position < ${after[0]}::bigint`) : chosen;
  return rest.orderBy('position', 'desc').limit(limit).execute();
}
