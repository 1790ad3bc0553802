import type { Actor } from '@trust/contracts/actor';
import { premisesConsentGiven } from '@trust/contracts/events/provider';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { findOwners } from '../../provider-record/assignments.ts';
import {
  endWithClaims,
  findClaimsAbout,
  findCurrentSubject,
  nameSubject,
} from '../../provider-record/claim-subjects.ts';
import { type ProviderRow, updateProvider } from '../../provider-record/provider-row.ts';
import { assertAddressAllowed } from '../display-names/allowed-name.ts';
import { movesPremises, putPublicPremises } from './queries.ts';
import type { LocationUpdate } from './schema.ts';
import { tellOfChange } from './tell-of-change.ts';

type Write = { actor: Actor; body: LocationUpdate; at: Date };

/** Public premises, the consents to them and what claims are about (docs/domain/provider-record.md 24). Call with the provider locked. Returns it as it is then. */
export async function changePremises(
  trx: Trx,
  { newId }: App,
  provider: ProviderRow,
  { actor, body, at }: Write,
): Promise<ProviderRow> {
  const { publicPremises: place, endsClaimIds } = body;
  if (place === undefined) return provider;
  if (place?.addressLabel) assertAddressAllowed('publicPremises.addressLabel', place.addressLabel);
  const providerId = provider.id;
  const owners = await findOwners(trx, providerId);
  const isOwner = owners.includes(actor.userId);
  const mayShow = provider.kind === 'organisation' || isOwner;
  const isMoved = await movesPremises(trx, providerId, place);
  // Whoever repeats the premises of one person gives no consent to them.
  if (!isMoved && (place === null || !mayShow)) return provider;
  if (place && !mayShow) throw conflict(onlyOwnerShows);
  const isNamed = !isMoved && (await findCurrentSubject(trx, providerId, 'premises')) !== undefined;
  if (isMoved) await assertMayEnd(trx, { providerId, actor, isOwner, at });
  if (place && !isNamed) await assertNotInQuestion(trx, provider, 'premises');
  // Another place, or another address of it, is another subject of claims (docs/domain/claim-subject.md 4).
  if (isMoved) await endWithClaims(trx, { providerId, about: 'premises' }, { reason: 'removed', at, endsClaimIds });
  await putPublicPremises(trx, providerId, place, { by: actor.userId, at });
  if (place) await emit(trx, premisesConsentGiven, { userId: actor.userId, providerId, occurredAt: at.toISOString() });
  if (place && !isNamed)
    await nameSubject(trx, { id: newId(), provider_id: providerId, about: 'premises', named_at: at });
  if (!isMoved) return provider;
  for (const userId of owners)
    if (userId !== actor.userId) await tellOfChange(trx, { userId, providerId }, 'premises_changed');
  // With other words operators are asked again.
  return provider.name_refusal === null ? provider : updateProvider(trx, provider, { name_refusal: null }, at);
}

type Move = { providerId: string; actor: Actor; isOwner: boolean; at: Date };

/** As of the name and the person that claims are about (docs/domain/claim-subject.md 14). */
async function assertMayEnd(trx: Trx, { providerId, actor, isOwner, at }: Move): Promise<void> {
  const claims = await findClaimsAbout(trx, { providerId, about: ['premises'], at });
  if (claims.length === 0) return;
  if (!isOwner) throw conflict(onlyOwnerEnds);
  requireFreshSignIn(actor, at);
}

const onlyOwnerShows = {
  en: 'Only the owner can show the premises of a provider that is one person. Ask them to enter the address. You can remove the premises with `null`.',
  fr: 'Seul le propriétaire peut montrer les locaux d’un prestataire personne physique. Demandez-lui d’indiquer l’adresse. Vous pouvez retirer les locaux avec `null`.',
};

const onlyOwnerEnds = {
  en: 'Claims are about these premises, so only an owner moves or removes them. Ask an owner.',
  fr: 'Des attestations portent sur ces locaux : seul un propriétaire peut les déplacer ou les retirer. Adressez-vous à un propriétaire.',
};
