import { pageOf } from '@trust/service-kit/http/cursor';
import { RawReply } from '@trust/service-kit/http/reply';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { maxTokenDays } from '../signing-keys/key-state.ts';
import { claimCard } from './claim-card.ts';
import type { PublicProviderRow } from './find-public-provider.ts';
import { type CardRow, listCards, listOfferedServices } from './queries.ts';
import { ClaimCard } from './schema.ts';

/** So that a token is small enough to be sent to `POST /public/claims/verify`. */
export const maxSigned = 25;

export const CardPosition = z.tuple([z.string(), z.string(), z.uuid()]);

type Page = { limit: number; cursor?: string | undefined };

/** A page of current cards as a compact JWS. */
export async function signedCards(
  { db, now, signer, cursors, names }: App,
  provider: PublicProviderRow,
  { limit, cursor }: Page,
  request: RequestInfo,
): Promise<RawReply> {
  const at = now();
  const after = cursor === undefined ? undefined : CardPosition.parse(cursors.open(request.binding, cursor));
  const read = { providerId: provider.id, at, now: at, isPast: false, onlyCurrent: true, after, limit: limit + 1 };
  const rows = await listCards(db, read);
  const services = await listOfferedServices(db, provider.id, at);
  const page = pageOf(rows, {
    limit,
    cursors,
    binding: request.binding,
    positionOf: (row) => [row.category_key, row.type, row.claim_id],
    item: (row) => claimCard(row, services, { at, names }),
  });
  const validity = { from: at, until: signedUntil(rows.slice(0, limit), at) };
  const claims = z.array(ClaimCard).parse(page.items);
  const jws = await signer.sign(db, provider.public_provider_id, { claims }, validity);
  return new RawReply(jws, 'application/jwt', { Vary: 'Accept', ...nextLink(request.path, page) });
}

function signedUntil(current: readonly CardRow[], from: Date): Date {
  const ends = current.map(({ valid_until }) => valid_until.getTime());
  return new Date(Math.min(from.getTime() + maxTokenDays * 86_400_000, ...ends));
}

function nextLink(path: string, { nextCursor }: { nextCursor: string | null }): Record<string, string> {
  if (nextCursor === null) return {};
  const url = new URL(path, 'http://any');
  url.searchParams.set('cursor', nextCursor);
  return { Link: `<${url.pathname}${url.search}>; rel="next"` };
}
