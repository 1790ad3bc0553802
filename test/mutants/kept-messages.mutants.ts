import { mutantsOf } from './mutant.ts';

const kept = 'src/customers/enquiries/kept-messages.test.ts';
const view = 'src/customers/enquiries/enquiry-view.ts';
const states = 'src/customers/enquiries/states.ts';
const silent = 'src/customers/silent-enquiries/silent-enquiries.test.ts';
const close = 'src/customers/silent-enquiries/close-silent-enquiries.ts';
const queries = 'src/customers/enquiries/queries.ts';

/** What was written for the work goes with it (docs/domain/enquiry.md 35). */
export const mutants = mutantsOf('services/provider', [
  [view, '(keptUntil && keptUntil <= at) || ', '', kept],
  [view, 'isKept ? null :', 'false ? null :', kept],
  [states, "if (side === 'provider' && !wasAccepted) return ended_at;", '', kept],
  [states, ' && answered_at !== null', '', kept],
  [states, "state === 'closed' && answered_at", 'answered_at', kept],
  [queries, 'and not ${isOfOpenQuestion(sql`e.id`, at)}', '', kept],
  [queries, 'and d.ended_at is null)', ')', kept],
  [queries, 'union all select id from review where interaction_id = i.id', '', kept],
  [queries, "and (e.ended_at is not null or e.state = 'sent')", '', kept],
  [queries, " or m.state = 'decided' and not m.is_appeal and m.ended_at > ${appealableSince}", '', kept],
  [queries, ' and m.ended_at > ${appealableSince}', '', kept],
  ['src/prune-tasks.ts', '  deleteOldMessages,', '', kept],
  ['src/prune-tasks.ts', '  closeSilentEnquiries,', '', silent],
  [close, ' and m.sent_at > ${before})', ' and false)', silent],
  [close, ' and i.recorded_at > ${before})', ' and false)', silent],
  [close, 'and not ${isOfOpenQuestion(sql`e.id`, at)}', '', silent],
  [close, 'and e.answered_at <= ${before}', '', silent],
  [close, 'await sql`delete from enquiry_contact where enquiry_id = ${enquiryId}`.execute(trx);', '', silent],
]);
