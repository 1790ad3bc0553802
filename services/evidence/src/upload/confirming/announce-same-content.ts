import { evidenceSubmittedElsewhere } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

type Confirmed = { id: string; providerId: string; contentIndex: Buffer; confirmedAt: Date };

/** Tells of this version, and of those of the other provider when it has been the only one until now (docs/domain/evidence.md 30). */
export async function announceSameContent(trx: Trx, confirmed: Confirmed): Promise<void> {
  const { id, providerId, contentIndex, confirmedAt } = confirmed;
  // Of two confirmations at a time the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${contentIndex.toString('hex')}, 0))`.execute(trx);
  const { rows } = await sql<{ id: string; isFirst: boolean }>`
    with same as (
      select v.id, i.provider_id from evidence_version v join evidence_item i on i.id = v.evidence_id
      where v.content_index = ${contentIndex} and v.id <> ${id} and i.purpose = 'evidence'),
    providers as (select array_agg(distinct provider_id) as ids from same)
    select same.id, providers.ids = array[same.provider_id] as "isFirst" from same, providers
    where same.provider_id <> ${providerId} and (providers.ids = array[same.provider_id]
      or same.id = (select min(one.id::text)::uuid from same one where one.provider_id <> ${providerId}))`.execute(trx);
  if (rows.length === 0) return;
  const told = [id, ...rows.filter(({ isFirst }) => isFirst).map((one) => one.id)];
  for (const evidenceVersionId of told)
    await emit(trx, evidenceSubmittedElsewhere, { evidenceVersionId, occurredAt: confirmedAt.toISOString() });
}
