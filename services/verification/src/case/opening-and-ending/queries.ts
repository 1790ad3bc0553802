import { type Insertable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { VerificationCase } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';
import { emptyBefore, openStates } from '../record/transitions.ts';

type Withdrawable = { providerId: string; selectionId: string; isClosed: boolean };

/** An open case of a closed provider or removed service that no emergency action freezes any more. */
export async function findWithdrawable(trx: Trx, now: Date): Promise<Withdrawable | undefined> {
  const { rows } = await sql<Withdrawable>`
    select c.provider_id as "providerId", c.selection_id as "selectionId", p.state = 'closed' as "isClosed"
    from verification_case c
      join provider p on p.id = c.provider_id
      join service_selection s on s.id = c.selection_id
    where c.state = any(${openStates}::case_state[])
      and (p.state = 'closed' or s.state = 'removed' and (
        c.kind <> 'review' and c.state <> 'recommended' or c.for_appeal))
      and not exists (
        select from emergency_action e where e.kind = 'freeze_case' and e.target_id = c.id and e.ends_at > ${now})
    order by c.provider_id limit 1`.execute(trx);
  return rows[0];
}

/** Cases of their provider that nobody has sent a document for; not frozen ones. */
export async function lockEmptyCases(trx: Trx, now: Date, limit: number): Promise<Case[]> {
  const candidates = await trx
    .selectFrom('verification_case as c')
    .selectAll('c')
    .where(awaitsFirstDocument)
    .where('c.opened_at', '<=', emptyBefore(now))
    .where(isEmpty(now))
    .orderBy('c.opened_at')
    .limit(limit)
    .forUpdate('c')
    .skipLocked()
    .execute();
  return keepEmpty(trx, candidates, now);
}

/** What came before their lock keeps a case: the statement that locks them read from before it. */
export async function keepEmpty(trx: Trx, locked: readonly Case[], now: Date): Promise<Case[]> {
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  const empty = await trx
    .selectFrom('verification_case as c')
    .select('c.id')
    .where('c.id', 'in', ids)
    .where(isEmpty(now))
    .execute();
  return locked.filter((one) => empty.some(({ id }) => id === one.id));
}

// Literals, not parameters: Postgres matches a partial index by its predicate.
const awaitsFirstDocument = sql<boolean>`c.state = 'awaiting_evidence' and c.kind <> 'review'`;

function isEmpty(now: Date) {
  return sql<boolean>`not exists (
      select from case_requirement r where r.case_id = c.id
        and (r.evidence_version_id is not null or r.emptied_at > ${emptyBefore(now)}))
    and not exists (
      select from emergency_action e where e.kind = 'freeze_case' and e.target_id = c.id and e.ends_at > ${now})`;
}

/** Undefined if the provider already has an open case for the category (promise M3). */
export function insertCase(trx: Trx, values: Insertable<VerificationCase>): Promise<Case | undefined> {
  return trx
    .insertInto('verification_case')
    .values(values)
    .onConflict((conflict) => conflict.columns(['provider_id', 'category_key']).where(isOpen).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Earlier checks count too: another reviewer may have found nothing since. */
export async function hasDoubtfulCheck(trx: Trx, caseId: string): Promise<boolean> {
  const checks = trx.selectFrom('case_check').select('id').where('case_id', '=', caseId);
  return (await checks.where('result', '<>', 'clear').executeTakeFirst()) !== undefined;
}

const isOpen = sql.raw<boolean>(`state in (${openStates.map((state) => `'${state}'`).join(', ')}) and not for_appeal`);

export async function addCaseRequirements(
  trx: Trx,
  { id, requirement_version_id }: Case,
  keys?: readonly string[],
): Promise<void> {
  await trx
    .insertInto('case_requirement')
    .columns(['case_id', 'requirement_version_id', 'requirement_key'])
    .expression(
      trx
        .selectFrom('requirement')
        .select([sql.val(id).as('case_id'), 'requirement_version_id', 'key'])
        .where('requirement_version_id', '=', requirement_version_id)
        .$if(keys !== undefined, (requirements) => requirements.where('key', 'in', keys ?? [])),
    )
    .execute();
}

/** Categories of an active provider whose active selection never had a case. */
export async function categoriesWithoutCase(trx: Trx, providerId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('service_selection as s')
    .innerJoin('provider as p', 'p.id', 's.provider_id')
    .select('s.category_key')
    .where('s.provider_id', '=', providerId)
    .where('s.state', '=', 'active')
    .where('p.state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('verification_case as c').select('c.id').whereRef('c.selection_id', '=', 's.id'))),
    )
    .orderBy('s.id')
    .execute();
  return rows.map(({ category_key }) => category_key);
}
