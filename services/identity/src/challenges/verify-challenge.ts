import { timingSafeEqual } from 'node:crypto';
import { Problem } from '@trust/service-kit/problem';
import type { AnyInput } from '@trust/service-kit/route';
import { z } from 'zod';
import { type App, audit, route, type Trx } from '../app.ts';
import { SignedIn } from '../sessions/schema.ts';
import { requirePortal } from '../sessions/session-cookie.ts';
import { signIn } from '../sessions/sign-in.ts';
import {
  type Answered,
  closeChallenges,
  findOrCreatePerson,
  isOperatorContact,
  lockIdentifier,
  takeTry,
  useChallenge,
} from './queries.ts';
import { ChallengeVerify } from './schema.ts';

const mostTries = 5;

export const verifyChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges/{challengeId}/verify',
    summary: 'Sign in with a one-time code',
    description:
      'Five tries a challenge; a code works once. Whoever is unknown becomes a new person. With `"transport": "cookie"` a portal gets the session as a cookie that no script can read, and no token in the body; a session that the cookie held before ends.',
    access: 'public',
    limit: 'verify-ip',
    ownLimits: ['verify'],
    params: z.object({ challengeId: z.uuid() }),
    body: ChallengeVerify,
    responds: { status: 200, body: SignedIn },
    problems: ['code-refused', 'origin-refused'],
  },
  async (input, app) => {
    const { challengeId } = input.params;
    if (input.body.transport === 'cookie') requirePortal(input.request, app.portals);
    await app.limits.take('verify', challengeId);

    // Unknown, used up, expired, too often and wrong are one answer: which it was would help only a guesser.
    const challenge = await takeTry(app.db, challengeId, app.now());
    if (!challenge) throw new Problem('code-refused');
    const mayTry = await takeSignIn(app, challenge);
    const isRight = timingSafeEqual(challenge.code_hash, app.hashCode(challengeId, input.body.code));
    if (!mayTry || !isRight) {
      if (challenge.attempts === mostTries) await recordGuessing(app, input, challenge);
      throw new Problem('code-refused');
    }

    return app.db.transact(async (trx) => {
      const personId = await useUp(trx, app, challenge);
      if (!personId) throw new Problem('code-refused');
      const { sessionLabel: label, transport } = input.body;
      return signIn(trx, app, input, { personId, label, transport, challenge });
    });
  },
);

/** An operator's sign-in is limited apart from a member's, and nothing but the count differs: nobody learns who is one. */
async function takeSignIn({ db, limits }: App, challenge: Answered): Promise<boolean> {
  const name = (await isOperatorContact(db, challenge)) ? 'operator-sign-in' : 'member-sign-in';
  return limits.takeSilently(name, challenge.identifier_index.toString('base64url'));
}

/** The person whom the code lets in, to one request alone. */
async function useUp(trx: Trx, { vault, now, newId }: App, challenge: Answered): Promise<string | undefined> {
  const at = now();
  await lockIdentifier(trx, challenge.identifier_index);
  if (!(await useChallenge(trx, challenge.id, at))) return undefined;
  await closeChallenges(trx, challenge, at);
  return findOrCreatePerson(trx, vault, challenge, { id: newId(), now: at });
}

/**
 * One entry when a challenge has run out of tries, none for a wrong code before: each is counted in its row, and guessing cannot
 * make the audit log grow faster than challenges are given out (ADR 0011).
 */
function recordGuessing(app: App, input: AnyInput, { id, attempts }: Answered): Promise<void> {
  return app.db.transact((trx) =>
    audit(trx, input, {
      action: 'verifyChallenge',
      objectType: 'challenge',
      objectId: id,
      outcome: 'refused',
      after: { tries: attempts },
    }),
  );
}
