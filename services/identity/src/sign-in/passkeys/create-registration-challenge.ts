import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { findContactPoints } from '../../people/contact-points.ts';
import { findPerson } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { hashToken } from '../../sessions/hash-token.ts';
import { algorithms, userHandleOf } from './check-response.ts';
import { challengeMinutes } from './create-passkey-challenge.ts';
import { insertChallenge } from './queries.ts';
import { requireRegistrationRight } from './registration-right.ts';
import { RegistrationChallenge, RegistrationStart } from './schema.ts';

export const createRegistrationChallenge = route(
  {
    method: 'post',
    path: '/account/passkeys/challenges',
    summary: 'Request a challenge to register a passkey',
    description:
      'Pass `publicKey` to `PublicKeyCredential.parseCreationOptionsFromJSON()`, then to `navigator.credentials.create()`. The first passkey of an operator needs an enrolment token, which an administrator hands over; further ones need a sign-in with a passkey within the last five minutes. `POST /account/passkeys` completes the registration.',
    access: 'session',
    stepUp: 'some',
    limit: 'privileged-operation',
    // A repeated request needs a challenge of its own.
    idempotency: 'own',
    body: RegistrationStart,
    responds: { status: 200, body: RegistrationChallenge },
    problems: ['enrolment-required', 'state-conflict'],
  },
  async (input, { db, vault, newId, newToken, now, passkeys: settings }) => {
    const { actor, body } = input;
    const enrolmentHash = body.enrolmentToken === undefined ? null : hashToken(body.enrolmentToken);
    const passkeys = await requireRegistrationRight(db, { actor, enrolmentHash }, now());
    const person = await findPerson(db, actor.userId);
    const sealer = person && (await findSealer(db, vault, person.id));
    if (!sealer) throw new Problem('unauthenticated');
    const [contact] = await findContactPoints(db, person.id);
    const name = contact ? sealer.open('contact point', contact.sealed_identifier) : person.id;
    const displayName = person.sealed_display_name && sealer.open('display name', person.sealed_display_name);
    const id = newId();
    const challenge = newToken();
    const expiresAt = new Date(now().getTime() + challengeMinutes * 60_000);
    await db.transact(async (trx) => {
      await insertChallenge(trx, {
        id,
        challenge,
        person_id: actor.userId,
        enrolment_hash: enrolmentHash,
        expires_at: expiresAt,
      });
      await audit(trx, input, {
        objectType: 'passkey_challenge',
        objectId: id,
        after: { byEnrolment: enrolmentHash !== null },
      });
    });
    const publicKey = {
      challenge,
      rp: { id: settings.rpId, name: 'Provider Trust Platform' },
      user: { id: userHandleOf(actor.userId), name, displayName: displayName ?? name },
      pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
      excludeCredentials: passkeys.map(({ credential_id }) => ({ type, id: credential_id.toString('base64url') })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
      timeout: challengeMinutes * 60_000,
    } as const;
    return reply({ challengeId: id, expiresAt: expiresAt.toISOString(), publicKey });
  },
);

const type = 'public-key' as const;
