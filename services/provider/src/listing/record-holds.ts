import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { isHeldBack } from './is-held-back.ts';
import { tellCustomersOfStop } from './tell-customers.ts';

type Told = 'service_hidden' | 'service_shown';
type Changed = { template: Told | null; has_begun: boolean; category_key: string };

/**
 * Records which categories the public sees no longer, or again. Tells the representatives once which services a missing claim hides now,
 * and once that none hides them any more (docs/domain/provider-record.md 9): who removes a service and selects it again is told nothing
 * new. Tells the customers of a category that is hidden now (docs/domain/enquiry.md 31). Call with the provider locked.
 */
export async function recordHolds(trx: Trx, providerId: string, at: Date): Promise<void> {
  const { rows } = await sql<Changed>`
    with service as (
      select s.category_key, bool_or(s.state = 'active') as is_offered from service_selection s
      where s.provider_id = ${providerId} group by s.category_key
    ), held as (
      select * from service where ${isHeldBack(sql`${providerId}::uuid`, sql`service.category_key`)}
    ), begun as (
      insert into category_hold (provider_id, category_key, held_at, is_told)
      select ${providerId}, category_key, ${at}, is_offered from held
      on conflict (provider_id, category_key) where ended_at is null do nothing returning category_key, is_told
    ), told as (
      update category_hold h set is_told = true from held
      where h.provider_id = ${providerId} and h.category_key = held.category_key and h.ended_at is null and not h.is_told and held.is_offered
      returning h.category_key
    ), ended as (
      update category_hold h set ended_at = greatest(${at}, h.held_at) where h.provider_id = ${providerId} and h.ended_at is null
        and not exists (select from held where held.category_key = h.category_key)
      returning h.category_key, h.is_told
    )
    select case when is_told then 'service_hidden' end as template, true as has_begun, category_key from begun
    union all select 'service_hidden', false, category_key from told
    union all select 'service_shown', false, category_key from ended join service using (category_key) where is_told and is_offered
    order by template, category_key`.execute(trx);
  for (const template of ['service_hidden', 'service_shown'] as const) {
    const changed = rows.filter((row) => row.template === template).map((row) => row.category_key);
    if (changed.length === 0) continue;
    // The workspace names them; a notice of several names none.
    const data = { categoryKey: changed.length === 1 ? (changed[0] ?? null) : null };
    await emit(trx, notificationRequested.provider, { userId: null, providerId, template, data });
  }
  for (const { category_key: categoryKey } of rows.filter(({ has_begun }) => has_begun))
    await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety: true, at });
}
