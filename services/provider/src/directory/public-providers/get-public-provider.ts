import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { listActiveClaims } from '../../from-other-services/claims/active-claims.ts';
import { listMedia } from '../../from-other-services/public-media/media-of.ts';
import { notVerified, verifiedKeys } from './claim-card.ts';
import { findPublicProvider } from './find-public-provider.ts';
import { actionsOf, mediaBody } from './public-body.ts';
import { listOfferedServices } from './queries.ts';
import { PublicProvider, PublicProviderParams } from './schema.ts';

export const getPublicProvider = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}',
    summary: 'Get a published provider',
    description:
      'Self-asserted information is kept separate. Claim cards say what was checked, with their limitations. `media` are images that operators approved: their URLs are 410 once they are removed. `actions` of a service says how to send an enquiry, and whether the provider takes one now.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    responds: { status: 200, body: PublicProvider },
    problems: ['not-found'],
  },
  async ({ params }, { db, now, signer }) => {
    const at = now();
    const provider = await findPublicProvider(db, params.publicProviderId, at);
    if (!provider) throw notFound();
    const services = await listOfferedServices(db, provider.id, at);
    const claims = await listActiveClaims(db, [provider.id], at);
    const media = await listMedia(db, provider.id);
    const { latitude, longitude } = provider;
    return {
      publicProviderId: provider.public_provider_id,
      displayName: provider.public_name,
      kind: provider.kind,
      operatingModel: provider.operating_model,
      serviceArea: provider.service_area,
      selfAsserted: { summary: provider.summary, website: provider.website, languages: provider.languages },
      publicPremises:
        latitude === null || longitude === null ? null : { latitude, longitude, addressLabel: provider.address_label },
      media: media.map((row) => mediaBody(row, signer.issuer)),
      services: services
        .filter(({ is_held_back }) => !is_held_back)
        .map((service) => ({
          categoryKey: service.category_key,
          label: service.label,
          hasCurrentClaim: service.has_public_claim,
          notVerified: notVerified(service, verifiedKeys(claims, service.category_key, at)),
          actions: actionsOf(service.category_key, service, signer.issuer),
        })),
    };
  },
);
