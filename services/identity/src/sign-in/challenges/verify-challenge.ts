import type { Language } from '@trust/contracts/values/text';
import { Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type App, route, type Trx } from '../../app.ts';
import { announceContactPoints } from '../../people/announce-contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { signIn } from '../../sessions/opening/sign-in.ts';
import { readKeyedSignIn, signInOnce } from '../../sessions/opening/sign-in-reply.ts';
import { SignedIn } from '../../sessions/schema.ts';
import { requirePortal } from '../../sessions/session-cookie.ts';
import { checkCode } from './check-code.ts';
import { findOrCreatePerson } from './queries.ts';
import { type ChallengeRow, redeemChallenge } from './redeem-challenge.ts';
import { ChallengeVerify } from './schema.ts';

export const verifyChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges/{challengeId}/verify',
    summary: 'Sign in with a one-time code',
    description:
      'A challenge allows five attempts, and a code works once. An unknown identifier registers a new person. With `"transport": "cookie"` a portal gets the session as an HttpOnly cookie and no token in the body; the previous session of that cookie ends. If the response was lost, repeat the request within 60 s with the same `Idempotency-Key`, body and device to get the same session, until its tokens are refreshed. Any other repeat is refused, and under another key it ends the repeats.',
    access: 'public',
    limit: 'verify-ip',
    ownLimits: ['verify'],
    headers: DeviceHeader,
    idempotency: 'own',
    params: z.object({ challengeId: z.uuid().describe('Identifier of the sign-in challenge.') }),
    body: ChallengeVerify,
    responds: { status: 200, body: SignedIn },
    problems: ['code-refused', 'origin-refused'],
  },
  async (input, app) => {
    const { challengeId } = input.params;
    const { code, sessionLabel: label, transport = 'bearer' } = input.body;
    if (transport === 'cookie') requirePortal(input.request, app.portals);
    const keyed = readKeyedSignIn(app, input.request, challengeId, { code, sessionLabel: label, transport });
    return signInOnce(app, keyed, async () => {
      const challenge = await checkCode(input, app, { challengeId, code });
      return app.db.transact(async (trx) => {
        const personId = await redeemForPerson(trx, app, challenge, input.request.language);
        const signedIn =
          personId && (await signIn(trx, app, input, { personId, label, transport, proof: { challenge }, keyed }));
        if (!signedIn) throw new Problem('code-refused');
        return signedIn;
      });
    });
  },
);

async function redeemForPerson(
  trx: Trx,
  app: App,
  challenge: ChallengeRow,
  locale: Language,
): Promise<string | undefined> {
  const at = app.now();
  await lockIdentifier(trx, challenge.identifier_index);
  if (!(await redeemChallenge(trx, challenge, at))) return undefined;
  const found = await findOrCreatePerson(trx, app.vault, challenge, { id: app.newId(), now: at, locale });
  if (found?.isVerifiedNow) await announceContactPoints(trx, app, found.personId);
  return found?.personId;
}
