import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ClaimAbout } from '../../db/schema.ts';
import { ofShownVersion, type ShownVersion } from '../../items/ended-subjects.ts';

export async function withdrawProviderVersions(trx: Trx, providerId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .where('version_id', 'in', (query) =>
      query
        .selectFrom('evidence_version as version')
        .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
        .select('version.id')
        .where('item.provider_id', '=', providerId),
    )
    .returning('version_id')
    .execute();
  return rows.map((row) => row.version_id).sort();
}

export async function recordErasedProvider(trx: Trx, providerId: string, at: Date): Promise<void> {
  await trx
    .insertInto('erased_provider')
    .values({ provider_id: providerId, erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Shown = {
  providerId: string;
  subjectId: string;
  about: ClaimAbout;
  shownFromAt: string | null;
  endedAt: string;
};

/** Locks them. What a check found in a document counts before what was current when it was sent. */
export async function lockVersionsShowing(trx: Trx, shown: Shown): Promise<ShownVersion[]> {
  const { providerId, subjectId, about, shownFromAt, endedAt } = shown;
  const { rows } = await sql<ShownVersion>`
    select ${ofShownVersion}
    from evidence_version version
      join evidence_processing processing on processing.version_id = version.id
      join evidence_item item on item.id = version.evidence_id
      join verification_case c on c.id = item.case_id
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = item.requirement_key
    where item.provider_id = ${providerId} and r.claim_about = ${about} and processing.state <> 'redacted'
      and (exists (select from claim k where k.evidence_version_id = version.id and k.subject_id = ${subjectId})
        or version.confirmed_at <= ${endedAt} and version.confirmed_at > coalesce(${shownFromAt}, '-infinity'::timestamptz)
          and not exists (select from claim k where k.evidence_version_id = version.id and k.subject_id is not null))
      and not exists (select from claim k where k.evidence_version_id = version.id and k.state = 'active'
        and k.subject_id <> ${subjectId})
    order by version.id for update of processing`.execute(trx);
  return rows;
}
