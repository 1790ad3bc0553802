import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ProcessingState } from '../../db/schema.ts';

export type Redacted = { id: string; stateBefore: ProcessingState; objectKey: string };

/**
 * Those that ended before `endedBefore`, of erased providers and of portraits by erased persons, except under a legal hold and
 * while a case of the provider is frozen.
 */
export async function redactVersions(
  trx: Trx,
  { endedBefore, at, ids }: { endedBefore: Date; at: Date; ids: readonly string[] },
): Promise<Redacted[]> {
  const { rows } = await sql<Redacted>`
    update evidence_processing processing set state = 'redacted', redacted_from = before.state, changed_at = ${at}
    from evidence_version version
    join evidence_processing before on before.version_id = version.id
    join evidence_item item on item.id = version.evidence_id
    left join erased_provider erased on erased.provider_id = item.provider_id
    where version.id = processing.version_id and processing.state in ('withdrawn', 'quarantined', 'refused', 'lost')
      and (processing.changed_at <= ${endedBefore} or version.id = any(${ids}::uuid[]) or erased.provider_id is not null or exists (
        select from public_media media join erased_person person on person.person_id = media.uploaded_by
        where media.id = version.intent_id and media.kind = 'profile'))
      and not exists (
        select from legal_hold hold where hold.person_id = version.uploaded_by and hold.lifted_at is null)
      and not exists (
        select from case_freeze f join verification_case c on c.id = f.case_id
        where c.provider_id = item.provider_id and f.ends_at > ${at})
    returning version.id, before.state as "stateBefore", version.object_key as "objectKey"`.execute(trx);
  return rows;
}

export async function withdrawVersions(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('version_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
