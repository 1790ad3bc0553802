import { PageQuery } from '@trust/contracts/page';
import { wholeNumber } from '@trust/contracts/values/numbers-in-text';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findPublicProvider } from './find-public-provider.ts';
import { PublicProviderParams, SignedClaimsPayload } from './schema.ts';
import { maxSigned, signedCards } from './signed-cards.ts';

export const getSignedClaims = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/claims/signed',
    summary: 'Get signed claim cards',
    description:
      'The current cards of a page as a compact JWS, which you can verify offline with `/.well-known/jwks.json`. It is valid for at most 7 days and never beyond the end of a claim in it. `Link` leads to the next page; `limit=1` gives a token for each card.',
    access: 'public',
    params: PublicProviderParams,
    query: PageQuery.extend({
      limit: wholeNumber(1, maxSigned)
        .default(maxSigned)
        .meta({
          type: 'integer',
          minimum: 1,
          maximum: maxSigned,
          default: maxSigned,
          description: `How many cards to sign: 1 to ${maxSigned}, ${maxSigned} by default.`,
          examples: [maxSigned],
        }),
      cursor: PageQuery.shape.cursor.meta({
        description:
          'That of the path in `Link` of the previous page. Opaque; valid only for the same path and caller.',
        examples: ['v1.8Jr2xQ0m.Zt5cYb1nWq'],
      }),
    }),
    responds: {
      status: 200,
      media: [{ type: 'application/jwt', payload: SignedClaimsPayload }],
      linksNext: true,
    },
    problems: ['not-found'],
  },
  async ({ params, query, request }, app) => {
    const provider = await findPublicProvider(app.db, params.publicProviderId, app.now());
    if (!provider) throw notFound();
    return signedCards(app, provider, query, request);
  },
);
