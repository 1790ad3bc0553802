import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import { findActiveSelection } from '../../from-other-services/service-selections.ts';
import { revocationTime } from '../effects/revocation-time.ts';
import { stateAt } from '../record/transitions.ts';
import { listGraveRefusals } from '../refusals/queries.ts';
import { waitAfterRefusals } from '../refusals/wait-after-refusals.ts';
import type { OpeningFacts } from './opening-rules.ts';

/** Undefined if the provider is unknown. Lock the provider before. */
export async function findOpeningFacts(
  trx: Trx,
  { providerId, categoryKey }: { providerId: string; categoryKey: string },
  now: Date,
): Promise<OpeningFacts | undefined> {
  const provider = await trx.selectFrom('provider').selectAll().where('id', '=', providerId).executeTakeFirst();
  if (!provider) return undefined;
  const claims = await trx
    .selectFrom('claim as c')
    .innerJoin('decision as d', 'd.id', 'c.decision_id')
    .select(['c.claim_type as type', 'c.state', 'c.valid_until as validUntil', 'd.requirement_version_id as versionId'])
    .select(revocationTime(now).as('revokesAt'))
    .select(
      sql<boolean>`exists (select from claim_subject where id = c.subject_id and ended_at is not null)`.as(
        'hasSubjectEnded',
      ),
    )
    .where('c.provider_id', '=', providerId)
    .where('c.category_key', '=', categoryKey)
    .where('c.state', 'in', ['active', 'suspended'])
    .execute();
  const cases = await trx
    .selectFrom('verification_case as c')
    .select(['c.id', 'c.state', 'c.outcome', 'c.correction_due_at', 'c.for_appeal as isForAppeal'])
    .select(sql<Date | null>`(select max(decided_at) from decision where case_id = c.id)`.as('decidedAt'))
    .where('c.provider_id', '=', providerId)
    .where('c.category_key', '=', categoryKey)
    .orderBy('c.opened_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
  const selection = await findActiveSelection(trx, providerId, categoryKey);
  return {
    // Null: the provider changed last before these facts were announced.
    provider: {
      state: provider.state,
      hasProfile: provider.has_profile ?? true,
      hasLocation: provider.has_location ?? true,
    },
    selection,
    refusedUntil: waitAfterRefusals(
      selection ? await listGraveRefusals(trx, { providerId, claims: selection.claims }) : [],
      providerId,
    ),
    claims,
    cases: cases.map((one) => ({ ...one, state: stateAt(one, now) })),
  };
}
