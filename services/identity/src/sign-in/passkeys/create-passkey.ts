import { notificationRequested } from '@trust/contracts/events/any';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { deviceOf, labelOf } from '../../sessions/device.ts';
import { checkAttestation } from './check-response.ts';
import { passkeyRefused } from './passkey-refused.ts';
import { deleteEnrolment, insertPasskey, takeChallenge } from './queries.ts';
import { requireRegistrationRight } from './registration-right.ts';
import { Passkey, PasskeyCreate } from './schema.ts';

export const createPasskey = route(
  {
    method: 'post',
    path: '/account/passkeys',
    summary: 'Register a passkey',
    description:
      '`credential` is the `toJSON()` of what `navigator.credentials.create()` returned. Every attempt uses up the challenge; the enrolment token is used up by a success. Further passkeys than the first need a sign-in with a passkey within the last five minutes. Sign in with the passkey afterwards: this session remains one of a one-time code.',
    access: 'session',
    stepUp: 'some',
    limit: 'privileged-operation',
    body: PasskeyCreate,
    responds: { status: 201, body: Passkey, location: '/account/passkeys/{id}' },
    problems: ['passkey-refused', 'enrolment-required', 'state-conflict'],
  },
  async (input, { db, vault, now, newId, passkeys: settings }) => {
    const { actor, body, idempotency, request } = input;
    const taken = await takeChallenge(db, { id: body.challengeId, personId: actor.userId }, now());
    // Thrown inside `once`, so that a repeated request gets its stored response.
    const checked = taken && (await checkAttestation(body.credential, { ...taken, settings }).catch(asError));
    return db.transact((trx) =>
      once(trx, idempotency, async () => {
        if (!taken || !checked) throw passkeyRefused('challenge_invalid', 'challengeId');
        if (checked instanceof Error) throw checked;
        const person = await lockPerson(trx, actor.userId);
        const sealer = person && (await findSealer(trx, vault, person.id));
        if (!sealer) throw new Problem('unauthenticated');
        await requireRegistrationRight(trx, { actor, enrolmentHash: taken.enrolment_hash }, now());
        await deleteEnrolment(trx, actor.userId);
        const name = body.name ?? labelOf(deviceOf(request.header('user-agent')), request.language);
        const passkey = {
          id: newId(),
          person_id: actor.userId,
          credential_id: checked.credentialId,
          public_key: checked.publicKey,
          sign_count: checked.signCount,
          is_synced: checked.isSynced,
          sealed_name: sealer.seal('passkey name', name),
          created_at: now(),
        };
        if (!(await insertPasskey(trx, passkey))) throw conflict(alreadyRegistered);
        await emit(trx, notificationRequested.identity, {
          userId: actor.userId,
          providerId: null,
          template: 'passkeys_changed',
          data: { change: 'added' },
        });
        await audit(trx, input, {
          objectType: 'passkey',
          objectId: passkey.id,
          after: { synced: checked.isSynced, byEnrolment: taken.enrolment_hash !== null },
        });
        return reply(
          {
            id: passkey.id,
            name,
            synced: checked.isSynced,
            createdAt: passkey.created_at.toISOString(),
            lastUsedAt: null,
          },
          { status: 201 },
        );
      }),
    );
  },
);

const asError = (error: Error) => error;

const alreadyRegistered = {
  en: 'This passkey is already registered. Use another authenticator.',
  fr: 'Cette clé d’accès est déjà enregistrée. Utilisez un autre authentificateur.',
};
