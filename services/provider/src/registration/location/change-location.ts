import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { premisesConsentGiven } from '@trust/contracts/events/provider';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { assertNotInQuestion } from '../../from-other-services/cases/assert-not-in-question.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { findOwners } from '../../provider-record/assignments.ts';
import {
  endWithClaims,
  findClaimsAbout,
  findCurrentSubject,
  nameSubject,
} from '../../provider-record/claim-subjects.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { findParts, type ProviderRow } from '../../provider-record/provider-row.ts';
import { activateIfComplete } from '../activation/activate-if-complete.ts';
import { assertAddressAllowed } from '../display-names/allowed-name.ts';
import { assertServiceArea } from './polygon.ts';
import { refreshPublicAreas } from './public-area.ts';
import { movesPremises, putPrivateBase, putPublicPremises, putServiceArea } from './queries.ts';
import type { LocationUpdate } from './schema.ts';

type Write = AnyInput & { actor: Actor; providerId: string; body: LocationUpdate };

export async function changeLocation(input: Write, app: App) {
  const { db, now, newId } = app;
  const { actor, providerId, body } = input;
  if (body.serviceArea) assertServiceArea(body.serviceArea);

  return db.transact(async (trx) => {
    const at = now();
    const provider = await lockOpenProvider(trx, providerId);
    const { addressLabel } = body.publicPremises ?? {};
    if (addressLabel) await assertAddressAllowed(trx, 'publicPremises.addressLabel', addressLabel);
    const { location: before } = await findParts(trx, providerId);
    const moved = body.publicPremises !== undefined && (await movesPremises(trx, providerId, body.publicPremises));
    const owners = await findOwners(trx, providerId);
    const isOwner = owners.includes(actor.userId);
    if (moved) await assertMayMove(trx, { provider, place: body.publicPremises, actor, isOwner, at });
    const current = await findCurrentSubject(trx, providerId, 'premises');
    if (body.publicPremises && (moved || !current)) await assertNotInQuestion(trx, provider);
    // Another place, or another address of it, is another subject of claims (docs/domain/claim-subject.md 4).
    if (moved)
      await endWithClaims(
        trx,
        { providerId, about: 'premises' },
        { reason: 'removed', at, endsClaimIds: body.endsClaimIds },
      );
    const { publicPremises: _repeated, ...others } = body;
    const isRepeatedByAnother = provider.kind === 'individual' && !isOwner && body.publicPremises !== null;
    await storeParts(trx, providerId, isRepeatedByAnother ? others : body, { by: actor.userId, at });
    if (moved)
      for (const owner of owners.filter((id) => id !== actor.userId))
        await tellOfChange(trx, owner, 'premises_changed');
    if (body.publicPremises && !(await findCurrentSubject(trx, providerId, 'premises')))
      await nameSubject(trx, { id: newId(), provider_id: providerId, about: 'premises', named_at: at });
    await refreshPublicAreas(trx, [providerId]);
    const { location: after } = await findParts(trx, providerId);
    await refreshListing(trx, providerId);
    const changed = JSON.stringify(before) !== JSON.stringify(after);
    const saved = await activateIfComplete(trx, app, provider, { by: actor.userId, changed });
    await audit(trx, input, {
      objectType: 'provider',
      objectId: providerId,
      before,
      after: { ...after, state: saved.state },
    });
    return after;
  });
}

type Move = { provider: ProviderRow; place: object | null | undefined; actor: Actor; isOwner: boolean; at: Date };

async function assertMayMove(trx: Trx, { provider, place, actor, isOwner, at }: Move): Promise<void> {
  // The premises of one person are mostly a home (docs/domain/provider-record.md 24).
  if (place && provider.kind === 'individual' && !isOwner) throw conflict(onlyOwnerShows);
  const claims = await findClaimsAbout(trx, { providerId: provider.id, about: ['premises'], at });
  if (claims.length === 0) return;
  // As for the name and the person that claims are about (docs/domain/claim-subject.md 14).
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

async function storeParts(
  trx: Trx,
  providerId: string,
  body: LocationUpdate,
  write: { by: string; at: Date },
): Promise<void> {
  const { privateBase, publicPremises, serviceArea } = body;
  if (privateBase !== undefined)
    await tellOfChange(trx, await putPrivateBase(trx, providerId, privateBase, write), 'private_base_changed');
  if (publicPremises !== undefined) await putPublicPremises(trx, providerId, publicPremises, write);
  if (publicPremises)
    await emit(trx, premisesConsentGiven, { userId: write.by, providerId, occurredAt: write.at.toISOString() });
  if (serviceArea === undefined) return;
  const enteredBy = await putServiceArea(trx, providerId, serviceArea, write).catch((error: unknown) => {
    if (brokenConstraint(error)?.startsWith('area_')) throw invalid('serviceArea', 'invalid_polygon');
    throw error;
  });
  await tellOfChange(trx, enteredBy, 'service_area_changed');
}

async function tellOfChange(
  trx: Trx,
  userId: string | undefined,
  template: 'private_base_changed' | 'service_area_changed' | 'premises_changed',
): Promise<void> {
  if (userId) await emit(trx, notificationRequested.provider, { userId, providerId: null, template, data: {} });
}
