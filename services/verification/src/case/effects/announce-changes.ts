import { caseChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { App, Trx } from '../../app.ts';
import type { Case } from '../record/queries.ts';
import { casePayload } from './case-payload.ts';
import { lockEvidenceCase } from './queries.ts';

/** A case that stays `awaiting_correction` announces which requirements still lack evidence. */
export async function announceAwaited(trx: Trx, found: Case, now: Date): Promise<void> {
  if (found.state === 'awaiting_correction') await emit(trx, caseChanged, await casePayload(trx, found, now));
}

/** Announces the duties of a case, and of the evidence case of its appeal, which has the same assignee. */
export async function announceDuties(trx: Trx, app: App, found: Case): Promise<void> {
  const now = app.now();
  await emit(trx, caseChanged, await casePayload(trx, found, now));
  const evidenceCase = await lockEvidenceCase(trx, found.id);
  if (evidenceCase) await emit(trx, caseChanged, await casePayload(trx, evidenceCase, now));
}

/** Announces again the last decided case of each category, after something elsewhere changed what the public may see of it. */
export async function announceHiddenTypes(trx: Trx, app: App, providerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Case>`
    select distinct on (provider_id, category_key) * from verification_case
    where provider_id = any(${providerIds}::uuid[]) and outcome is not null and not for_appeal
    order by provider_id, category_key, opened_at desc`.execute(trx);
  for (const found of rows) await emit(trx, caseChanged, await casePayload(trx, found, app.now()));
}
