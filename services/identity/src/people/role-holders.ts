import { sql } from 'kysely';
import type { Trx } from '../app.ts';

/** What decides who is usable: operators need a passkey where passkeys are required. */
export type Approving = { now: () => Date; passkeys: { areRequired: boolean } };

export type Usable = { now: Date; needsPasskey: boolean };

/** Of `operator_grant g join person p`: has signed in before, is not signed out, and has a passkey if one is needed. */
const isUsable = ({ now, needsPasskey }: Usable) => sql<boolean>`p.erased_at is null
  and exists (select from contact_point c where c.person_id = p.id and c.verified_at is not null)
  and not exists (select from emergency_action e where e.person_id = p.id and e.ends_at > ${now})
  and (not ${needsPasskey} or exists (select from passkey k where k.person_id = p.id))`;

/** Nobody else revokes one of the roles before the transaction ends. */
async function lockHolders(trx: Trx, roles: readonly string[]): Promise<void> {
  for (const role of [...roles].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended('holders ' || ${role}, 0))`.execute(trx);
}

/** Locks two at most of those who can use the role. */
export async function lockUsableHolders(trx: Trx, role: string, usable: Usable): Promise<string[]> {
  await lockHolders(trx, [role]);
  const { rows } = await sql<{ person_id: string }>`
    select g.person_id from operator_grant g join person p on p.id = g.person_id
    where g.role = ${role} and ${isUsable(usable)} limit 2`.execute(trx);
  return rows.map(({ person_id }) => person_id);
}

type Counted = { roles: readonly string[]; without?: { personId: string; roles: readonly string[] } };

/** Those who can approve roles, or could without these roles of the person. */
export async function countApprovers(trx: Trx, { roles, without }: Counted, usable: Usable): Promise<number> {
  await lockHolders(trx, roles);
  const { rows } = await sql<{ count: number }>`
    select count(distinct g.person_id)::int as count from operator_grant g join person p on p.id = g.person_id
    where g.role = any(${roles}) and ${without ? sql`not (g.person_id = ${without.personId} and g.role = any(${without.roles}))` : sql`true`}
      and (g.request_id is null or g.granted_at <= ${establishedSince(usable.now)}) and ${isUsable(usable)}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** The database has the same (`guard_role_approval`). */
const establishedSince = (now: Date) => new Date(now.getTime() - 24 * 3_600_000);
