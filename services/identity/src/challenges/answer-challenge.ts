import { timingSafeEqual } from 'node:crypto';
import { signInStopped } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/events/outbox';
import { Problem } from '@trust/service-kit/http/problem';
import type { AnyInput } from '@trust/service-kit/http/route';
import { instruments } from '@trust/service-kit/observability/meter';
import { type App, audit, type Trx } from '../app.ts';
import { requestingDevice } from '../known-devices/requesting-device.ts';
import { findPersonAt } from '../people/queries.ts';
import { findStanding, mostFailures } from '../sign-in-failures/queries.ts';
import { type Answered, isOperatorContact, type Tried, takeTry } from './queries.ts';

const mostTries = 5;

type Answer = {
  challengeId: string;
  code: string;
  /** Who wants it as a contact point; undefined at a sign-in. */
  personId?: string;
};

/**
 * Takes one try at a challenge; returns it if the code is right. Throws 401 otherwise: unknown, used up, expired, too often, for
 * another purpose and wrong are one answer, since which it was would help only a guesser.
 */
export async function answerChallenge(
  input: AnyInput,
  app: App,
  { challengeId, code, personId }: Answer,
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
  await recordFailure(app, input, challenge);
  throw new Problem('code-refused');
}

/**
 * Whether the device may try at all. Unknown devices may not after too many consecutive failures of the identity. An operator's
 * sign-in is limited apart from a member's; nothing but the count differs, so the answer does not tell who is an operator.
 */
async function takeSignIn({ db, limits }: App, challenge: Tried, device: Buffer): Promise<boolean> {
  const { channel, identifier_index: index, failures } = challenge;
  const { isKnown } = await findStanding(db, { channel, index, device });
  const name = (await isOperatorContact(db, challenge)) ? 'operator-sign-in' : 'member-sign-in';
  const isLeft = await limits.takeSilently(name, device.toString('base64url'));
  // This try is counted already.
  return isLeft && (isKnown || failures <= mostFailures);
}

/**
 * One entry when a challenge has run out of tries, none for a wrong code before: each is counted in its row, and guessing cannot
 * make the audit log grow faster than challenges are given out (ADR 0011). One alarm when the identity has reached its failures.
 */
async function recordFailure(app: App, input: AnyInput, challenge: Tried): Promise<void> {
  const { id, attempts, failures, withheld_because } = challenge;
  const isAlarming = failures === mostFailures && withheld_because === null;
  if (attempts !== mostTries && !isAlarming) return;
  await app.db.transact(async (trx) => {
    if (isAlarming) await emit(trx, signInStopped, await stopped(trx, app, challenge));
    if (attempts === mostTries)
      await audit(trx, input, {
        objectType: 'challenge',
        objectId: id,
        outcome: 'refused',
        after: { tries: attempts },
      });
  });
  if (!isAlarming) return;
  instruments().alarms.add(1, { 'trust.alarm': 'sign-in-stopped' });
  app.log.error({ challengeId: id, failures }, 'Sign-in stopped for unknown devices');
}

async function stopped(trx: Trx, { now }: App, { channel, identifier_index: identifierIndex, failures }: Tried) {
  const personId = await findPersonAt(trx, { channel, identifierIndex });
  return { userId: personId ?? null, failures, occurredAt: now().toISOString() };
}
