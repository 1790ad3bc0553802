import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { EvidenceState } from '../db/schema.ts';

type EvidenceFact = { evidenceVersionId: string; providerId: string; caseId: string; requirementKey: string };

/** Evidence only ever goes on: a refusal by verification and a scan are told by two services, in whichever order. The first day counts. */
export async function upsertEvidence(trx: Trx, fact: EvidenceFact, state: EvidenceState, at: string): Promise<void> {
  const { evidenceVersionId, providerId, caseId, requirementKey } = fact;
  await sql`
    insert into evidence_projection as known (evidence_version_id, provider_id, case_id, requirement_key, state, at)
    values (${evidenceVersionId}, ${providerId}, ${caseId}, ${requirementKey}, ${state}, ${at})
    on conflict (evidence_version_id) do update
    set state = greatest(known.state, excluded.state), at = least(known.at, excluded.at)`.execute(trx);
}
