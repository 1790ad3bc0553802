import { premisesConsentGiven } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox';
import { invalid } from '@trust/service-kit/problem';
import { brokenConstraint } from '@trust/service-kit/sql-error';
import { audit, route, type Trx } from '../app.ts';
import { lockOpenProvider, settleProvider } from '../providers/lifecycle.ts';
import { findParts } from '../providers/queries.ts';
import { refreshListing } from '../public/refresh-listing.ts';
import { assertServiceArea } from './polygon.ts';
import { putPrivateBase, putPublicPremises, putServiceArea } from './queries.ts';
import { LocationConfiguration, LocationUpdate } from './schema.ts';

export const putLocation = route(
  {
    method: 'put',
    path: '/provider-workspace/me/location',
    summary: 'Store private base, consented public premises and service area, each apart',
    description:
      '`null` removes a part, absence leaves it. The private base serves no search and leaves in no answer and no event.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    body: LocationUpdate,
    responds: { status: 200, body: LocationConfiguration },
    problems: ['state-conflict'],
  },
  async (input, { db, now }) => {
    const { actor, providerId, body } = input;
    if (body.serviceArea) assertServiceArea(body.serviceArea);

    return db.transact(async (trx) => {
      const at = now();
      const provider = await lockOpenProvider(trx, providerId);
      const { location: before } = await findParts(trx, providerId);
      await store(trx, providerId, body, { by: actor.userId, at });
      const { location: after } = await findParts(trx, providerId);
      await refreshListing(trx, providerId);
      const changed = JSON.stringify(before) !== JSON.stringify(after);
      const settled = await settleProvider(trx, provider, at, changed);
      await audit(trx, input, {
        action: 'putLocation',
        objectType: 'provider',
        objectId: providerId,
        before,
        after: { ...after, state: settled.state },
      });
      return after;
    });
  },
);

async function store(
  trx: Trx,
  providerId: string,
  body: LocationUpdate,
  write: { by: string; at: Date },
): Promise<void> {
  const { privateBase, publicPremises, serviceArea } = body;
  if (privateBase !== undefined) await putPrivateBase(trx, providerId, privateBase, write.at);
  if (publicPremises !== undefined) await putPublicPremises(trx, providerId, publicPremises, write);
  // In the account of whoever gave it, where it can be withdrawn.
  if (publicPremises)
    await emit(trx, premisesConsentGiven, { personId: write.by, providerId, at: write.at.toISOString() });
  if (serviceArea === undefined) return;
  await putServiceArea(trx, providerId, serviceArea, write.at).catch((error: unknown) => {
    // The database looks again: at holes, for one, which the first look does not compare with the outline.
    if (brokenConstraint(error)?.startsWith('area_')) throw invalid('serviceArea', 'invalid_polygon');
    throw error;
  });
}
