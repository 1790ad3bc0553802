import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { type Insertable, sql } from 'kysely';
import type { App, Trx } from '../app.ts';
import type { EvidenceState, UploadIntent } from '../db/schema.ts';

type Version = { evidenceVersionId: string; providerId: string; caseId: string; requirementKey: string };
type Change = { state: EvidenceState; at: string };

/** States only advance: events of two services arrive in any order. */
export async function advanceEvidence(
  trx: Trx,
  { calendar }: Pick<App, 'calendar'>,
  version: Version,
  { state, at }: Change,
): Promise<void> {
  const { evidenceVersionId, providerId, caseId, requirementKey } = version;
  const dueAt = addWorkingTime(calendar, new Date(at), businessDayMs);
  await sql`
    insert into evidence_version as known (evidence_version_id, provider_id, case_id, requirement_key, state, changed_at, due_at)
    values (${evidenceVersionId}, ${providerId}, ${caseId}, ${requirementKey}, ${state}, ${at}, ${dueAt})
    on conflict (evidence_version_id) do update set state = greatest(known.state, excluded.state),
      changed_at = case when excluded.state > known.state then excluded.changed_at else known.changed_at end`.execute(
    trx,
  );
}

export async function upsertIntent(trx: Trx, row: Insertable<UploadIntent>): Promise<void> {
  await trx
    .insertInto('upload_intent')
    .values(row)
    .onConflict((conflict) => conflict.column('intent_id').doUpdateSet({ state: row.state }))
    .execute();
}
