import type { Db } from '../../app.ts';

/** The lines of a decision in the order of the requirements; `claim_limitations` of a granted claim. */
export function findReceiptLines(db: Db, decisionId: string) {
  return db
    .selectFrom('decision_claim as l')
    .innerJoin('case_check as k', 'k.id', 'l.check_id')
    .innerJoin('evidence_version as e', 'e.id', 'l.evidence_version_id')
    .innerJoin('requirement as r', (join) =>
      join.onRef('r.requirement_version_id', '=', 'l.requirement_version_id').onRef('r.key', '=', 'l.requirement_key'),
    )
    .leftJoin('claim as c', (join) =>
      join.onRef('c.decision_id', '=', 'l.decision_id').onRef('c.claim_type', '=', 'l.claim_type'),
    )
    .select([
      'l.claim_type',
      'l.result',
      'l.limitations',
      'l.reason_codes',
      'l.valid_until',
      'k.method',
      'e.document_kind',
      'r.label',
    ])
    .select('c.limitations as claim_limitations')
    .where('l.decision_id', '=', decisionId)
    .orderBy('r.position')
    .execute();
}

export async function findRequirementVersionNumber(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('requirement_version')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.number;
}
