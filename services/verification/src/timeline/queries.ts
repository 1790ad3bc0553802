import { type Selectable, sql } from 'kysely';
import type { App, Db, Trx } from '../app.ts';
import type { Case } from '../cases/queries.ts';
import type { TimelineEntry, TimelineType } from '../db/schema.ts';

export type Entry = {
  type: TimelineType;
  status: string;
  requirementKey?: string;
  claimType?: string;
  reason?: string;
};

/** The entry of an expired case uses the case id: the same as while it was only computed. */
export async function addEntry(
  trx: Trx,
  app: App,
  about: Pick<Case, 'id' | 'provider_id' | 'category_key'>,
  entry: Entry,
  at: Date = app.now(),
): Promise<void> {
  await trx
    .insertInto('timeline_entry')
    .values({
      id: entry.type === 'case_expired' ? about.id : app.newId(),
      provider_id: about.provider_id,
      case_id: about.id,
      category_key: about.category_key,
      type: entry.type,
      status: entry.status,
      requirement_key: entry.requirementKey ?? null,
      claim_type: entry.claimType ?? null,
      reason: entry.reason ?? null,
      at,
    })
    .execute();
}

type Page = { limit: number; after: readonly unknown[] | undefined; now: Date };
export type TimelineRow = Omit<Selectable<TimelineEntry>, 'position'> & { position: number };

/** Newest first. Includes expiries that are not recorded yet (promise M4). */
export async function listEntries(db: Db, providerId: string, { limit, after, now }: Page): Promise<TimelineRow[]> {
  const before = after ? Number(after[0]) : Number.POSITIVE_INFINITY;
  const entries = db.selectFrom('timeline_entry').selectAll().where('provider_id', '=', providerId);
  const rest = after ? entries.where(sql<boolean>`position < ${before}::numeric`) : entries;
  const written = await rest
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  const expiries = (await findUnrecordedExpiries(db, providerId, now)).filter(({ position }) => position < before);
  return [...written.map((entry) => ({ ...entry, position: Number(entry.position) })), ...expiries]
    .sort((one, other) => other.position - one.position)
    .slice(0, limit + 1);
}

async function findUnrecordedExpiries(db: Db, providerId: string, now: Date): Promise<TimelineRow[]> {
  const rows = await db
    .selectFrom('verification_case as c')
    .select(['c.id', 'c.category_key', 'c.correction_due_at as at'])
    .select((eb) =>
      eb
        .selectFrom('timeline_entry as e')
        .select(({ fn }) => fn.max('e.position').as('last'))
        .whereRef('e.provider_id', '=', 'c.provider_id')
        .whereRef('e.at', '<=', 'c.correction_due_at')
        .as('last'),
    )
    .where('c.provider_id', '=', providerId)
    .where('c.state', '=', 'awaiting_correction')
    .where('c.correction_due_at', '<=', now)
    .orderBy('c.correction_due_at')
    .orderBy('c.id')
    .execute();
  return rows.map(({ id, category_key, at, last }, index) => ({
    id,
    case_id: id,
    provider_id: providerId,
    category_key,
    type: 'case_expired',
    status: 'expired',
    requirement_key: null,
    claim_type: null,
    reason: null,
    at: at ?? now,
    position: Number(last ?? 0) + (index + 1) / (rows.length + 1),
  }));
}
