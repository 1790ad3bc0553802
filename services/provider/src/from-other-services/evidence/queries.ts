import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { EvidenceState } from '../../db/schema.ts';

type EvidenceFact = { evidenceVersionId: string; providerId: string; caseId: string; requirementKey: string };

/** States only advance: events of two services arrive in any order. Keeps the earliest time. */
export async function upsertEvidence(trx: Trx, fact: EvidenceFact, state: EvidenceState, at: string): Promise<void> {
  const { evidenceVersionId, providerId, caseId, requirementKey } = fact;
  await sql`
    insert into evidence_projection as stored (evidence_version_id, provider_id, case_id, requirement_key, state, at)
    values (${evidenceVersionId}, ${providerId}, ${caseId}, ${requirementKey}, ${state}, ${at})
    on conflict (evidence_version_id) do update
    set state = greatest(stored.state, excluded.state), at = least(stored.at, excluded.at)`.execute(trx);
}
