import { route } from '../../app.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { signIn } from '../../sessions/opening/sign-in.ts';
import { readKeyedSignIn, signInOnce } from '../../sessions/opening/sign-in-reply.ts';
import { SignedIn } from '../../sessions/schema.ts';
import { requirePortal } from '../../sessions/session-cookie.ts';
import { PasskeyVerify } from './schema.ts';
import { usePasskey } from './use-passkey.ts';

export const verifyPasskey = route(
  {
    method: 'post',
    path: '/auth/passkeys/verify',
    summary: 'Sign in with a passkey',
    description:
      '`credential` is the `toJSON()` of what `navigator.credentials.get()` returned. Every attempt uses up the challenge. To step up after 401 `passkey-required`, use `POST /auth/step-up`, which keeps the session. `transport` and a repeat after a lost response work as for one-time codes.',
    access: 'public',
    limit: 'verify-ip',
    ownLimits: ['operator-sign-in'],
    headers: DeviceHeader,
    idempotency: 'own',
    body: PasskeyVerify,
    responds: { status: 200, body: SignedIn },
    problems: ['passkey-refused', 'origin-refused'],
  },
  (input, app) => {
    const { challengeId, credential, sessionLabel: label, transport = 'bearer' } = input.body;
    if (transport === 'cookie') requirePortal(input.request, app.portals);
    const keyed = readKeyedSignIn(app, input.request, challengeId, { credential, sessionLabel: label, transport });
    return signInOnce(app, keyed, () =>
      usePasskey(input, app, { challengeId, credential }, (trx, { personId, passkeyId }) =>
        signIn(trx, app, input, { personId, label, transport, proof: { passkeyId, challengeId }, keyed }),
      ),
    );
  },
);
