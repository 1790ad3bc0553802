import type { Actor } from '@trust/contracts/actor';
import { passkeyRequired } from '@trust/service-kit/actors/step-up';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, route, type Trx } from '../../app.ts';
import { findContactPointOwner } from '../../people/contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { renewSignIn } from '../../sessions/opening/renew-sign-in.ts';
import { isPasskeySession } from '../../sessions/passkey-sessions.ts';
import { StepUp } from '../../sessions/schema.ts';
import { checkCode } from '../challenges/check-code.ts';
import { type ChallengeRow, redeemChallenge, takeIdentifier } from '../challenges/redeem-challenge.ts';
import { usePasskey } from '../passkeys/use-passkey.ts';
import { StepUpCreate } from './schema.ts';

export const createStepUp = route(
  {
    method: 'post',
    path: '/auth/step-up',
    summary: 'Step up the session',
    description:
      'A fresh sign-in for this session, after 401 `step-up-required` or `passkey-required`: with a one-time code of a contact point of the account, or with one of its passkeys. The session, its tokens, streams and uploads go on. A session that a passkey has signed in is stepped up with a passkey only. Every attempt uses up a challenge of a passkey, and a code allows five.',
    access: 'session',
    limit: 'verify-ip',
    ownLimits: ['verify', 'operator-sign-in'],
    // Each attempt is counted, and a challenge works once.
    idempotency: 'own',
    headers: DeviceHeader,
    body: StepUpCreate,
    responds: { status: 200, body: StepUp },
    problems: ['code-refused', 'passkey-refused', 'passkey-required'],
  },
  async (input, app) => {
    const { challengeId, code, credential } = input.body;
    if (code !== undefined && credential) throw invalid('credential', 'not_allowed');
    if (credential) {
      const { userId: personId, sessionId } = input.actor;
      return usePasskey(input, app, { challengeId, credential, personId }, (trx, { passkeyId }) =>
        renewSignIn(trx, input, { sessionId, proof: { passkeyId, challengeId }, now: app.now() }),
      );
    }
    if (code === undefined) throw invalid('code', 'required');
    if (input.actor.needsPasskey || (await isPasskeySession(app.db, input.actor.sessionId))) throw passkeyRequired();
    const challenge = await checkCode(input, app, { challengeId, code });
    return app.db.transact((trx) => stepUpByCode(trx, app, input, challenge));
  },
);

/** The same refusal for a contact point of somebody else as for a wrong code (promise A2). */
async function stepUpByCode(
  trx: Trx,
  app: App,
  input: AnyInput & { actor: Actor },
  challenge: ChallengeRow,
): Promise<StepUp> {
  const now = app.now();
  const { channel, identifier_index: index } = challenge;
  await lockIdentifier(trx, index);
  const owner = await findContactPointOwner(trx, channel, index);
  if (owner?.id !== input.actor.userId || !(await redeemChallenge(trx, challenge, now)))
    throw new Problem('code-refused');
  await takeIdentifier(trx, app.vault, challenge);
  const { sessionId } = input.actor;
  const renewed = await renewSignIn(trx, input, { sessionId, proof: { challenge }, now });
  if (!renewed) throw new Problem('code-refused');
  return renewed;
}
