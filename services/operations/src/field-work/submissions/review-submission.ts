import type { PayloadOf } from '@trust/contracts/event';
import { fieldSubmissionAccepted } from '@trust/contracts/events/field-work';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import type { Updateable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { FieldWorkItem } from '../../db/schema.ts';
import { notifyOperator } from '../../notify-operator.ts';
import { problemIn, type Refusals } from '../../refusals.ts';
import { visitOf } from '../announce.ts';
import { type ItemRow, updateItem } from '../queries.ts';
import { findReviewable, findSubmission, insertReview, type SubmissionRow } from './queries.ts';
import { placeMatchOf } from './submission-view.ts';

type Review = {
  transition: 'accept' | 'return';
  submissionId: string;
  reviewerId: string;
  reason: string;
  at: Date;
  changes: Updateable<FieldWorkItem>;
};

/** Constraints of the table decide who may review which submission (promise Z3), and that they read it (promise T2). */
export async function reviewSubmission(trx: Trx, item: ItemRow, review: Review): Promise<ItemRow> {
  const { transition, submissionId, reviewerId, reason, at, changes } = review;
  const submission = await findSubmission(trx, submissionId);
  if (submission?.work_item_id !== item.id) throw notTheLast();
  await insertReview(trx, {
    submission_id: submission.id,
    work_item_id: item.id,
    agent_id: submission.agent_id,
    reviewer_id: reviewerId,
    outcome: transition === 'accept' ? 'accepted' : 'returned',
    reason,
    reviewed_at: at,
  }).catch(problemIn(refusals));
  const accepted = transition === 'accept';
  const after = await updateItem(trx, item.id, { ...changes, ...(accepted && { ended_at: at }) });
  if (accepted) await announceAccepted(trx, after, submission, { at, by: reviewerId });
  else
    await notifyOperator(trx, {
      userId: submission.agent_id,
      template: 'visit_returned',
      type: 'field_work_item',
      id: item.id,
    });
  return after;
}

async function announceAccepted(
  trx: Trx,
  item: ItemRow,
  submission: SubmissionRow,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const visit = visitOf(item, at);
  if (!visit) return;
  const placeMatches = placeMatchOf(submission.is_place_confirmed);
  await emit(trx, fieldSubmissionAccepted, {
    ...visit,
    submissionId: submission.id,
    observations: submission.observations as PayloadOf<typeof fieldSubmissionAccepted>['observations'],
    publicSummary: submission.summary,
    visitedOn: submission.visited_on,
    ...(placeMatches && { placeMatches }),
    agentId: submission.agent_id,
    acceptorId: by,
  });
}

/** In the order of the guards. Not whether the results were read: the answer that asks this shows them. */
export async function assertReviewable(
  trx: Trx,
  item: ItemRow,
  { transition, reviewerId }: Pick<Review, 'transition' | 'reviewerId'>,
): Promise<void> {
  const last = await findReviewable(trx, item.id, reviewerId);
  if (!last) throw refusals.review_open();
  const isAccepted = transition === 'accept';
  if (isAccepted && last.lacks_photos) throw refusals.accepted_has_photos();
  if (isAccepted && last.exposes) throw refusals.accepted_exposes_nothing();
  if (isAccepted && last.is_by_judge) throw refusals.results_not_accepted_by_judge();
  if (last.is_by_agent) throw refusals.review_not_by_agent();
}

/** Each key is a constraint that decides who may review which submission. */
const refusals = {
  review_not_by_agent: () => new Problem('separation-of-duties'),
  results_not_accepted_by_judge: () => new Problem('separation-of-duties'),
  reviewer_has_read: () => new Problem('content-not-read'),
  review_open: () => notTheLast(),
  accepted_exposes_nothing: () =>
    conflict({
      en: 'The submission says that it exposes private data. Return it to the agent.',
      fr: 'Le compte rendu indique qu’il expose des données privées. Renvoyez-le à son auteur.',
    }),
  accepted_has_photos: () =>
    conflict({
      en: 'A photo of the submission has not arrived, or failed its malware scan. Read the submission, then wait or return it.',
      fr: 'Une photo du compte rendu n’est pas arrivée ou n’a pas passé l’analyse antivirus. Relisez le compte rendu, puis attendez ou renvoyez-le.',
    }),
} satisfies Refusals;

export function notTheLast(): Problem {
  return conflict({
    en: 'This is not the last final submission of the work item. Read it again.',
    fr: 'Ce n’est pas le dernier compte rendu final de la visite. Relisez-la.',
  });
}
