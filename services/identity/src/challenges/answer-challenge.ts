import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@trust/service-kit/problem';
import type { AnyInput } from '@trust/service-kit/route';
import { type App, audit } from '../app.ts';
import { requestingDevice } from '../known-devices/requesting-device.ts';
import { type Answered, isOperatorContact, takeTry } from './queries.ts';

const mostTries = 5;

type Tried = {
  challengeId: string;
  code: string;
  /** Who wants it as a contact point; undefined at a sign-in. */
  personId?: string;
  action: string;
};

/**
 * Takes one try at a challenge; returns it if the code is right. Throws 401 otherwise: unknown, used up, expired, too often, for
 * another purpose and wrong are one answer, since which it was would help only a guesser.
 */
export async function answerChallenge(
  input: AnyInput,
  app: App,
  { challengeId, code, personId, action }: Tried,
): Promise<Answered> {
  await app.limits.take('verify', challengeId);
  const challenge = await takeTry(app.db, { challengeId, personId: personId ?? null }, app.now());
  if (!challenge) throw new Problem('code-refused');
  const device = requestingDevice(app.vault, challenge.identifier_index, input.request);
  const mayTry = await takeSignIn(app, challenge, device);
  const isRight = timingSafeEqual(challenge.code_hash, app.hashCode(challengeId, code));
  // A code that was not sent can only be guessed.
  const wasSent = challenge.withheld_because === null;
  if (mayTry && isRight && wasSent) return challenge;
  if (challenge.attempts === mostTries) await recordGuessing(app, input, challenge, action);
  throw new Problem('code-refused');
}

/** An operator's sign-in is limited apart from a member's, and nothing but the count differs: nobody learns who is one. */
async function takeSignIn({ db, limits }: App, challenge: Answered, device: Buffer): Promise<boolean> {
  const name = (await isOperatorContact(db, challenge)) ? 'operator-sign-in' : 'member-sign-in';
  return limits.takeSilently(name, device.toString('base64url'));
}

/**
 * One entry when a challenge has run out of tries, none for a wrong code before: each is counted in its row, and guessing cannot
 * make the audit log grow faster than challenges are given out (ADR 0011).
 */
function recordGuessing(app: App, input: AnyInput, { id, attempts }: Answered, action: string): Promise<void> {
  return app.db.transact((trx) =>
    audit(trx, input, {
      action,
      objectType: 'challenge',
      objectId: id,
      outcome: 'refused',
      after: { tries: attempts },
    }),
  );
}
