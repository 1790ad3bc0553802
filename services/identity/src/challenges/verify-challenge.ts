import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@trust/service-kit/problem';
import { z } from 'zod';
import { route } from '../app.ts';
import { SignedIn } from '../sessions/schema.ts';
import { requirePortal } from '../sessions/session-cookie.ts';
import { signIn } from '../sessions/sign-in.ts';
import { findOrCreatePerson, takeTry, useChallenge } from './queries.ts';
import { ChallengeVerify } from './schema.ts';

export const verifyChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges/{challengeId}/verify',
    summary: 'Sign in with a one-time code',
    description:
      'Five tries a challenge; a code works once. Whoever is unknown becomes a new person. With `"transport": "cookie"` a portal gets the session as a cookie that no script can read, and no token in the body; a session that the cookie held before ends.',
    access: 'public',
    ownLimits: ['verify'],
    params: z.object({ challengeId: z.uuid() }),
    body: ChallengeVerify,
    responds: { status: 200, body: SignedIn },
    problems: ['code-refused', 'origin-refused'],
  },
  async (input, app) => {
    const { db, now, newId, limits, hashCode, vault } = app;
    const { challengeId } = input.params;
    if (input.body.transport === 'cookie') requirePortal(input.request, app.portals);
    await limits.take('verify', challengeId);

    // Unknown, used up, expired and wrong are one answer: which it was would help only a guesser.
    const challenge = await takeTry(db, challengeId, now());
    if (!challenge || !timingSafeEqual(challenge.code_hash, hashCode(challengeId, input.body.code)))
      throw new Problem('code-refused');

    return db.transact(async (trx) => {
      const at = now();
      if (!(await useChallenge(trx, challengeId, at))) throw new Problem('code-refused');
      const personId = await findOrCreatePerson(trx, vault, challenge, { id: newId(), now: at });
      const { sessionLabel: label, transport } = input.body;
      return signIn(trx, app, input, { personId, label, transport });
    });
  },
);
