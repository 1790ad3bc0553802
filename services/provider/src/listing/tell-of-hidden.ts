import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { isHeldBack } from './is-held-back.ts';

type Changed = { template: 'service_hidden' | 'service_shown'; category_key: string };

/**
 * Tells the representatives once which services a missing claim hides now, and once that none hides them any more
 * (docs/domain/provider-record.md 9). Who removes a service and selects it again is told nothing new. Call with the provider locked.
 */
export async function tellOfHidden(trx: Trx, providerId: string): Promise<void> {
  const { rows } = await sql<Changed>`
    with service as (
      select s.category_key, bool_or(s.state = 'active') as is_offered from service_selection s
      where s.provider_id = ${providerId} group by s.category_key
    ), held as (
      select * from service where ${isHeldBack(sql`${providerId}::uuid`, sql`service.category_key`)}
    ), hidden as (
      insert into told_hidden (provider_id, category_key) select ${providerId}, category_key from held where is_offered
      on conflict do nothing returning category_key
    ), shown as (
      delete from told_hidden t where t.provider_id = ${providerId} and not exists (select from held where held.category_key = t.category_key)
      returning t.category_key
    )
    select 'service_hidden' as template, category_key from hidden
    union all select 'service_shown', category_key from shown join service using (category_key) where is_offered
    order by template, category_key`.execute(trx);
  for (const template of ['service_hidden', 'service_shown'] as const) {
    const changed = rows.filter((row) => row.template === template).map((row) => row.category_key);
    if (changed.length === 0) continue;
    // The workspace names them; a notice of several names none.
    const data = { categoryKey: changed.length === 1 ? (changed[0] ?? null) : null };
    await emit(trx, notificationRequested.provider, { userId: null, providerId, template, data });
  }
}
