import { representativeInvited } from '@trust/contracts/events/representatives';
import { OwnProviderId } from '@trust/contracts/fields';
import { maskIdentifier, normaliseIdentifier } from '@trust/personal-data/identifier';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';
import { expireInvitations, insertInvitation } from '../invitations/queries.ts';
import { representativeView } from './representative-view.ts';
import { Representative, RepresentativeCreate } from './schema.ts';

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** What a person has earned is not handed over (docs/domain/claim-subject.md 5). */
const oneOwner = {
  en: 'A provider that is one person has one owner. Invite a manager or a contributor. Whoever takes over the work registers a provider of their own.',
  fr: 'Un prestataire personne physique n’a qu’un propriétaire. Invitez un gestionnaire ou un contributeur. La personne qui reprend l’activité enregistre son propre prestataire.',
};

export const createRepresentative = route(
  {
    method: 'post',
    path: '/providers/{providerId}/representatives',
    summary: 'Invite a representative',
    description:
      'They get a message, sign in with that phone number or email address, and accept with `POST /account/invitations/{invitationId}/accept` within 7 days. Until then the invitation is `sent`, the same for everybody, known or not; a declined one is `sent` too and expires. A person who already represents the provider gets no second assignment. `id` is the id of the future assignment; `DELETE` withdraws the invitation. A provider that is one person has no other owner (409).',
    access: 'provider.representatives.manage',
    scope: 'provider',
    stepUp: true,
    limit: 'invitation',
    params: z.object({ providerId: OwnProviderId }),
    body: RepresentativeCreate,
    responds: { status: 201, body: Representative, location: '/providers/{providerId}/representatives/{id}' },
    problems: ['state-conflict'],
  },
  async (input, app) => {
    const { db, now, newId, contacts } = app;
    const { actor, providerId, body, idempotency, request } = input;
    const { channel, role } = body;
    const identifier = normaliseIdentifier(channel, body.identifier);
    const key = contacts.keyOf(channel, identifier);
    // Its own words must not reach strangers as if the platform said them (docs/domain/invitations.md 3).
    const providerName = (await findProvider(db, providerId))?.public_name ?? null;
    const sealed = await contacts.seal({ channel, identifier, language: request.language, providerName });
    return db.transact((trx) =>
      once(trx, idempotency, async () => {
        const at = now();
        const provider = await lockOpenProvider(trx, input);
        if (provider.kind === 'individual' && role === 'owner') throw conflict(oneOwner);
        await expireInvitations(trx, { providerId, key }, at);
        const row = await insertInvitation(trx, {
          id: newId(),
          provider_id: providerId,
          role,
          contact_key: key,
          masked_identifier: maskIdentifier(identifier),
          invited_by: actor.userId,
          invited_at: at,
          expires_at: new Date(at.getTime() + lifetimeMs),
        });
        if (!row)
          throw conflict({
            en: 'This contact already has a pending invitation. Withdraw it first to change the role or send it again.',
            fr: 'Une invitation est déjà en attente pour ce contact. Retirez-la d’abord pour changer le rôle ou la renvoyer.',
          });
        const { id: invitationId, expires_at: expiresAt } = row;
        await emit(trx, representativeInvited, {
          invitationId,
          providerId,
          role,
          sealed,
          occurredAt: at.toISOString(),
          expiresAt: expiresAt.toISOString(),
        });
        await flagDuplicates(trx, app, providerId, { at, reasons: ['contact'] });
        await audit(trx, input, {
          objectType: 'invitation',
          objectId: invitationId,
          after: { role, channel },
        });
        return reply(representativeView({ ...row, user_id: null, since: at }, { userId: actor.userId, at }), {
          status: 201,
        });
      }),
    );
  },
);
