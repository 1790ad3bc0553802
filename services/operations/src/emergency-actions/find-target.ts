import type { EmergencyKind } from '@trust/contracts/events/operations';
import { sql } from 'kysely';
import type { Db } from '../app.ts';

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
