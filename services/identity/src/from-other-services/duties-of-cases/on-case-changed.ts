import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { replaceDuties } from './queries.ts';

type Case = Pick<PayloadOf<typeof caseChanged>, 'caseId' | 'state' | 'duties' | 'dueAt'>;

export const onCaseChanged = [
  ...[caseOpened, caseChanged].map((type) =>
    on(type, (changed, { trx }) => replaceDuties(trx, changed.caseId, unfinished(changed))),
  ),
  on(caseSnapshot, (changed, { trx }) => replaceDuties(trx, changed.caseId, unfinished(changed))),
];

const open: readonly Case['state'][] = [
  'awaiting_evidence',
  'in_review',
  'recommended',
  'awaiting_correction',
  'under_appeal',
];

/** Those that count for the cap (docs/domain/review-and-duties.md 10): a recommended case needs no more review. */
function unfinished({ caseId, state, duties, dueAt }: Case) {
  if (!open.includes(state)) return [];
  return duties
    .filter(({ duty }) => state !== 'recommended' || duty !== 'review')
    .map(({ duty, assigneeId }) => ({
      case_id: caseId,
      duty,
      person_id: assigneeId,
      ends_at: state === 'awaiting_correction' ? dueAt : null,
    }));
}
