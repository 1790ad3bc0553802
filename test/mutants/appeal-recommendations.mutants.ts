import { mutantsOf } from './mutant.ts';

const tests = 'src/outcome/appeals/appeal-recommendations.test.ts';
const migration = 'src/db/migrations/0004-appeals-and-duties.sql';
const own = 'src/db/migrations/0020-appeal-recommendations.sql';
const lines = 'src/outcome/appeals/appeal-lines.ts';

/** Nobody overturns a decision alone (docs/domain/appeal.md 14). */
export const mutants = mutantsOf('services/verification', [
  ['src/outcome/appeals/create-appeal-decision.ts', 'if (!recommendation)', 'if (false)', tests],
  ['src/outcome/appeals/lock-appeal.ts', '  assertNotRecommended(locked);', '', tests],
  ['src/outcome/appeals/create-appeal-check.ts', 'rule: lockUnrecommended', 'rule: lockAppeal', tests],
  [
    'src/outcome/appeals/create-appeal-recommendation.ts',
    'assertEvidenceIsIn(locked, app.now());',
    '',
    'src/outcome/appeals/appeals.test.ts',
  ],
  [
    'src/outcome/appeals/create-appeal-recommendation.ts',
    'await assertRead(trx, { caseId: found.id, userId: actor.userId }, judgedBy(lines, claims), now);',
    '',
    'src/case/reading/unread.test.ts',
  ],
  [
    'src/outcome/appeals/create-appeal-recommendation.ts',
    "await endAssignment(trx, { caseId: found.id, duty: 'appeal' }, now);",
    '',
    tests,
  ],
  [
    lines,
    "if (!of) return [{ field: `claims.${index}.result`, code: 'not_recommended' as const }];",
    'if (!of) return [];',
    tests,
  ],
  [lines, 'Date.parse(validUntil) > Date.parse(of.validUntil)', 'false', tests],
  [
    lines,
    'new Map(recommendedClaims(recommendation).map(({ type, limitations }) => [type, limitations]))',
    'new Map()',
    tests,
  ],
  ['src/outcome/appeals/create-appeal-decision.ts', 'recommended: recommendedLimitations(recommendation),', '', tests],
  [own, 'and l.limitations <@ (c.limitations || k.limitations || q.claim_limitations)', '', tests],
  [lines, 'validUntil: claim.validUntil ?? of.validUntil', 'validUntil: claim.validUntil', tests],
  [
    'src/case/effects/queries.ts',
    'union select unnest(r.heard_by) from appeal_recommendation r join appeal a on a.id = r.appeal_id where a.case_id = ${id}',
    '',
    tests,
  ],
  [
    'src/outcome/decisions/decision-view.ts',
    '(await findAppealRecommender(db, decision.id)) ?? decision.recommender_id',
    'decision.recommender_id',
    'src/outcome/appeals/appeals.test.ts',
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    'where a.case_id = of_case and person = any (r.heard_by)',
    'where false',
    tests,
  ],
  [
    migration,
    'if exists (select from appeal_recommendation where appeal_id = of_appeal.id) then\n        raise',
    'if false then\n        raise',
    tests,
  ],
  [
    migration,
    'if not exists (select from appeal_recommendation where appeal_id = of_appeal.id) then',
    'if false then',
    tests,
  ],
  [own, "a.duty = 'appeal' and worked_for(a)", "a.duty = 'appeal'", 'src/duties/untouched-duty.test.ts'],
  [own, 'call require_appeal_duty(new.recommender_id, of_appeal);', '', tests],
  [own, "c.type = l.claim_type and c.result = 'granted'", 'c.type = l.claim_type', tests],
  [own, 'and l.limitations @> c.limitations and', 'and', tests],
  [own, 'and l.valid_until <= coalesce(c."validUntil", l.valid_until))', ')', tests],
]);
