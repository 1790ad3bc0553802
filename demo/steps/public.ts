import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { ClaimCard, VerificationTimelineEntry } from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session } from '../client.ts';
import { category, centre } from './workspace.ts';

export async function findInSearch(client: Client, publicProviderId: string): Promise<void> {
  const { latitude, longitude } = centre;
  const { api } = client.withoutSession();
  const area = { category, latitude, longitude, radiusKm: 20, limit: 100 };
  await eventually('the provider in the search', async () => {
    let cursor: string | null | undefined;
    do {
      const query = { ...area, ...(cursor && { cursor }) };
      const { items, nextCursor } = await api.searchProviders({ params: { query } });
      if (items.some((one) => one.publicProviderId === publicProviderId)) return true;
      cursor = nextCursor;
    } while (cursor);
    return undefined;
  });
}

export async function readClaims(client: Client, publicProviderId: string): Promise<ClaimCard[]> {
  const { items } = await client.withoutSession().api.listPublicClaims({ params: { path: { publicProviderId } } });
  return items;
}

export async function verifySignedClaims(client: Client, publicProviderId: string) {
  const signed = await client.withoutSession().api.getSignedClaims({
    params: { path: { publicProviderId } },
    parseAs: 'text',
  });
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', client.url));
  return jwtVerify(signed, keys, { algorithms: ['EdDSA'] });
}

export async function readTimeline(client: Client, owner: Session): Promise<VerificationTimelineEntry[]> {
  const { items } = await client.as(owner).api.listVerificationTimeline({ params: { query: { limit: 100 } } });
  return items;
}
