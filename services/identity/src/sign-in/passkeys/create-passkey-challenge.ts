import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { insertChallenge } from './queries.ts';
import { PasskeyChallenge } from './schema.ts';

export const challengeMinutes = 5;

export const createPasskeyChallenge = route(
  {
    method: 'post',
    path: '/auth/passkeys/challenges',
    summary: 'Request a challenge to sign in with a passkey',
    description:
      'Pass `publicKey` to `PublicKeyCredential.parseRequestOptionsFromJSON()`, then to `navigator.credentials.get()`. The browser offers the passkeys of this platform, so the request names nobody. A challenge works once.',
    access: 'public',
    limit: 'challenge-ip',
    responds: { status: 200, body: PasskeyChallenge },
  },
  async (_input, { db, newId, newToken, now, passkeys }) => {
    const id = newId();
    const expiresAt = new Date(now().getTime() + challengeMinutes * 60_000);
    const challenge = newToken();
    await db.transact((trx) => insertChallenge(trx, { id, challenge, expires_at: expiresAt }));
    const publicKey = {
      challenge,
      rpId: passkeys.rpId,
      timeout: challengeMinutes * 60_000,
      userVerification: 'required' as const,
    };
    return reply({ challengeId: id, expiresAt: expiresAt.toISOString(), publicKey });
  },
);
