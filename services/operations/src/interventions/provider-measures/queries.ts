import type { Permission } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

const manage = 'operations.providers.manage' satisfies Permission;
const mostManagers = 50;

type Reviewed = { operatorId: string; reviewerId?: string | undefined; providerId: string; occurredAt: string };

/** Who took the measure comes first, then whoever can undo it: neither the reviewer nor who represents the provider. */
export async function findManagers(trx: Trx, reviewed: Reviewed): Promise<string[]> {
  const { operatorId, reviewerId = null, providerId, occurredAt } = reviewed;
  const { rows } = await sql<{ user_id: string }>`
    select o.user_id from operator o
    where ${manage} = any(o.permissions) and o.user_id is distinct from ${reviewerId}::uuid
      and o.user_id <> ${operatorId} and not represents_since(o.user_id, ${providerId}::uuid, ${occurredAt})
    order by o.user_id limit ${mostManagers}`.execute(trx);
  return [operatorId, ...rows.map(({ user_id }) => user_id)];
}
