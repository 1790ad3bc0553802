import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@trust/service-kit/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { openSession } from '../sessions/open-session.ts';
import { Tokens } from '../sessions/schema.ts';
import { findOrCreatePerson, takeTry, useChallenge } from './queries.ts';
import { ChallengeVerify } from './schema.ts';

export const verifyChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges/{challengeId}/verify',
    summary: 'Sign in with a one-time code',
    description: 'Five tries a challenge; a code works once. Whoever is unknown becomes a new person.',
    access: 'public',
    params: z.object({ challengeId: z.uuid() }),
    body: ChallengeVerify,
    responds: { status: 200, body: Tokens },
    problems: ['code-refused', 'rate-limited'],
  },
  async (input, app) => {
    const { db, now, newId, limits, hashCode, vault } = app;
    const { challengeId } = input.params;
    await limits.take('verify', challengeId);

    // Unknown, used up, expired and wrong are one answer: which it was would help only a guesser.
    const challenge = await takeTry(db, challengeId, now());
    if (!challenge || !timingSafeEqual(challenge.code_hash, hashCode(challengeId, input.body.code)))
      throw new Problem('code-refused');

    return db.transact(async (trx) => {
      const at = now();
      if (!(await useChallenge(trx, challengeId, at))) throw new Problem('code-refused');
      const personId = await findOrCreatePerson(trx, vault, challenge, { id: newId(), now: at });
      const tokens = await openSession(trx, app, { personId, label: input.body.sessionLabel ?? 'Unnamed device' });
      const actor = {
        userId: personId,
        sessionId: tokens.session.id,
        authenticatedAt: 0,
        permissions: [],
        assignments: [],
      };
      await audit(
        trx,
        { ...input, actor },
        { action: 'verifyChallenge', objectType: 'session', objectId: tokens.session.id },
      );
      return tokens;
    });
  },
);
