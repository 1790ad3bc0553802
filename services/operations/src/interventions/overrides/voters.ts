import type { Permission } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import { notifyOperator } from '../../notify-operator.ts';

const vote = 'operations.overrides.approve' satisfies Permission;
export const mostVoters = 50;

/** Those who are present come first. The requester and representatives of the provider have no vote. */
export async function findVoters(
  trx: Trx,
  override: { requester_id: string; provider_id: string | null; requested_at: Date },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select o.user_id from operator o
    left join operator_presence p on p.user_id = o.user_id and p.present_until > ${now}
    where ${vote} = any(o.permissions) and o.user_id <> ${override.requester_id} and not represents_since(
      o.user_id, ${override.provider_id}::uuid, ${override.requested_at})
    order by p.user_id is null, o.user_id limit ${mostVoters}`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

export async function notifyVoters(
  trx: Trx,
  override: { id: string; requester_id: string; provider_id: string | null; requested_at: Date },
  now: Date,
): Promise<void> {
  for (const userId of await findVoters(trx, override, now))
    await notifyOperator(trx, { userId, template: 'vote_needed', type: 'override', id: override.id });
}
