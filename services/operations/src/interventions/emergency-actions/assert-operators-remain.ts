import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import {
  canAnotherOperatorReview,
  hasUnreviewedAgainstOperator,
  isSignedOut,
  leavesTooFewApprovers,
  lockActionsAgainstOperators,
} from './queries.ts';

/** As many as identity keeps (docs/domain/roles-and-step-up.md 21). */
const fewestApprovers = 3;

type Intended = { actorId: string; targetId: string; at: Date };

/** Against the sessions of an operator. Until the transaction ends, nobody else acts against one (promise Z5). */
export async function assertOperatorsRemain(trx: Trx, { actorId, targetId, at }: Intended): Promise<void> {
  await lockActionsAgainstOperators(trx);
  if (await hasUnreviewedAgainstOperator(trx, actorId))
    throw conflict({
      en: 'Nobody has reviewed your last action against the sessions of an operator. Ask another operator to lift and review it first, or revoke roles with `DELETE /operations/operators/{userId}/roles/{role}`.',
      fr: 'Personne n’a examiné votre dernière mesure contre les sessions d’une autre personne de l’équipe. Demandez d’abord à une autre personne de la lever et de l’examiner, ou retirez des rôles avec `DELETE /operations/operators/{userId}/roles/{role}`.',
    });
  // A request on its way when the sessions of its actor ended.
  if (await isSignedOut(trx, actorId, at))
    throw conflict({
      en: 'An emergency action against your sessions is in force. Wait for its end.',
      fr: 'Une mesure d’urgence contre vos sessions est en vigueur. Attendez sa fin.',
    });
  if (!(await canAnotherOperatorReview(trx, { actorId, targetId, at })))
    throw conflict({
      en: 'No other operator could lift and review this action. Revoke roles with `DELETE /operations/operators/{userId}/roles/{role}`, or have `security` granted to a third person first.',
      fr: 'Personne d’autre ne pourrait lever et examiner cette mesure. Retirez des rôles avec `DELETE /operations/operators/{userId}/roles/{role}`, ou faites d’abord attribuer `security` à une troisième personne.',
    });
  if (await leavesTooFewApprovers(trx, { targetId, at, fewest: fewestApprovers }))
    throw conflict({
      en: 'Three operators who can approve roles must remain while another one is signed out. Lift the action against that one first: its sessions stay ended.',
      fr: 'Trois personnes qui peuvent approuver des rôles doivent rester tant qu’une autre est déconnectée. Levez d’abord la mesure contre celle-ci : ses sessions restent terminées.',
    });
}
