import type { z } from 'zod';
import { type App, route } from '../../app.ts';
import type { VerifiedToken } from '../../claim-token.ts';
import { checkedName } from '../../provider-record/checked-name.ts';
import { claimCard, type ViewOptions } from '../public-providers/claim-card.ts';
import { listCards, listOfferedServices, type OfferedService } from '../public-providers/queries.ts';
import { claimStatusAt, mostSerious } from './claim-status.ts';
import { claimedPremises, findPlace } from './claimed-premises.ts';
import { findPresented, presentedProvider } from './presented-provider.ts';
import { findPublicClaims } from './queries.ts';
import { ClaimVerification, ClaimVerify, type VerifiedClaim } from './schema.ts';

export const verifyClaim = route(
  {
    method: 'post',
    path: '/public/claims/verify',
    summary: 'Verify a claim or a signed card',
    description:
      'Answers what the platform says today of a claim id, or of every claim in a signed card. Signatures are verified against current and earlier keys. A damaged or forged token gets 200 with the status `unknown` and a `fault`. Claims of a provider that is not public are `unknown`, as are those that do not exist.',
    access: 'public',
    readsOnly: true,
    limit: 'claim-verification',
    body: ClaimVerify,
    responds: { status: 200, body: ClaimVerification },
  },
  async ({ body }, app) => {
    const view = { at: app.now(), names: app.names };
    const checkedAt = view.at.toISOString();
    if ('claimId' in body) {
      const claims = await verifiedClaims(app, [body.claimId], view);
      return { status: mostSerious(claims.map(statusOf)), checkedAt, token: null, claims };
    }
    const verified = await app.signer.verify(app.db, body.token);
    if (verified.fault !== null) return { status: 'unknown' as const, checkedAt, ...refused(verified) };
    const { claimIds, publicProviderId, issuedAt, expiresAt } = verified;
    const claims = await verifiedClaims(app, claimIds, view);
    const expiry = expiresAt <= view.at ? (['expired'] as const) : [];
    return {
      status: claims.length === 0 ? ('unknown' as const) : mostSerious([...claims.map(statusOf), ...expiry]),
      checkedAt,
      token: {
        fault: null,
        publicProviderId,
        issuedAt: issuedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
      claims,
    };
  },
);

type Claim = z.input<typeof VerifiedClaim>;
const statusOf = ({ status }: Claim) => status;

async function verifiedClaims({ db, signer }: App, ids: readonly string[], view: ViewOptions): Promise<Claim[]> {
  const wanted = ids.map((claimId) => ({ claimId }));
  const found = await findPublicClaims(db, wanted, view.at);
  // All claims of a token have one provider.
  const providerId = found.find((claim) => claim !== undefined)?.provider_id;
  const services = providerId ? await listOfferedServices(db, providerId, view.at) : [];
  const cards = providerId ? await cardsOf(db, providerId, { services, view }) : [];
  const presented = providerId ? await findPresented(db, providerId) : undefined;
  const isOfPlace = found.some((claim) => claim?.about === 'premises');
  const place = providerId && isOfPlace ? await findPlace(db, providerId) : undefined;
  return ids.map((claimId, index) => {
    const claim = found[index];
    return {
      claimId,
      status: claimStatusAt(claim, view.at),
      reason: claim?.has_subject_ended ? ('subject_ended' as const) : null,
      checkedName: claim ? checkedName(view, claim) : null,
      publicProviderId: claim?.public_provider_id ?? null,
      changedAt: claim?.changed_at.toISOString() ?? null,
      supersedingClaimId: claim?.superseded_by ?? null,
      card: cards.find((card) => card.claimId === claimId) ?? null,
      categoryLabel: services.find(({ category_key }) => category_key === claim?.category_key)?.label ?? null,
      provider: claim && presented ? presentedProvider(presented, claim, signer.issuer) : null,
      premises: claim ? claimedPremises(claim, place) : null,
    };
  });
}

type Shown = { services: readonly OfferedService[]; view: ViewOptions };

async function cardsOf(db: App['db'], providerId: string, { services, view }: Shown) {
  const all = {
    providerId,
    at: view.at,
    now: view.at,
    isPast: false,
    onlyCurrent: false,
    withHeldBack: true,
    after: undefined,
    limit: 1000,
  };
  const rows = await listCards(db, all);
  return rows.map((row) => claimCard(row, services, view));
}

function refused({ fault }: Extract<VerifiedToken, { fault: string }>) {
  return { token: { fault, publicProviderId: null, issuedAt: null, expiresAt: null }, claims: [] };
}
