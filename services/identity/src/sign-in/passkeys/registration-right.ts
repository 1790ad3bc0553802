import type { Actor } from '@trust/contracts/actor';
import { passkeyRequired, requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { isPasskeySession } from '../../sessions/passkey-sessions.ts';
import { findPasskeys } from './of-person.ts';
import { hasEnrolment, type PasskeyRow } from './queries.ts';

const maxPasskeys = 10;

/**
 * The first passkey needs an enrolment token, later ones a recent sign-in with a passkey: a code alone, which a taken
 * mailbox receives, registers none. Returns the passkeys of the person.
 */
export async function requireRegistrationRight(
  db: Db,
  { actor, enrolmentHash }: { actor: Actor; enrolmentHash: Buffer | null },
  now: Date,
): Promise<PasskeyRow[]> {
  // Read before the passkeys: a registration meanwhile uses up the enrolment and adds a passkey, in this order.
  const isEnrolled = enrolmentHash !== null && (await hasEnrolment(db, actor.userId, enrolmentHash, now));
  const passkeys = await findPasskeys(db, actor.userId);
  if (passkeys.length === 0) {
    if (!isEnrolled) throw new Problem('enrolment-required');
    return passkeys;
  }
  if (!(await isPasskeySession(db, actor.sessionId))) throw passkeyRequired();
  requireFreshSignIn(actor, now);
  if (passkeys.length >= maxPasskeys) throw conflict(tooMany);
  return passkeys;
}

const tooMany = {
  en: `You have ${maxPasskeys} passkeys. Delete one before you add another.`,
  fr: `Vous avez ${maxPasskeys} clés d’accès. Supprimez-en une avant d’en ajouter une autre.`,
};
