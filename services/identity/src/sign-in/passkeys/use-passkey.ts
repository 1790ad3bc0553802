import { instruments } from '@trust/service-kit/observability/meter';
import { Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { hashRequestingDevice } from '../../sessions/known-devices/requesting-device.ts';
import { deleteFailuresByPerson } from '../failures/delete-failures.ts';
import { recordFailure } from '../failures/record-failure.ts';
import { checkAssertion } from './check-response.ts';
import { passkeyRefused } from './passkey-refused.ts';
import { findPasskeyByCredential, lockPasskey, type PasskeyRow, takeChallenge, updateSignCount } from './queries.ts';
import type { PasskeyAssertion } from './schema.ts';

type Use = { challengeId: string; credential: PasskeyAssertion; personId?: string };
export type UsedPasskey = { personId: string; passkeyId: string; challengeId: string };

/**
 * Every attempt uses up the challenge. `work` runs in the transaction that records the use, and returns undefined to
 * refuse. With `personId` only a passkey of that person is accepted.
 */
export async function usePasskey<Result>(
  input: AnyInput,
  app: App,
  { challengeId, credential, personId }: Use,
  work: (trx: Trx, used: UsedPasskey) => Promise<Result | undefined>,
): Promise<Result> {
  const taken = await takeChallenge(app.db, { id: challengeId, personId: null }, app.now());
  if (!taken) throw passkeyRefused('challenge_invalid', 'challengeId');
  const passkey = await findPasskeyByCredential(app.db, Buffer.from(credential.id, 'base64url'));
  if (!passkey || (personId !== undefined && passkey.person_id !== personId)) throw passkeyRefused('passkey_invalid');
  const { person_id: owner, id: passkeyId } = passkey;
  const device = hashRequestingDevice(app.vault, Buffer.from(owner), input.request);
  await app.limits.take('operator-sign-in', device.toString('base64url'));
  const expected = { challenge: taken.challenge, settings: app.passkeys };
  const signCount = await checkAssertion(credential, passkey, expected).catch(async (refusal: Error) => {
    if (refusal instanceof Problem) await recordFailure(app, owner);
    throw refusal;
  });

  // Returns instead of throwing: the audit entry of a copied authenticator must commit.
  const result = await app.db.transact(async (trx) => {
    if (!(await recordUse(trx, app, passkey, signCount))) return auditCopy(trx, input, passkey);
    await deleteFailuresByPerson(trx, owner);
    const done = await work(trx, { personId: owner, passkeyId, challengeId });
    if (done === undefined) throw passkeyRefused('passkey_invalid');
    return done;
  });
  if (result !== undefined) return result;
  await recordFailure(app, owner);
  instruments().alarms.add(1, { 'trust.alarm': 'passkey-copied' });
  app.log.error({ passkeyId }, 'Signature counter of a passkey repeated');
  throw passkeyRefused('counter_not_greater');
}

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
