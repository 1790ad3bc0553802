import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { retryableDays } from './states.ts';

/** What a provider takes up: uploads that could still be submitted, and the bytes of those and of all that is kept. */
export type Usage = { openIntents: number; bytes: number };

/** Nobody else opens an upload for the provider meanwhile: its intents must be locked. */
export async function usageOf(trx: Trx, providerId: string, now: Date): Promise<Usage> {
  const longAgo = new Date(now.getTime() - retryableDays * 86_400_000);
  const { rows } = await sql<{ intents: number; declared: number; kept: number }>`
    select count(*)::int as intents, coalesce(sum(intent.size_bytes), 0)::float8 as declared, (
      select coalesce(sum(version.size_bytes), 0)::float8 from evidence_item item
      join evidence_version version on version.evidence_id = item.id
      join evidence_processing processing on processing.version_id = version.id
      where item.provider_id = ${providerId} and processing.state not in ('redacted', 'lost')) as kept
    from upload_intent intent join upload_session session on session.id = intent.current_session_id
    where intent.provider_id = ${providerId} and intent.state in ('open', 'uploading', 'retryable')
      and coalesce(intent.retryable_since, session.expires_at) > ${longAgo}`.execute(trx);
  const { intents = 0, declared = 0, kept = 0 } = rows[0] ?? {};
  return { openIntents: intents, bytes: declared + kept };
}
