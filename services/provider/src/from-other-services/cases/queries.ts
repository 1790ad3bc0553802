import { hasWork } from '@trust/contracts/cases/work-states';
import type { PayloadOf } from '@trust/contracts/event';
import type { refusalsChanged } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseState, ClaimAbout } from '../../db/schema.ts';

type CaseFact = {
  caseId: string;
  kind?: string | undefined;
  providerId: string;
  categoryKey: string;
  requirementVersionId: string;
  state: CaseState;
  outcome: string | null;
  recommenderId: string | null;
  awaitedKeys?: string[] | undefined;
  requirementKeys?: string[] | undefined;
  dueAt: string | null;
  nextCaseAt?: string | null | undefined;
  decidedAt?: string | undefined;
  refusedForGoodAt?: string | undefined;
  duties: readonly { duty: Parameters<typeof hasWork>[0]; assigneeId: string }[];
  openedAt: string;
  occurredAt: string;
};

export async function upsertCase(trx: Trx, fact: CaseFact): Promise<void> {
  const { caseId, providerId, categoryKey, requirementVersionId, state, awaitedKeys = null, dueAt, occurredAt } = fact;
  const { openedAt, nextCaseAt = null, duties, outcome } = fact;
  // An earlier release does not say when.
  const decidedAt = fact.decidedAt ?? (outcome === null ? null : occurredAt);
  const assigneeIds = duties.filter(({ duty }) => hasWork(duty, state)).map(({ assigneeId }) => assigneeId);
  await sql`
    insert into case_projection as stored (case_id, provider_id, category_key, requirement_version_id, state, awaited_keys, due_at, changed_at,
      opened_at, next_case_at, assignee_ids, is_adverse, is_review, requirement_keys, decided_at, refused_for_good_at)
    values (${caseId}, ${providerId}, ${categoryKey}, ${requirementVersionId}, ${state}, ${awaitedKeys}, ${dueAt}, ${occurredAt},
      ${openedAt}, ${nextCaseAt}, ${assigneeIds}::uuid[], ${isAdverse(fact)}, ${fact.kind === 'review'},
      ${fact.requirementKeys ?? null}::text[], ${decidedAt}, ${fact.refusedForGoodAt ?? null})
    on conflict (case_id) do update
    set state = excluded.state, awaited_keys = excluded.awaited_keys, changed_at = excluded.changed_at, requirement_version_id = excluded.requirement_version_id,
      opened_at = excluded.opened_at, next_case_at = excluded.next_case_at, assignee_ids = excluded.assignee_ids, requirement_keys = excluded.requirement_keys,
      refused_for_good_at = excluded.refused_for_good_at,
      decided_at = ${fact.decidedAt ? sql`excluded.decided_at` : sql`coalesce(stored.decided_at, excluded.decided_at)`},
      is_adverse = excluded.is_adverse or stored.is_adverse and not ${isCleared(fact)},
      due_at = case when excluded.state = 'expired' then stored.due_at else excluded.due_at end
    where stored.changed_at <= excluded.changed_at`.execute(trx);
}

/** The whole lists. An older event changes nothing. */
export async function replaceRefusals(
  trx: Trx,
  { providerId, refusals, waits = [], occurredAt }: PayloadOf<typeof refusalsChanged>,
): Promise<void> {
  await sql`
    insert into refusal_projection as stored (provider_id, refusals, waits, changed_at)
    values (${providerId}, ${JSON.stringify(refusals)}::jsonb, ${JSON.stringify(waits)}::jsonb, ${occurredAt})
    on conflict (provider_id) do update set refusals = excluded.refusals, waits = excluded.waits, changed_at = excluded.changed_at
    where stored.changed_at <= excluded.changed_at`.execute(trx);
}

/** Refused, or recommended: who ends it then escapes a decision (docs/domain/provider-record.md 35). */
function isAdverse({ state, outcome, recommenderId }: CaseFact): boolean {
  const isPending = recommenderId !== null && (state === 'recommended' || state === 'withdrawn');
  return outcome === 'not_verified' || isPending;
}

/** Only another decision clears a case: a return for correction is none. */
function isCleared({ outcome }: CaseFact): boolean {
  return outcome !== null;
}

export async function awaitsDecision(trx: Trx, providerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_projection where provider_id = ${providerId} and state = 'recommended' limit 1`.execute(trx);
  return rows.length > 0;
}

/** Whether a case waits for a document about it. One of an earlier release may. */
export async function waitsForDocumentAbout(trx: Trx, providerId: string, about: ClaimAbout): Promise<boolean> {
  const { rows } = await sql`
    select from case_projection c left join requirement_version v on v.id = c.requirement_version_id
    where c.provider_id = ${providerId} and c.state in ('awaiting_evidence', 'awaiting_correction')
      and (v.id is null or exists (
        select from jsonb_array_elements(v.requirements) as requirement
        where coalesce(requirement -> 'claim' ->> 'about', 'business') = ${about}
          and (c.requirement_keys is null or requirement ->> 'key' = any(c.requirement_keys))))
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** The provider of a case in which the person holds a duty that has work. One statement for every other case, known or not (promise D2). */
export async function findProviderOfDuty(db: Db, caseId: string, assigneeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from case_projection where case_id = ${caseId} and ${assigneeId} = any(assignee_ids)`.execute(
    db,
  );
  return rows[0]?.provider_id;
}
