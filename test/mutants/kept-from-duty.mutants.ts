import { mutantsOf } from './mutant.ts';

const kept = 'src/duties/kept-from-duty.test.ts';
const migration = 'src/db/migrations/0030-kept-from-duty.sql';
const queries = 'src/case/effects/queries.ts';
const announced = 'src/case/effects/announce-changes.ts';
const subjects = 'src/from-other-services/claim-subjects.ts';
const excluded = 'src/queue/item-claims/excluded.test.ts';

/** Nobody is given, or reads, a case whose duty they may not hold. */
export const mutants = [
  ...mutantsOf('services/verification', [
    [migration, 'select stands_with_provider(person, of_case) or', 'select', kept],
    [migration, ' or judged_reviewed_case(person, of_case)', '', kept],
    [migration, ' or accepted_results(person, of_case)', '', 'src/case/visits/who-accepts.test.ts'],
    [migration, " and assignee_id = person and duty = 'decide'", ' and false', kept],
    [migration, "when 'decide' then has_reviewed(person, of_case)", "when 'decide' then false", kept],
    [migration, ' or judged_before_appeal(person, of_case)', '', kept],
    [migration, "when state = 'under_appeal' then 'appeal' ", '', kept],
    [queries, 'where o.permissions && ${casePermissions}::text[]', '', kept],
    [queries, 'or case_id in (select id from verification_case where reviewed_case_id = ${id})', '', kept],
    [queries, "eb('c.id', '=', reviewed_case_id)", "eb('c.id', '=', id)", kept],
    [queries, '${id} in (select cases_under_review(c.id))', 'false', kept],
    [announced, 'if (!found || isDeepStrictEqual(', 'if (!found || !isDeepStrictEqual(', kept],
    [announced, 'isDeepStrictEqual(await excludedFrom(trx, found), excluded)', 'false', kept],
    [announced, '  await announceBeside(trx, app, found);', '', kept],
    ['src/outcome/decisions/record-decision.ts', '  await announceBeside(trx, app, found);', '', kept],
    [subjects, 'union select provider_id from claim_subject where person_id = ${personId}::uuid', '', kept],
    [subjects, 'where own.provider_id = any(${providerIds}::uuid[])', 'where false', kept],
    ['src/case/record/visibility.ts', 'return mayHold(db, actor.userId, found.id, free);', 'return true;', kept],
    ['src/case/record/visibility.ts', '|| permitted.some(isOwn)', '', kept],
    ['src/duties/on-operator-changed.ts', 'await findRepresented(trx, userId)', '[]', kept],
    ['src/holding/queries.ts', 'or not kept_from_duty(${userId}, ${caseId}, duty_of(c.state))', 'or true', kept],
  ]),
  ...mutantsOf('services/operations', [
    ['src/queue/kinds/verification-cases.ts', '    and ${userId} <> all(c.excluded_ids))`;', ')`;', excluded],
    ['src/queue/kinds/verification-cases.ts', 'is null and ${userId} <> all(c.excluded_ids))', 'is null)', excluded],
    [
      'src/directory/cases/queries.ts',
      'is null and not ${decidable} and ${mayHold})',
      'is null and not ${decidable})',
      excluded,
    ],
    [
      'src/directory/cases/queries.ts',
      'is null and ${decidable} and ${mayHold})',
      'is null and ${decidable})',
      excluded,
    ],
    ['src/directory/cases/queries.ts', "'under_appeal' and ${mayHold})", "'under_appeal')", excluded],
    ['src/queue/item-claims/queries.ts', ' or ${operatorId} = any(excluded_ids)', '', excluded],
    ['src/queue/item-claims/queries.ts', "when k.operator_id = any(c.excluded_ids) then 'moved_on'", '', excluded],
    [
      'src/queue/holding/queries.ts',
      'and coalesce(${userId} not in (',
      'and coalesce(true or ${userId} not in (',
      excluded,
    ],
    [
      'src/queue/holding/queries.ts',
      'and not exists (select from lost_duty where',
      'and not exists (select from lost_duty where false and',
      excluded,
    ],
  ]),
];
