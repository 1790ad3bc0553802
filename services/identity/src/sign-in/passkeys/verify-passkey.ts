import { instruments } from '@trust/service-kit/observability/meter';
import { Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { DeviceHeader, hashRequestingDevice } from '../../sessions/known-devices/requesting-device.ts';
import { signIn } from '../../sessions/opening/sign-in.ts';
import { SignedIn } from '../../sessions/schema.ts';
import { requirePortal } from '../../sessions/session-cookie.ts';
import { deleteFailuresByPerson } from '../failures/delete-failures.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { checkAssertion } from './check-response.ts';
import { passkeyRefused } from './passkey-refused.ts';
import { findPasskeyByCredential, lockPasskey, type PasskeyRow, takeChallenge, updateSignCount } from './queries.ts';
import { PasskeyVerify } from './schema.ts';

export const verifyPasskey = route(
  {
    method: 'post',
    path: '/auth/passkeys/verify',
    summary: 'Sign in with a passkey',
    description:
      '`credential` is the `toJSON()` of what `navigator.credentials.get()` returned. Every attempt uses up the challenge. This is also how to step up after 401 `passkey-required`. `transport` works as for one-time codes.',
    access: 'public',
    limit: 'verify-ip',
    ownLimits: ['operator-sign-in'],
    headers: DeviceHeader,
    body: PasskeyVerify,
    responds: { status: 200, body: SignedIn },
    problems: ['passkey-refused', 'origin-refused'],
  },
  async (input, app) => {
    const { challengeId, credential, sessionLabel: label, transport = 'bearer' } = input.body;
    if (transport === 'cookie') requirePortal(input.request, app.portals);
    const taken = await takeChallenge(app.db, { id: challengeId, personId: null }, app.now());
    if (!taken) throw passkeyRefused('challenge_invalid', 'challengeId');
    const passkey = await findPasskeyByCredential(app.db, Buffer.from(credential.id, 'base64url'));
    if (!passkey) throw passkeyRefused('passkey_invalid');
    const { person_id: personId, id: passkeyId } = passkey;
    const device = hashRequestingDevice(app.vault, Buffer.from(personId), input.request);
    await app.limits.take('operator-sign-in', device.toString('base64url'));
    const expected = { challenge: taken.challenge, settings: app.passkeys };
    const signCount = await checkAssertion(credential, passkey, expected).catch(async (refusal: Error) => {
      if (refusal instanceof Problem) await recordFailure(app, personId);
      throw refusal;
    });

    // Returns instead of throwing: the audit entry of a copied authenticator must commit.
    const signedIn = await app.db.transact(async (trx) => {
      if (!(await recordUse(trx, app, passkey, signCount))) return auditCopy(trx, input, passkey);
      await deleteFailuresByPerson(trx, personId);
      const proof = { passkeyId, challengeId };
      const opened = await signIn(trx, app, input, { personId, label, transport, proof });
      if (!opened) throw passkeyRefused('passkey_invalid');
      return opened;
    });
    if (signedIn) return signedIn;
    await recordFailure(app, personId);
    instruments().alarms.add(1, { 'trust.alarm': 'passkey-copied' });
    app.log.error({ passkeyId }, 'Signature counter of a passkey repeated');
    throw passkeyRefused('counter_not_greater');
  },
);

/** False if the counter shows a copied authenticator (WebAuthn, section 7.2, step 22). */
async function recordUse(trx: Trx, app: App, { id, person_id }: PasskeyRow, signCount: number): Promise<boolean> {
  // The person first, as in every write to an account.
  const person = await lockPerson(trx, person_id);
  const passkey = person && (await lockPasskey(trx, id));
  if (!passkey) throw passkeyRefused('passkey_invalid');
  const known = Number(passkey.sign_count);
  if (signCount <= known && Math.max(signCount, known) > 0) return false;
  await updateSignCount(trx, id, signCount, app.now());
  return true;
}

async function auditCopy(trx: Trx, input: AnyInput, { id }: PasskeyRow): Promise<undefined> {
  await audit(trx, input, {
    objectType: 'passkey',
    objectId: id,
    outcome: 'refused',
    after: { code: 'counter_not_greater' },
  });
}
