import { mutantsOf } from './mutant.ts';

const folder = 'src/interventions/emergency-actions';
const tests = `${folder}/against-operators.test.ts`;
const [create, remain, queries, lift] = [
  'create-emergency-action',
  'assert-operators-remain',
  'queries',
  'lift-emergency-action',
].map((name) => `${folder}/${name}.ts`) as [string, string, string, string];
const repeated = `${folder}/repeated-actions.test.ts`;
const again = 'src/db/migrations/0017-repeated-emergency-actions.sql';
const migration = 'src/db/migrations/0013-actions-against-operators.sql';

const holds = 'src/db/migrations/0020-repeated-holds.sql';
const incidents = 'src/interventions/incidents';

export const mutants = mutantsOf('services/operations', [
  [holds, "perform pg_advisory_xact_lock(hashtextextended('hold ' || new.provider_id, 0));", '', incidents],
  [holds, 'provider_id = new.provider_id and opened_by', 'opened_by', incidents],
  [holds, ' and opened_by = new.opened_by', '', incidents],
  [holds, ' and holds_publication\n', '\n', incidents],
  [holds, "'30 days'", "'29 days'", incidents],
  [holds, 'resolved_at is null or ', '', incidents],
  [`${incidents}/resolve-incident.ts`, ' || userId === resolved_by', '', incidents],
  [create, 'if (isAgainstOperator) await notifyOfRevocation(trx, targetId);', '', tests],
  [remain, 'await lockActionsAgainstOperators(trx);', '', tests],
  [remain, 'if (await hasUnreviewedAgainstOperator(trx, actorId))', 'if (false)', tests],
  [remain, 'if (await isSignedOut(trx, actorId, at))', 'if (false)', tests],
  [remain, 'if (!(await canAnotherOperatorReview(trx, { actorId, targetId, at })))', 'if (false)', tests],
  [queries, '${review} = any(o.permissions)', 'cardinality(o.permissions) > 0', tests],
  [queries, 'o.user_id not in (${actorId}, ${targetId})', 'o.user_id <> ${actorId}', tests],
  [queries, 'o.user_id not in (${actorId}, ${targetId})', 'o.user_id <> ${targetId}', tests],
  [
    queries,
    'not exists (select from emergency_action a where',
    'not exists (select from emergency_action a where false and',
    tests,
  ],
  [queries, "a.kind = 'revoke_sessions' and a.lifted_at is null", "a.kind = 'revoke_sessions'", tests],
  [queries, 'a.lifted_at is null and a.expires_at > ${now}', 'a.lifted_at is null', tests],
  [queries, 'and cardinality(o.permissions) > 0 and', 'and', tests],
  [queries, 'and not exists (select from emergency_review r where r.action_id = a.id)`', '`', tests],
  [remain, 'if (await leavesTooFewApprovers(trx, { targetId, at, fewest: fewestApprovers }))', 'if (false)', tests],
  [remain, 'const fewestApprovers = 3;', 'const fewestApprovers = 2;', tests],
  [queries, 'having bool_or(user_id = ${targetId}) and', 'having', tests],
  [queries, 'and bool_or(is_signed_out)', '', tests],
  [queries, 'where not is_signed_out and user_id <> ${targetId}', 'where user_id <> ${targetId}', tests],
  [queries, 'where not is_signed_out and user_id <> ${targetId}', 'where not is_signed_out', tests],
  [lift, 'isConcerned && (await isOperator(trx, found.target_id))', 'false', 'test/actions.test.ts'],
  [lift, ' || found.target_id === actor.userId', '', 'test/actions.test.ts'],
  [migration, 'new.lifted_by in (new.acted_by, new.target_id)', 'new.lifted_by = new.target_id', tests],
  [migration, 'new.lifted_by in (new.acted_by, new.target_id)', 'new.lifted_by = new.acted_by', tests],
  [migration, 'user_id = new.target_id and cardinality(permissions) > 0', 'user_id = new.target_id', tests],
  [migration, "if tg_op = 'INSERT' and exists (", 'if false and exists (', tests],
  [migration, "if tg_op = 'INSERT' and exists (", 'if exists (', tests],
  [
    migration,
    "and a.kind = 'revoke_sessions' and cardinality(o.permissions) > 0",
    "and a.kind = 'revoke_sessions'",
    tests,
  ],
  [migration, 'and not exists (select from emergency_review r where r.action_id = a.id)', '', tests],
  [
    create,
    "if (brokenConstraint(error) !== 'emergency_action_after_justified') throw error;",
    'throw error;',
    repeated,
  ],
  [again, 'target_id = new.target_id and ', '', repeated],
  [again, 'kind = new.kind and ', '', repeated],
  [again, ' and acted_by = new.acted_by', '', repeated],
  [again, 'started_at desc, id desc', 'started_at, id', repeated],
  [again, " and outcome = 'justified'", '', repeated],
  [again, 'if last_one is not null and not exists (', 'if false and not exists (', repeated],
  [
    'src/interventions/emergency-actions/queries.ts',
    "    .where('lifted_at', 'is', null)\n",
    '',
    'src/interventions/emergency-actions/emergency-actions.test.ts',
  ],
]);
