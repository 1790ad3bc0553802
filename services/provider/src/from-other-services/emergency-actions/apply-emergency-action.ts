import type { PayloadOf } from '@trust/contracts/event';
import { notificationRequested } from '@trust/contracts/events/any';
import type { emergencyActionChanged } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { saveState } from '@trust/service-kit/inbox/projection';
import type { Envelope } from '@trust/service-kit/outbox/envelope';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import { type App, audit, type Trx } from '../../app.ts';
import { tellCustomersOfStop } from '../../listing/tell-customers.ts';
import { notifyOfMeasure } from '../../provider-record/measures.ts';
import { lockProvider, type ProviderRow } from '../../provider-record/provider-row.ts';
import { isNotWithheld } from './in-force.ts';
import { isSuspended } from './is-suspended.ts';

export async function applyEmergencyAction(
  trx: Trx,
  { now }: App,
  { actionId, kind, targetId, startedAt, endsAt, occurredAt }: PayloadOf<typeof emergencyActionChanged>,
  event: Envelope,
): Promise<void> {
  if (kind !== 'suspend_provider_listing' && kind !== 'withhold_claim') return;
  // A publication takes the same lock, so it sees the action or comes before it.
  const provider = kind === 'suspend_provider_listing' ? await lockProvider(trx, targetId) : undefined;
  const claim = kind === 'withhold_claim' ? await lockProviderOfClaim(trx, targetId) : undefined;
  // The clock of operations may be ahead: what it began or lifted has begun or ended.
  const at = new Date(Math.max(now().getTime(), Date.parse(occurredAt)));
  const wasSuspended = provider && (await isSuspended(trx, provider.id, at));
  const row = { action_id: actionId, kind, target_id: targetId, started_at: startedAt, ends_at: endsAt };
  const hidden = claim ? await findHidden(trx, claim.provider_id, at) : [];
  if (!(await saveState(trx, 'emergency_action', { key: 'action_id', changes: ['ends_at'] }, row))) return;
  if (claim && new Date(endsAt) > at) {
    const { provider_id: providerId, category_key: categoryKey } = claim;
    await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety: true, at });
  }
  if (claim) await notifyOfClaims(trx, claim, { from: hidden, to: await findHidden(trx, claim.provider_id, at) });
  if (provider) await notifyOfSuspension(trx, provider, { from: wasSuspended === true, at });
  await audit(trx, systemAudit('applyEmergencyAction', { by: 'event', at: event.time, id: event.id }), {
    objectType: kind === 'withhold_claim' ? 'claim' : 'provider',
    objectId: targetId,
    after: { actionId, kind, endsAt },
  });
}

async function lockProviderOfClaim(trx: Trx, claimId: string) {
  const claim = await trx
    .selectFrom('claim')
    .select(['provider_id', 'category_key'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
  const provider = claim && (await lockProvider(trx, claim.provider_id));
  return claim && { ...claim, isClosed: provider?.state === 'closed' };
}

/** Current claims of the provider that emergency actions hide. */
async function findHidden(trx: Trx, providerId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('claim')
    .select('claim_id')
    .where('provider_id', '=', providerId)
    .where('status', '=', 'active')
    .where('valid_until', '>', at)
    .where(({ not }) => not(isNotWithheld(sql`claim_id`, at)))
    .execute();
  return rows.map(({ claim_id }) => claim_id);
}

type OfProvider = { provider_id: string; isClosed: boolean };

/** Notifies at its begin, and at a lift that shows a claim again. The workspace says when it ends by itself. */
async function notifyOfClaims(
  trx: Trx,
  { provider_id: providerId, isClosed }: OfProvider,
  { from, to }: { from: readonly string[]; to: readonly string[] },
): Promise<void> {
  if (isClosed) return;
  const about = { userId: null, providerId };
  for (const claimId of to.filter((id) => !from.includes(id))) {
    const data = { claimId, reasonCode: 'under_investigation' };
    await emit(trx, notificationRequested.provider, { ...about, template: 'claim_suspended', data });
  }
  for (const claimId of from.filter((id) => !to.includes(id)))
    await emit(trx, notificationRequested.provider, { ...about, template: 'claim_restored', data: { claimId } });
}

/** Notifies at its begin, and at a lift that shows the provider again. The workspace says when it ends by itself. */
async function notifyOfSuspension(
  trx: Trx,
  { id, state, publication }: ProviderRow,
  { from, at }: { from: boolean; at: Date },
): Promise<void> {
  const to = await isSuspended(trx, id, at);
  const measure = { providerId: id, at };
  if (to && state !== 'closed')
    await notifyOfMeasure(trx, { ...measure, transition: 'withhold', reasonCode: 'under_investigation' });
  const isShown = state === 'active' && publication === 'published';
  if (from && !to && isShown) await notifyOfMeasure(trx, { ...measure, transition: 'release', reasonCode: 'resolved' });
}
