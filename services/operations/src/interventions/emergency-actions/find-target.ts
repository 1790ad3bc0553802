import type { EmergencyKind } from '@trust/contracts/events/operations';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { openCaseStates } from '../../from-other-services/cases/open-states.ts';

/** `providerId` is null for an account. Undefined if operations has not heard of the target. */
export async function findTarget(
  db: Db,
  kind: EmergencyKind,
  id: string,
): Promise<{ providerId: string | null } | undefined> {
  switch (kind) {
    case 'suspend_provider_listing': {
      const provider = db.selectFrom('provider_label').select('provider_id').where('provider_id', '=', id);
      return providerOf(await provider.executeTakeFirst());
    }
    case 'withhold_claim':
      return providerOf(
        await db.selectFrom('claim').select('provider_id').where('claim_id', '=', id).executeTakeFirst(),
      );
    case 'freeze_case':
      return providerOf(
        await db.selectFrom('triage_case').select('provider_id').where('case_id', '=', id).executeTakeFirst(),
      );
    case 'revoke_sessions':
      return (await isKnownAccount(db, id)) ? { providerId: null } : undefined;
  }
}

function providerOf(row: { provider_id: string } | undefined) {
  return row && { providerId: row.provider_id };
}

/** Operators, representatives, and every account that did something the audit log holds. */
async function isKnownAccount(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from operator where user_id = ${userId})
      or exists (select from representative where user_id = ${userId})
      or exists (select from audit_entry where entry::jsonb ->> 'actorId' = ${userId}) as known`.execute(db);
  return rows[0]?.known === true;
}

export type TargetWindow = PageWindow<readonly [kind: EmergencyKind, targetId: string]>;
type Target = { kind: EmergencyKind; targetId: string; categoryKey: string | null; requirementKey: string | null };

/** In the order of kind and id. A person who represents the provider twice is one target. */
export async function listTargets(
  db: Db,
  { providerId, now }: { providerId: string; now: Date },
  { after, limit }: TargetWindow,
): Promise<Target[]> {
  const [kind = '', targetId = '00000000-0000-0000-0000-000000000000'] = after ?? [];
  const { rows } = await sql<Target>`
    select * from (
      select 'suspend_provider_listing' as kind, ${providerId}::uuid as "targetId",
        null::text as "categoryKey", null::text as "requirementKey"
      union all
      select 'freeze_case', case_id, category_key, null from triage_case
      where provider_id = ${providerId} and state in (${sql.join(openCaseStates)})
      union all
      select 'withhold_claim', claim_id, category_key, requirement_key from claim
      where provider_id = ${providerId} and state in ('active', 'suspended') and valid_until > ${now}
      union all
      select distinct 'revoke_sessions', user_id, null, null from representative
      where provider_id = ${providerId} and ended_at is null
    ) target
    where (kind collate "C", "targetId") > (${kind}, ${targetId}::uuid)
    order by kind collate "C", "targetId" limit ${limit}`.execute(db);
  return rows;
}
