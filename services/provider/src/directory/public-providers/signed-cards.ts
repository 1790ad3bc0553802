import { RawReply } from '@trust/service-kit/http/reply';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { maxTokenDays } from '../signing-keys/key-state.ts';
import { cardPage } from './card-page.ts';
import type { PublicProviderRow } from './find-public-provider.ts';
import type { CardRow } from './queries.ts';
import { ClaimCard } from './schema.ts';

/** So that a token is small enough to be sent to `POST /public/claims/verify`. */
export const maxSigned = 25;

type Page = { limit: number; cursor?: string | undefined };

/** A page of current cards as a compact JWS. */
export async function signedCards(
  app: App,
  provider: PublicProviderRow,
  { limit, cursor }: Page,
  request: RequestInfo,
): Promise<RawReply> {
  const { db, now, signer } = app;
  const at = now();
  const day = { providerId: provider.id, at, now: at, isPast: false, onlyCurrent: true };
  const { rows, page } = await cardPage(app, day, { limit, cursor, binding: request.binding });
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
