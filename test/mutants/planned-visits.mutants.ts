import { mutantsOf } from './mutant.ts';

const visits = 'src/case/visits';
const planned = `${visits}/planned-visits.test.ts`;
const accepts = `${visits}/who-accepts.test.ts`;
const migration = 'src/db/migrations/0014-planned-visits.sql';
const agents = 'src/db/migrations/0015-agents-of-visits.sql';
const onPlanned = `${visits}/on-field-work-planned.ts`;
const accept = `${visits}/accept-submission.ts`;
const frozen = 'src/field-work/items/frozen-case.test.ts';
const time = 'src/field-work/visit-time.ts';
const submission = 'src/field-work/submissions/create-field-submission.ts';
const timed = 'src/field-work/visit-time.test.ts';
const desk = 'src/field-work/items/planned-visit.test.ts';

export const mutants = [
  ...mutantsOf('services/operations', [
    [time, 'starts_at.getTime() - earlyMs', '0', timed],
    [time, 'const earlyMs = 3_600_000', 'const earlyMs = 3_610_000', timed],
    [time, 'visitedOn > dateOf(calendar, at)', 'false', timed],
    [time, 'visitedOn >= dateOf(calendar, starts_at)', 'true', timed],
    [time, 'visitedOn <= dateOf(calendar, ends_at)', 'true', timed],
    [submission, 'if (row.is_final) assertVisitedInTime', 'assertVisitedInTime', timed],
    [submission, 'row.photo_ids.length === 0', 'false', timed],
    ['src/field-work/items/transition-field-work-item.ts', 'new Date(startsAt) < at', 'false', timed],
    ['src/field-work/items/transition-field-work-item.ts', 'assertNotEarly(before, at);', '', timed],
    ['src/db/migrations/0019-photos-of-visits.sql', 'cardinality(photo_ids) > 0', 'true', timed],
    ['src/field-work/items/create-field-work-item.ts', 'await announcePlanned(trx, item, at);', '', desk],
    ['src/field-work/items/create-field-work-item.ts', '!keys.includes(requirementKey)', 'false', desk],
    ['src/field-work/items/create-field-work-item.ts', 'if (keys === null)', 'if (false)', desk],
    ['src/field-work/items/create-field-work-item.ts', 'await assertNotFrozen(trx, caseId, at);', '', frozen],
    ['src/field-work/queries.ts', ".where('lifted_at', 'is', null)", '', frozen],
    ['src/field-work/queries.ts', ".where('target_id', '=', caseId)", '', frozen],
    ['src/field-work/items/transition-field-work-item.ts', "transition === 'schedule' || ", '', frozen],
    ['src/field-work/items/transition-field-work-item.ts', " || transition === 'accept') await", ') await', frozen],
    ['src/field-work/submissions/review-submission.ts', 'acceptorId: by,', '', desk],
    [
      'src/field-work/submissions/review-submission.ts',
      'if (isAccepted && last.is_by_judge)',
      'if (false)',
      'test/field-work-actions.test.ts',
    ],
    ['src/field-work/submissions/review-submission.ts', 'agentId: submission.agent_id,', '', desk],
    ['src/db/migrations/0016-agents-judge-nothing.sql', 'case_id = new.case_id and ', 'false and ', desk],
    ['src/db/migrations/0012-planned-visits.sql', 'c.reviewer_id, c.decider_id', 'c.decider_id', desk],
    ['src/db/migrations/0012-planned-visits.sql', 'c.decider_id, c.appeal', 'c.appeal', desk],
    ['src/db/migrations/0012-planned-visits.sql', ', c.recommender_id', '', desk],
    [
      'src/from-other-services/requirement-versions/queries.ts',
      "claim.methods.includes('field_visit')",
      'claim.methods.length > 0',
      desk,
    ],
    [
      'src/from-other-services/requirement-versions/queries.ts',
      ".column('id').doUpdateSet(keys)",
      ".column('id').doNothing()",
      desk,
    ],
  ]),
  ...mutantsOf('services/verification', [
    [onPlanned, 'if (open) return serveRequested(trx, open, workItemId);', 'if (open) return;', planned],
    [onPlanned, 'open.work_item_id !== null', 'false', planned],
    [onPlanned, '(await wasNamedBy(trx, current, at))', 'true', planned],
    [onPlanned, "state === 'withdrawn' || state === 'expired'", 'false', planned],
    [onPlanned, "return 'case_decided';", 'return undefined;', planned],
    [onPlanned, 'await audit(', 'void (', planned],
    [`${visits}/on-field-work.ts`, ' ?? (await lockVisitOfItem(trx, workItemId))', '', planned],
    [`${visits}/on-field-work.ts`, ' && !isEnded(visit.state)', '', planned],
    ['src/from-other-services/claim-subjects.ts', ".where('named_at', '<=', at)", '', planned],
    [accept, 'await hasJudged(trx, id, found.id)', 'false', accepts],
    [accept, '[agentId, acceptorId]', '[acceptorId]', accepts],
    [
      `${visits}/queries.ts`,
      'union all select from recommendation where',
      'union all select from recommendation where false and',
      accepts,
    ],
    [accept, 'if (assignee_id !== userId) continue;', 'continue;', accepts],
    [accept, 'if (involved.length > 0) await announceDuties(trx, app, found);', '', accepts],
    [migration, '(new.requested_by is not null or s.named_at <= new.requested_at)', 'true', planned],
    [
      migration,
      "check (requested_by is not null or subject_id is not null or state in ('requested', 'cancelled'))",
      'check (true)',
      planned,
    ],
    [migration, 'if accepted_results(new.assignee_id, new.case_id)', 'if false', accepts],
    [agents, 'person in (accepted_by, made_by)', 'person = accepted_by', accepts],
    [agents, 'if judges(new.made_by, new.case_id)', 'if false', accepts],
    [migration, 'if judges(new.accepted_by, new.case_id)', 'if false', accepts],
    [migration, 'where case_id = of_case and checked_by = person', 'where false', accepts],
    [migration, 'assignee_id = person and ended_at is null', 'false', accepts],
  ]),
];
