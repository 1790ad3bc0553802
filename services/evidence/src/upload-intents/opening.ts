import { pipeline } from '@trust/service-kit/database/pipeline';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { CaseState } from '../db/schema.ts';
import type { UploadIntentCreate } from './schema.ts';

/** What opening an upload depends on: the case and what its requirement accepts, as our projections have it, and what there is already. */
export type Opening = {
  /** Null where the provider has no such case. */
  caseState: CaseState | null;
  caseDueAt: Date | null;
  requirementKeys: string[];
  /** Null where the requirement version of the case says nothing of the requirement. */
  documentKinds: string[] | null;
  mediaTypes: string[] | null;
  maxSizeBytes: number | null;
  /** The policies that the person has agreed to, with the version of each. */
  consents: Record<string, string>;
  /** Of an intent under the same key, whatever it is for. */
  intentUnderKey: string | null;
  /** Uploads of the provider whose session is open: one that was left alone holds its place for an hour, not for the 30 days of its intent. */
  openIntents: number;
  /** What those will take up, and what all that is kept does. */
  bytes: number;
  /** How many documents the requirement of the case has had. */
  versions: number;
};

type Asked = {
  owner: { providerId: string; userId: string };
  contract: Pick<UploadIntentCreate, 'caseId' | 'requirementKey' | 'clientIntentKey'>;
  now: Date;
};

/**
 * What creates intents for one provider waits for each other, so that limits and keys are counted once (promise C2). The lock is a statement
 * of its own, before: what is counted has to be counted as it is once the lock is held.
 */
export async function lockOpening(trx: Trx, { owner, contract, now }: Asked): Promise<Opening> {
  const { providerId, userId } = owner;
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`upload intents ${providerId}`}, 0))`;
  const read = sql<Opening>`
    select c.state as "caseState", c.due_at as "caseDueAt", c.requirement_keys as "requirementKeys", requirement.document_kinds as "documentKinds",
      requirement.media_types as "mediaTypes", requirement.max_size_bytes as "maxSizeBytes", under_key.id as "intentUnderKey",
      (select coalesce(jsonb_object_agg(policy_key, version), '{}') from upload_consent where person_id = ${userId} and granted) as consents,
      intents.count as "openIntents", intents.bytes + kept.bytes as bytes, kept.versions
    from (
      select count(*)::int as count, coalesce(sum(intent.size_bytes), 0)::float8 as bytes
      from upload_intent intent join upload_session session on session.id = intent.current_session_id
      where intent.provider_id = ${providerId} and intent.state in ('open', 'uploading')
        and session.state = 'requested' and session.expires_at > ${now}
    ) intents
    cross join (
      select coalesce(sum(version.size_bytes) filter (where processing.state not in ('redacted', 'lost')), 0)::float8 as bytes,
        (count(*) filter (where item.case_id = ${contract.caseId} and item.requirement_key = ${contract.requirementKey}))::int as versions
      from evidence_item item join evidence_version version on version.evidence_id = item.id
      join evidence_processing processing on processing.version_id = version.id
      where item.provider_id = ${providerId}
    ) kept
    left join verification_case c on c.id = ${contract.caseId} and c.provider_id = ${providerId}
    left join requirement on requirement.requirement_version_id = c.requirement_version_id and requirement.key = ${contract.requirementKey}
    left join upload_intent under_key on under_key.provider_id = ${providerId} and under_key.created_by = ${userId}
      and under_key.client_intent_key = ${contract.clientIntentKey}`;
  const [, [opening]] = await pipeline<[unknown, Opening]>(trx, lock.compile(trx), read.compile(trx));
  if (!opening) throw new Error('Counting has counted nothing.');
  return opening;
}
