import { pageOf } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { claimCard } from './claim-card.ts';
import { listCards, listOfferedServices } from './queries.ts';

const CardPosition = z.tuple([z.string(), z.string(), z.uuid()]);

type Cards = Omit<Parameters<typeof listCards>[1], 'after' | 'limit' | 'withHeldBack'>;
type Asked = { limit: number; cursor?: string | undefined; binding: string };

/** The cards of a provider at a time, and their rows, of which the last may begin the next page. */
export async function cardPage({ db, cursors, names }: App, cards: Cards, { limit, cursor, binding }: Asked) {
  const after = cursor === undefined ? undefined : CardPosition.parse(cursors.open(binding, cursor));
  const rows = await listCards(db, { ...cards, withHeldBack: false, after, limit: limit + 1 });
  const services = await listOfferedServices(db, cards.providerId, cards.at);
  const page = pageOf(rows, {
    limit,
    cursors,
    binding,
    positionOf: (row) => [row.category_key, row.type, row.claim_id],
    item: (row) => claimCard(row, services, { at: cards.at, names }),
  });
  return { rows, page };
}
