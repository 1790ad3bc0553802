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

/**
 * Announces again every decided case that asks for a claim about a person, after a decision about another provider changed what the
 * public may see. The last one of a category is not enough: a review may ask for fewer claims than the case before it.
 */
export async function announceHiddenTypes(trx: Trx, app: App, providerIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Case>`
    select c.* from verification_case c
    where c.provider_id = any(${providerIds}::uuid[]) and c.outcome is not null and not c.for_appeal
      and exists (
        select from case_requirement k
          join requirement q on q.requirement_version_id = k.requirement_version_id and q.key = k.requirement_key
        where k.case_id = c.id and q.claim_about = 'person')
    order by c.provider_id, c.opened_at`.execute(trx);
  for (const found of rows) await emit(trx, caseChanged, await casePayload(trx, found, app.now()));
}
