import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { ProcessingState, UploadPurpose } from '../db/schema.ts';

export type ShownVersion = {
  id: string;
  intentId: string;
  evidenceId: string;
  caseId: string;
  providerId: string;
  requirementKey: string;
  purpose: UploadPurpose;
  state: ProcessingState;
};

export const ofShownVersion = sql`version.id, version.intent_id as "intentId", item.id as "evidenceId",
  item.case_id as "caseId", item.provider_id as "providerId", item.requirement_key as "requirementKey", item.purpose,
  processing.state`;

type Ended = { endedBefore: Date; at: Date; evidenceId?: string };
type EndedVersion = ShownVersion & { isHeld: boolean; knownAt: Date | null };

/**
 * Locks the readable versions that show persons or premises which ended by `endedBefore`. None that a case under way or a claim
 * about anything else relies on, and none of a provider with a frozen case (docs/domain/evidence.md 32, 33).
 */
export async function lockVersionsOfEnded(trx: Trx, { endedBefore, at, evidenceId }: Ended): Promise<EndedVersion[]> {
  const { rows } = await sql<EndedVersion>`
    select ${ofShownVersion}, c.known_at as "knownAt", exists (
        select from legal_hold hold where hold.person_id = version.uploaded_by and hold.lifted_at is null) as "isHeld"
    from evidence_version version
      join evidence_processing processing on processing.version_id = version.id
      join evidence_item item on item.id = version.evidence_id
      join verification_case c on c.id = item.case_id
      join requirement r on r.requirement_version_id = c.requirement_version_id and r.key = item.requirement_key
    where item.id = coalesce(${evidenceId ?? null}::uuid, item.id)
      and processing.state in ('pending_scan', 'available', 'unscannable')
      and c.state in ('decided', 'closed', 'withdrawn', 'expired')
      and exists (
        select from ended_subject s
        where s.provider_id = item.provider_id and s.about = r.claim_about and s.about <> 'business'
          and s.ended_at <= ${endedBefore}
          and (exists (select from claim k where k.evidence_version_id = version.id and k.subject_id = s.id)
            or version.confirmed_at <= s.ended_at
              and version.confirmed_at > coalesce((
                select max(before.ended_at) from ended_subject before where before.provider_id = s.provider_id
                  and before.about = s.about and before.ended_at < s.ended_at), '-infinity')
              and not exists (select from claim k where k.evidence_version_id = version.id and k.subject_id is not null)))
      and not exists (
        select from claim k left join ended_subject s on s.id = k.subject_id and s.ended_at <= ${endedBefore}
        where k.evidence_version_id = version.id and (k.state = 'active' or k.subject_id is not null and s.id is null))
      and not exists (
        select from earlier_evidence e join verification_case later on later.id = e.case_id
        where e.version_id = version.id and later.state not in ('decided', 'closed', 'withdrawn', 'expired'))
      and not exists (
        select from case_freeze f join verification_case frozen on frozen.id = f.case_id
        where frozen.provider_id = item.provider_id and f.ends_at > ${at})
    order by version.id for update of c, processing`.execute(trx);
  return rows;
}

/** Whether all that can still be read of the item is about what ended. */
export async function isOfEnded(trx: Trx, evidenceId: string, at: Date): Promise<boolean> {
  const ended = (await lockVersionsOfEnded(trx, { endedBefore: at, at, evidenceId })).map(({ id }) => id);
  const other = trx
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .select('version.id')
    .where('version.evidence_id', '=', evidenceId)
    .where('processing.state', 'in', ['pending_scan', 'available', 'unscannable'])
    .where('version.id', '<>', sql<string>`all(${ended}::uuid[])`);
  return (await other.executeTakeFirst()) === undefined;
}
