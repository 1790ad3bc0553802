import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Answer, type Client, eventually, type Session } from '../client.ts';
import { category, centre } from './workspace.ts';

export type ClaimCard = {
  claimId: string;
  type: string;
  statement: string;
  method: string;
  checkedOn: string;
  validUntil: string;
  status: string;
  freshness: string;
  limitations: string[];
};
export type TimelineEvent = { id: string; type: string; at: string };

export async function findInSearch(client: Client, publicProviderId: string): Promise<Answer<unknown>> {
  const { latitude, longitude } = centre;
  const query = `category=${category}&latitude=${latitude}&longitude=${longitude}&radiusKm=20&limit=100`;
  return eventually('the provider in the search', async () => {
    let cursor: string | null = null;
    do {
      const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page: Answer<{ items: { publicProviderId: string }[]; nextCursor: string | null }> = await client.expect(
        200,
        'GET',
        `/public/providers/search?${query}${more}`,
      );
      if (page.body.items.some((one) => one.publicProviderId === publicProviderId)) return page;
      cursor = page.body.nextCursor;
    } while (cursor);
    return undefined;
  });
}

export async function readClaims(client: Client, publicProviderId: string): Promise<ClaimCard[]> {
  const path = `/public/providers/${publicProviderId}/claims`;
  return (await client.expect<{ items: ClaimCard[] }>(200, 'GET', path)).body.items;
}

export async function verifySignedClaims(client: Client, publicProviderId: string) {
  const path = `/public/providers/${publicProviderId}/claims`;
  const { body } = await client.expect<Buffer>(200, 'GET', path, { headers: { accept: 'application/jwt' } });
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', client.url));
  return jwtVerify(body.toString(), keys, { algorithms: ['EdDSA'] });
}

export async function readTimeline(client: Client, owner: Session): Promise<TimelineEvent[]> {
  const path = '/provider-workspace/me/verification-timeline?limit=100';
  return (await client.expect<{ items: TimelineEvent[] }>(200, 'GET', path, { as: owner })).body.items;
}
