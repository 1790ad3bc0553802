import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import type { PayloadOf } from '@trust/contracts/event';
import type { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { sql } from 'kysely';
import type { App, Trx } from '../../app.ts';
import type { EvidenceState } from '../../db/schema.ts';

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

/** The last state of each intent: one statement cannot write a row twice. */
export async function upsertIntents(trx: Trx, intents: PayloadOf<typeof uploadIntentChanged>[]): Promise<void> {
  const last = [...new Map(intents.map((intent) => [intent.intentId, intent])).values()];
  await sql`
    insert into upload_intent (intent_id, provider_id, case_id, state)
    select * from unnest(${last.map(({ intentId }) => intentId)}::uuid[], ${last.map(({ providerId }) => providerId)}::uuid[],
      ${last.map(({ caseId }) => caseId)}::uuid[], ${last.map(({ state }) => state)}::text[])
    on conflict (intent_id) do update set state = excluded.state`.execute(trx);
}
