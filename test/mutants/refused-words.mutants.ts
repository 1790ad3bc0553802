import { mutantsOf } from './mutant.ts';

const disputes = 'src/customers/disputes';
const once = `${disputes}/decided-once.test.ts`;
const later = 'src/moderation/later-disputes.test.ts';
const folder = 'src/registration/display-names';
const words = `${folder}/refused-words.test.ts`;
const refuse = `${folder}/refuse-accepted.ts`;
const tables = 'src/db/migrations/0006-display-names.sql';
const decided = 'src/moderation/refused-words.test.ts';

/** What operators refused or decided is neither shown nor asked again. */
export const mutants = [
  ...mutantsOf('services/provider', [
    [`${disputes}/create-dispute.ts`, 'assertNotDecided(decided, reasonCode);', '', once],
    [`${disputes}/create-dispute.ts`, 'one.reason_code === reasonCode', 'true', once],
    [`${disputes}/create-dispute.ts`, 'earlier_subjects: decided.map(({ id }) => id),', '', once],
    [`${disputes}/queries.ts`, 'coalesce(a.outcome, d.outcome)', 'd.outcome', once],
    [`${disputes}/queries.ts`, "and d.state = 'resolved' and", 'and', once],
    [`${disputes}/queries.ts`, ' and (d.opened_at, d.id) < (${opened_at}, ${id}::uuid)', '', once],
    ['src/provider-record/moderation/request-moderation.ts', '...subjects, ', '', once],
    ['src/db/migrations/0036-decided-once.sql', "reason_code = new.reason_code and state = 'resolved'", 'false', once],
    [refuse, 'await refuseVersion(trx, nameId, isNameKept, at);', '', words],
    [refuse, 'if (provider.public_name_id === nameId) await', 'await', words],
    [refuse, 'public_summary: null,', '', words],
    [refuse, 'public_website: null,', '', words],
    [refuse, 'isNameKept ? provider.public_name : null', 'provider.public_name', words],
    [refuse, 'isShown && !isNameKept', '!isNameKept', words],
    [refuse, 'isShown && !isNameKept', 'isShown', words],
    [refuse, 'waits ? null : ', '', words],
    [refuse, 'if (after.publication !== provider.publication)', 'if (false)', words],
    [refuse, "|| outcome !== 'refused'", "|| outcome === 'refused'", words],
    [`${folder}/name-of-day.ts`, 'refused.includes(name) ? null : name', 'name', words],
    [`${folder}/queries.ts`, "where('n.is_name_kept', '=', false)", "where('n.refused_at', 'is not', null)", words],
    [`${folder}/queries.ts`, ' and subject_id <> ${nameId}', '', words],
    [`${folder}/queries.ts`, "interval '1 year'", "interval '9 years'", words],
    [`${folder}/get-display-name.ts`, 'earlier.slice(0, shownRefusals)', 'earlier', words],
    [`${folder}/get-display-name.ts`, "asked?.outcome === 'approved' ? asked", 'false ? asked', words],
    [`${folder}/get-display-name.ts`, "asked?.outcome === 'approved' ? asked", 'true ? asked', words],
    [`${folder}/public-address.ts`, 'select n.refused_at is null from', 'select true from', words],
    [`${folder}/public-address.ts`, 'order by n.ended_at desc', 'order by n.ended_at', words],
    [tables, 'old.refused_at is null and new.refused_at is not null', 'new.refused_at is not null', words],
    [tables, "new.id and state = 'decided' and outcome = 'refused')", 'new.id)', words],
    [tables, '(case when is_name_kept then old.public_name end)', 'new.public_name', words],
  ]),
  ...mutantsOf('services/operations', [
    ['src/moderation/on-moderation-requested.ts', 'payload.earlierSubjectIds ?? []', '[]', later],
    ['src/moderation/decide.ts', "  'later_dispute_has_another_decider',", '', later],
    ['src/db/migrations/0022-later-decisions.sql', "and new.earlier_subjects <> '{}'", 'and false', later],
    ['src/queue/kinds/moderations.ts', 'earlier.subject_id = any(m.earlier_subjects)', 'false', later],
    ['src/moderation/decide.ts', "kind === 'name' && outcome", 'outcome', decided],
    ['src/moderation/decide.ts', '&& isApproved(last)', '', decided],
    ['src/moderation/decide.ts', 'isNameKept !== undefined && !isTakenDown', 'false', decided],
    ['src/moderation/announce.ts', '...(row.is_name_kept !== null && { isNameKept: row.is_name_kept }),', '', decided],
    ['src/db/migrations/0007-moderation-reads.sql', "new.kind in ('media', 'name')", "new.kind = 'media'", decided],
  ]),
];
