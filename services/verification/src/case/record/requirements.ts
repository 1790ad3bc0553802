import { contradictsGrants, type DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { type FieldError, Problem } from '@trust/service-kit/problems/problem';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { CaseCheck, CaseOutcome, CheckMethod, ProviderKind } from '../../db/schema.ts';
import { grantsClaims } from './decisions.ts';

const methodsOfRequirement = sql<CheckMethod[]>`array(
  select m.method::text from requirement_method m
  where m.requirement_version_id = r.requirement_version_id and m.requirement_key = r.key order by m.method)`;

export function requirementsOf(db: Db, caseIds: readonly string[]) {
  if (caseIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('case_requirement as c')
    .innerJoin('requirement as r', (join) =>
      join.onRef('r.requirement_version_id', '=', 'c.requirement_version_id').onRef('r.key', '=', 'c.requirement_key'),
    )
    .innerJoin('requirement_version as v', 'v.id', 'c.requirement_version_id')
    .leftJoin('evidence_version as e', 'e.id', 'c.evidence_version_id')
    .leftJoin('case_evidence as x', (join) =>
      join.onRef('x.case_id', '=', 'c.case_id').onRef('x.evidence_version_id', '=', 'c.evidence_version_id'),
    )
    .leftJoin('claim as earlier', 'earlier.id', 'x.claim_id')
    .innerJoin('verification_case as k', 'k.id', 'c.case_id')
    .leftJoin('claim_subject as s', (join) =>
      join
        .onRef('s.provider_id', '=', 'k.provider_id')
        .onRef('s.about', '=', 'r.claim_about')
        .on('s.ended_at', 'is', null),
    )
    .selectAll('r')
    .select(methodsOfRequirement.as('methods'))
    .select([
      'c.case_id',
      'c.emptied_at',
      'v.number',
      'v.policy_version',
      'e.id as evidence_version_id',
      'e.evidence_id',
      'e.document_kind',
      'e.state as evidence_state',
      'e.confirmed_at',
      'e.is_submitted_elsewhere',
      'e.case_id as evidence_case_id',
      'earlier.valid_until as earlier_valid_until',
      's.id as subject_id',
      's.provider_kind',
      's.is_one_person',
    ])
    .select(sql<Date | null>`business_confirmed_until(k.provider_id)`.as('business_confirmed_until'))
    .select(sql<boolean>`is_of_earlier_subject(e.id, k.provider_id, r.claim_about)`.as('is_of_earlier_subject'))
    .select(sql<boolean>`has_earlier_subject(k.provider_id, r.claim_about)`.as('has_earlier_subject'))
    .where('c.case_id', 'in', caseIds)
    .orderBy('r.position')
    .execute();
}

export type CaseRequirement = Awaited<ReturnType<typeof requirementsOf>>[number];

const failsClaimEvidence = sql<boolean>`fails_claim_evidence(k)`;

/** Of each requirement the last check of its document. In a review, a failed one of the document of its claim comes first. */
export function latestChecks(db: Db, caseId: string) {
  return db
    .selectFrom('case_check as k')
    .innerJoin('case_requirement as c', (join) =>
      join.onRef('c.case_id', '=', 'k.case_id').onRef('c.requirement_key', '=', 'k.requirement_key'),
    )
    .selectAll('k')
    .distinctOn('k.requirement_key')
    .where('k.case_id', '=', caseId)
    .where(({ or, ref, eb }) =>
      or([eb('c.evidence_version_id', '=', ref('k.evidence_version_id')), failsClaimEvidence]),
    )
    .orderBy('k.requirement_key')
    .orderBy(failsClaimEvidence, 'desc')
    .orderBy('k.position', 'desc')
    .execute();
}

/**
 * Checks of the present document that did not find it clear, before somebody else checked it again, and failed ones of documents that
 * their provider withdrew or replaced since (docs/domain/review-and-duties.md 17).
 */
export async function doubtsOfOthers(db: Db, caseId: string): Promise<Selectable<CaseCheck>[]> {
  const { rows } = await sql<Selectable<CaseCheck>>`
    select k.* from case_check k join case_requirement c using (case_id, requirement_key)
    where k.case_id = ${caseId} and case when c.evidence_version_id = k.evidence_version_id
      then k.result <> 'clear' and exists (
        select from case_check later
        where later.case_id = k.case_id and later.requirement_key = k.requirement_key
          and later.evidence_version_id = k.evidence_version_id and later.position > k.position and later.checked_by <> k.checked_by)
      else k.result = 'failed' and not ${failsClaimEvidence} end
    order by k.position`.execute(db);
  return rows;
}

export type LatestCheck = Awaited<ReturnType<typeof latestChecks>>[number];

type Judgement = { outcome: CaseOutcome; checks: readonly Pick<LatestCheck, 'result'>[]; grantsAll: boolean };

/** The provider's receipt repeats the reasons, so they must not contradict checks and outcome (docs/domain/review-and-duties.md 35). */
export function assertReasonsMatch(reasonCodes: z.output<typeof DecisionReasonCodes>, judgement: Judgement): void {
  const errors = reasonCodes.flatMap((code, index) => {
    const contradiction = contradictionOf(code, judgement);
    return contradiction ? [{ field: `reasonCodes.${index}`, code: contradiction }] : [];
  });
  if (errors.length > 0) throw new Problem('invalid-request', undefined, { errors });
}

function contradictionOf(
  code: z.output<typeof DecisionReasonCodes>[number],
  { outcome, checks, grantsAll }: Judgement,
): 'check_not_clear' | 'contradicts_outcome' | undefined {
  if (code === 'all_checks_clear') {
    if (checks.some(({ result }) => result !== 'clear')) return 'check_not_clear';
    return grantsClaims(outcome) ? undefined : 'contradicts_outcome';
  }
  if (!grantsAll || !grantsClaims(outcome)) return undefined;
  return contradictsGrants(code, { isLimited: outcome === 'verified_with_limitations' })
    ? 'contradicts_outcome'
    : undefined;
}

/** A judgement names the version that it is about: another tab may show one that the provider has replaced (promise T3). */
export function replacedEvidence(
  field: string,
  named: string | null,
  { evidence_version_id: current }: Pick<CaseRequirement, 'evidence_version_id'>,
): FieldError<'state-conflict'>[] {
  return named === current ? [] : [{ field, code: 'evidence_changed', allowed: current ? [current] : [] }];
}

/** A claim is about the name, person or premises that its check confirmed, and only while these are current (promise T1). */
export function otherSubject(
  field: string,
  named: string | null,
  { subject_id: current }: Pick<CaseRequirement, 'subject_id'>,
): FieldError<'state-conflict'>[] {
  if (current === null) return [{ field, code: 'subject_missing' }];
  return named === current ? [] : [{ field, code: 'subject_changed', allowed: [current] }];
}

/**
 * Who judges the documents of a business says whether it is one person: else one is sold as an organisation (promise T1).
 * The error does not name the right kind: the documents do.
 */
export function otherProviderKind(
  field: string,
  named: ProviderKind | null,
  { provider_kind: current }: Pick<CaseRequirement, 'provider_kind'>,
): FieldError<'state-conflict'>[] {
  return current === null || named === current ? [] : [{ field, code: 'provider_kind_differs' }];
}

export async function attachEvidence(db: Db, caseId: string, key: string, versionId: string): Promise<void> {
  await db
    .updateTable('case_requirement')
    .set({ evidence_version_id: versionId })
    .where('case_id', '=', caseId)
    .where('requirement_key', '=', key)
    .execute();
}

export async function detachEvidence(db: Db, caseId: string, versionId: string, at: Date): Promise<boolean> {
  const row = await db
    .updateTable('case_requirement')
    .set({ evidence_version_id: null, emptied_at: at })
    .where('case_id', '=', caseId)
    .where('evidence_version_id', '=', versionId)
    .returning('requirement_key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function keysWithoutEvidence(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('case_requirement')
    .select('requirement_key')
    .where('case_id', '=', caseId)
    .where('evidence_version_id', 'is', null)
    .orderBy('requirement_key')
    .execute();
  return rows.map(({ requirement_key }) => requirement_key);
}

/** Not what is marked as final: no document cures it (docs/domain/review-and-duties.md 22). */
export async function keysOfCorrection(db: Db, caseId: string): Promise<string[]> {
  const keys = await keysWithoutEvidence(db, caseId);
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key where not is_marked_final(${caseId}, key) order by key`.execute(db);
  return rows.map(({ key }) => key);
}

export async function hasAllEvidence(db: Db, caseId: string): Promise<boolean> {
  return (await keysWithoutEvidence(db, caseId)).length === 0;
}
