import { correctionReasonCodes, isFinalReason } from '@trust/contracts/reasons/correction-reasons';
import type { DecisionReasonCode } from '@trust/contracts/reasons/decision-reasons';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export type Refusal = {
  case_id: string;
  category_key: string;
  claim_type: string;
  refused_at: Date;
  reason_codes: string[];
  is_grave: boolean;
};

/** What no other document cures: of a correction, and of a decision. */
const grave = [
  ...correctionReasonCodes.filter(isFinalReason),
  ...(['register_entry_missing', 'register_entry_differs', 'evidence_conflicts', 'requirement_not_met'] as const),
];
/** A decision has one list of reasons for all claims: one that refuses after a failed check and names none of these is grave too. */
const curable: readonly DecisionReasonCode[] = [
  'copy_only',
  'document_expired',
  'document_illegible',
  'document_incomplete',
  'document_not_accepted',
  'name_mismatch',
  'scope_not_covered',
];

/**
 * Documents that operators refused for claims of these types, in every category, newest first: by a decision after a failed
 * check, or marked as final in a case that ended without a decision. What an appeal set aside refuses nothing.
 */
export async function listRefusals(
  db: Db,
  { providerId, claimTypes, exceptCase }: { providerId: string; claimTypes: readonly string[]; exceptCase?: string },
): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    with refusal as (
      select c.id as case_id, c.category_key, l.claim_type, d.decided_at as refused_at, d.reason_codes
      from verification_case c join decision d on d.case_id = c.id
        join decision_claim l on l.decision_id = d.id and l.result = 'refused' and l.check_result = 'failed'
      where c.provider_id = ${providerId}
        and not exists (select from decision later where later.earlier_id = d.id and later.relation = 'sets_aside')
      union all
      select c.id, c.category_key, r.claim_type, q.requested_at, i.reason_codes
      from verification_case c join correction_request q on q.case_id = c.id and q.state <> 'withdrawn'
        join correction_item i on i.correction_request_id = q.id and i.is_final
        join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = i.requirement_key
      where c.provider_id = ${providerId} and c.outcome is null
    )
    select *, (reason_codes && ${grave}::text[] or not reason_codes && ${curable}::text[]) as is_grave from refusal
    where claim_type = any(${claimTypes}::text[]) and case_id is distinct from ${exceptCase ?? null}::uuid
    order by refused_at desc, case_id, claim_type limit 100`.execute(db);
  return rows;
}

/** When a document was last refused for a reason that no other document cures; null if never. */
export async function findLastGraveRefusal(
  db: Db,
  of: { providerId: string; claimTypes: readonly string[] },
): Promise<Date | null> {
  return (await listRefusals(db, of)).find(({ is_grave }) => is_grave)?.refused_at ?? null;
}
