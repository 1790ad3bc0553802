import { mutantsOf } from './mutant.ts';

const tests = 'src/interventions/emergency-actions';
const [create, remain, queries] = ['create-emergency-action', 'assert-operators-remain', 'queries'].map(
  (name) => `${tests}/${name}.ts`,
) as [string, string, string];

export const mutants = mutantsOf('services/operations', [
  [create, 'if (isAgainstOperator) await notifyOfRevocation(trx, targetId);', '', tests],
  [remain, 'await lockActionsAgainstOperators(trx);', '', tests],
  [remain, 'if (await hasActionAgainstOperator(trx, actorId, at))', 'if (false)', tests],
  [remain, 'if (await isSignedOut(trx, actorId, at))', 'if (false)', tests],
  [remain, 'if (!(await canAnotherOperatorReview(trx, { actorId, targetId, at })))', 'if (false)', tests],
  [queries, '${review} = any(o.permissions)', 'cardinality(o.permissions) > 0', tests],
  [queries, 'o.user_id not in (${actorId}, ${targetId})', 'o.user_id <> ${actorId}', tests],
  [queries, 'o.user_id not in (${actorId}, ${targetId})', 'o.user_id <> ${targetId}', tests],
  [queries, 'a.target_id = o.user_id and ${isInForce(at)}', 'false', tests],
  [queries, "a.kind = 'revoke_sessions' and a.lifted_at is null", "a.kind = 'revoke_sessions'", tests],
  [queries, 'a.lifted_at is null and a.expires_at > ${now}', 'a.lifted_at is null', tests],
  [queries, 'and cardinality(o.permissions) > 0 and', 'and', tests],
]);
