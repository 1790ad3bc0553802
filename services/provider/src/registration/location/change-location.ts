import type { Actor } from '@trust/contracts/actor';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { invalid } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { takeConsent } from '../../from-other-services/consents/withdrawals.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { findParts } from '../../provider-record/provider-row.ts';
import { activateIfComplete } from '../activation/activate-if-complete.ts';
import { addressStateOf } from '../display-names/name-state.ts';
import { findAddress } from '../display-names/public-address.ts';
import { changePremises } from './change-premises.ts';
import { assertServiceArea } from './polygon.ts';
import { refreshPublicAreas } from './public-area.ts';
import { putPrivateBase, putServiceArea } from './queries.ts';
import type { LocationUpdate } from './schema.ts';
import { tellOfChange } from './tell-of-change.ts';

type Write = AnyInput & { actor: Actor; providerId: string; body: LocationUpdate };

export async function changeLocation(input: Write, app: App) {
  const { db, now } = app;
  const { actor, providerId, body } = input;
  if (body.serviceArea) assertServiceArea(body.serviceArea);

  return db.transact(async (trx) => {
    const write = { by: actor.userId, at: now() };
    if (body.publicPremises)
      await takeConsent(trx, { personId: actor.userId, policyKey: 'public-premises', at: write.at });
    const locked = await lockOpenProvider(trx, input);
    const { location: before } = await findParts(trx, providerId);
    const provider = await changePremises(trx, app, locked, { actor, body, at: write.at });
    await changeBase(trx, providerId, body, write);
    await changeArea(trx, providerId, body, write);
    await refreshPublicAreas(trx, [providerId]);
    const { location: after } = await findParts(trx, providerId);
    await refreshListing(trx, providerId, write.at);
    const changed = JSON.stringify(before) !== JSON.stringify(after);
    const saved = await activateIfComplete(trx, app, provider, { by: actor.userId, changed });
    await audit(trx, input, {
      objectType: 'provider',
      objectId: providerId,
      before,
      after: { ...after, state: saved.state },
    });
    const address = await findAddress(trx, providerId);
    return { ...after, publicAddressStatus: addressStateOf(saved, address?.isAccepted ?? null) };
  });
}

type By = { by: string; at: Date };

async function changeBase(trx: Trx, providerId: string, { privateBase }: LocationUpdate, write: By): Promise<void> {
  if (privateBase === undefined) return;
  const replaced = await putPrivateBase(trx, providerId, privateBase, write);
  if (replaced) await tellOfChange(trx, { userId: replaced, providerId: null }, 'private_base_changed');
}

async function changeArea(trx: Trx, providerId: string, { serviceArea }: LocationUpdate, write: By): Promise<void> {
  if (serviceArea === undefined) return;
  const enteredBy = await putServiceArea(trx, providerId, serviceArea, write).catch((error: unknown) => {
    if (brokenConstraint(error)?.startsWith('area_')) throw invalid('serviceArea', 'invalid_polygon');
    throw error;
  });
  if (enteredBy) await tellOfChange(trx, { userId: enteredBy, providerId: null }, 'service_area_changed');
}
