import { mutantsOf } from './mutant.ts';

const kept = 'src/customers/enquiries/kept-messages.test.ts';
const view = 'src/customers/enquiries/enquiry-view.ts';
const states = 'src/customers/enquiries/states.ts';
const queries = 'src/customers/enquiries/queries.ts';

/** What was written for the work goes with it (docs/domain/enquiry.md 35). */
export const mutants = mutantsOf('services/provider', [
  [view, 'keptUntil && keptUntil <= at ? [] :', 'false ? [] :', kept],
  [view, 'isKept ? null :', 'false ? null :', kept],
  [states, "if (side === 'provider' && !wasAccepted) return ended_at;", '', kept],
  [states, ' && answered_at !== null', '', kept],
  [states, "state === 'closed' && answered_at", 'answered_at', kept],
  [queries, 'and not ${isOfOpenQuestion(sql`e.id`)}', '', kept],
  [queries, 'and d.ended_at is null)', ')', kept],
  [queries, 'union all select id from review where interaction_id = i.id', '', kept],
  [queries, "and (e.ended_at is not null or e.state = 'sent')", '', kept],
  [
    'src/prune-tasks.ts',
    '(trx, now) => deleteOldMessages(trx, new Date(now.getTime() - messageDays * 86_400_000)),',
    '',
    kept,
  ],
]);
