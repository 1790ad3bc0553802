import type { Text } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { FieldVisitState } from '../../db/schema.ts';
import type { VisitWithSubmission } from './queries.ts';
import type { FieldVisit, PlannedVisit } from './schema.ts';
import { isEnded } from './transitions.ts';

type View = z.input<typeof FieldVisit>;

export function toFieldVisit(row: VisitWithSubmission): View {
  return {
    id: row.id,
    requirementKey: row.requirement_key,
    subjectId: row.subject_id,
    ...visitFields(row),
    endReason: row.end_reason as View['endReason'],
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    submission: submissionOf(row),
  };
}

function submissionOf({ submission_id, ...row }: VisitWithSubmission): View['submission'] {
  if (!submission_id || !row.public_summary || !row.visited_on || !row.accepted_at) return null;
  return {
    id: submission_id,
    observations: row.observations as NonNullable<View['submission']>['observations'],
    publicSummary: row.public_summary,
    visitedOn: row.visited_on,
    placeMatches: row.is_place_confirmed === null ? null : row.is_place_confirmed ? 'confirmed' : 'not_confirmed',
    acceptedAt: row.accepted_at.toISOString(),
  };
}

const texts: Record<FieldVisitState, Text> = {
  requested: {
    en: 'A visit on site was requested. You will get a date.',
    fr: 'Une visite sur place a été demandée. Une date vous sera communiquée.',
  },
  created: {
    en: 'A visit on site is being planned. You will get a date.',
    fr: 'Une visite sur place est en préparation. Une date vous sera communiquée.',
  },
  scheduled: {
    en: 'A visit on site has a date. Please make sure that someone is present.',
    fr: 'Une visite sur place a une date. Veuillez vous assurer que quelqu’un soit présent.',
  },
  accepted: { en: 'The visit on site is complete.', fr: 'La visite sur place est terminée.' },
  cannot_complete: {
    en: 'The visit on site could not be completed. We will tell you if another one is planned.',
    fr: 'La visite sur place n’a pas pu avoir lieu. Nous vous préviendrons si une autre est prévue.',
  },
  cancelled: {
    en: 'The visit on site was cancelled. You need do nothing.',
    fr: 'La visite sur place a été annulée. Vous n’avez rien à faire.',
  },
};

/** The last visit of the requirement. */
export function toPlannedVisit(
  visits: readonly VisitWithSubmission[],
  requirementKey: string,
): z.input<typeof PlannedVisit> | null {
  const last = visits.findLast(({ requirement_key }) => requirement_key === requirementKey);
  return last ? { ...visitFields(last), text: texts[last.state] } : null;
}

function visitFields({ state, starts_at, ends_at }: VisitWithSubmission) {
  const isPlanned = !isEnded(state);
  return {
    state,
    startsAt: isPlanned ? (starts_at?.toISOString() ?? null) : null,
    endsAt: isPlanned ? (ends_at?.toISOString() ?? null) : null,
  };
}
