import type { Actor } from '@trust/contracts/actor';
import type { Trx } from '../app.ts';
import { listRepresented } from '../from-other-services/representatives/queries.ts';
import { ownProviders } from '../own-providers.ts';

/** `review`, `decide` and `appeal`: own and unassigned work of that kind. `everything`: all cases and escalations. */
export type Visibility = {
  everything: boolean;
  review: boolean;
  decide: boolean;
  appeal: boolean;
  escalations: boolean;
  incidents: boolean;
  emergencies: boolean;
  emergencyActions: boolean;
  measures: boolean;
  fieldWork: boolean;
  reviews: boolean;
  disputes: boolean;
  expiries: boolean;
  duplicates: boolean;
  overrides: boolean;
  userId: string;
  ownProviders: string[];
};

/** Assigners see all, reviewers own and unassigned work, deciders others' reviews (docs/domain/work-queue.md 2). */
export function visibilityOf(actor: Actor): Visibility {
  const { permissions, userId } = actor;
  return {
    everything: permissions.includes('verification.cases.assign'),
    review: permissions.includes('verification.cases.review'),
    escalations: permissions.includes('operations.escalations.manage'),
    incidents: permissions.includes('operations.incidents.manage'),
    emergencies: permissions.includes('operations.emergency.review'),
    emergencyActions: permissions.includes('operations.emergency.act'),
    measures: permissions.includes('operations.providers.manage'),
    fieldWork: permissions.includes('operations.field-work.manage'),
    reviews: permissions.includes('reviews.moderate'),
    disputes: permissions.includes('operations.disputes.manage'),
    expiries: permissions.includes('operations.expiry.read'),
    duplicates: permissions.includes('operations.providers.manage'),
    overrides: permissions.includes('operations.overrides.approve'),
    decide: permissions.includes('verification.cases.decide'),
    appeal: permissions.includes('verification.appeals.review'),
    userId,
    ownProviders: ownProviders(actor),
  };
}

/** The session knows no acceptance that awaits approval: they read of it, and change nothing (docs/domain/invitations.md 12). */
export async function changeableBy(trx: Trx, actor: Actor, at: Date): Promise<Visibility> {
  const visibility = visibilityOf(actor);
  const represented = await listRepresented(trx, actor.userId, at);
  return { ...visibility, ownProviders: [...visibility.ownProviders, ...represented] };
}
