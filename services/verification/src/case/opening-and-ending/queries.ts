import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import { openStates } from '../record/transitions.ts';

type Withdrawable = { providerId: string; selectionId: string; isClosed: boolean };

/** An open case of a closed provider or removed service that no emergency action freezes any more. */
export async function findWithdrawable(trx: Trx, now: Date): Promise<Withdrawable | undefined> {
  const { rows } = await sql<Withdrawable>`
    select c.provider_id as "providerId", c.selection_id as "selectionId", p.state = 'closed' as "isClosed"
    from verification_case c
      join provider p on p.id = c.provider_id
      join service_selection s on s.id = c.selection_id
    where c.state = any(${openStates}::case_state[])
      and (p.state = 'closed' or s.state = 'removed' and (
        c.kind <> 'review' and c.state <> 'recommended' or exists (select from appeal where evidence_case_id = c.id)))
      and not exists (
        select from emergency_action e where e.kind = 'freeze_case' and e.target_id = c.id and e.ends_at > ${now})
    order by c.provider_id limit 1`.execute(trx);
  return rows[0];
}
