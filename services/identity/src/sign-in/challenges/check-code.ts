import { Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit } from '../../app.ts';
import { findPersonByIdentifier } from '../../people/contact-points.ts';
import { hashRequestingDevice } from '../../sessions/known-devices/requesting-device.ts';
import { findDeviceStatus, maxFailures } from '../failures/queries.ts';
import { emitStopped, raiseStoppedAlarm } from '../failures/record-failure.ts';
import { type AttemptedChallenge, isOperatorContact, recordAttempt } from './queries.ts';
import type { ChallengeRow } from './redeem-challenge.ts';

const maxAttempts = 5;

type CodeAttempt = {
  challengeId: string;
  code: string;
  personId?: string;
};

/** Takes one attempt. Throws the same 401 for every cause, so that none is disclosed. */
export async function checkCode(
  input: AnyInput,
  app: App,
  { challengeId, code, personId }: CodeAttempt,
): Promise<ChallengeRow> {
  await app.limits.take('verify', challengeId);
  const challenge = await recordAttempt(app.db, { challengeId, personId: personId ?? null }, app.now());
  if (!challenge) throw new Problem('code-refused');
  const device = hashRequestingDevice(app.vault, challenge.identifier_index, input.request);
  const isAllowed = await takeSignInLimit(app, challenge, device);
  const isRight = app.isCode(challengeId, code, challenge.code_hash);
  // Nobody received a withheld code, so a right one was guessed (ADR 0031).
  const wasSent = challenge.withheld_because === null;
  if (isAllowed && isRight && wasSent) return challenge;
  await recordFailure(app, input, challenge);
  throw new Problem('code-refused');
}

/** Operators have a lower limit, and the response does not show it (docs/domain/sign-in-and-sessions.md 8). */
async function takeSignInLimit({ db, limits }: App, challenge: AttemptedChallenge, device: Buffer): Promise<boolean> {
  const { channel, identifier_index: index, failures } = challenge;
  const { isKnown } = await findDeviceStatus(db, { channel, index, device });
  const name = (await isOperatorContact(db, challenge)) ? 'operator-sign-in' : 'member-sign-in';
  const isBelowLimit = await limits.takeSilently(name, device.toString('base64url'));
  // `failures` includes this attempt.
  return isBelowLimit && (isKnown || failures <= maxFailures);
}

/** Only the last wrong code is audited: guesses must not fill the log (docs/domain/sign-in-and-sessions.md 12). */
async function recordFailure(app: App, input: AnyInput, challenge: AttemptedChallenge): Promise<void> {
  const { id, attempts, failures, withheld_because } = challenge;
  const raisesAlarm = failures === maxFailures && withheld_because === null;
  if (attempts !== maxAttempts && !raisesAlarm) return;
  await app.db.transact(async (trx) => {
    if (raisesAlarm) {
      const { channel, identifier_index: identifierIndex } = challenge;
      const userId = (await findPersonByIdentifier(trx, { channel, identifierIndex })) ?? null;
      await emitStopped(trx, { userId, failures }, app.now());
    }
    if (attempts === maxAttempts)
      await audit(trx, input, {
        objectType: 'challenge',
        objectId: id,
        outcome: 'refused',
        after: { tries: attempts },
      });
  });
  if (raisesAlarm) raiseStoppedAlarm(app, { challengeId: id, count: failures });
}
