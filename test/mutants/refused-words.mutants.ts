import { mutantsOf } from './mutant.ts';

const disputes = 'src/customers/disputes';
const once = `${disputes}/decided-once.test.ts`;
const later = 'src/moderation/later-disputes.test.ts';

/** What operators refused or decided is neither shown nor asked again. */
export const mutants = [
  ...mutantsOf('services/provider', [
    [`${disputes}/create-dispute.ts`, 'assertNotDecided(decided, reasonCode);', '', once],
    [`${disputes}/create-dispute.ts`, 'one.reason_code === reasonCode', 'true', once],
    [`${disputes}/create-dispute.ts`, 'earlier_subjects: decided.map(({ id }) => id),', '', once],
    [`${disputes}/queries.ts`, 'coalesce(a.outcome, d.outcome)', 'd.outcome', once],
    [`${disputes}/queries.ts`, "and d.state = 'resolved' and", 'and', once],
    [`${disputes}/queries.ts`, ' and d.opened_at <= ${opened_at}', '', once],
    ['src/provider-record/moderation/request-moderation.ts', '...subjects, ', '', once],
    ['src/db/migrations/0036-decided-once.sql', "reason_code = new.reason_code and state = 'resolved'", 'false', once],
  ]),
  ...mutantsOf('services/operations', [
    ['src/moderation/on-moderation-requested.ts', 'payload.earlierSubjectIds ?? []', '[]', later],
    ['src/moderation/decide.ts', "  'later_dispute_has_another_decider',", '', later],
    ['src/db/migrations/0022-later-disputes.sql', "and new.earlier_subjects <> '{}'", 'and false', later],
    ['src/queue/kinds/moderations.ts', 'earlier.subject_id = any(m.earlier_subjects)', 'false', later],
  ]),
];
