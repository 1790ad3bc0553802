import type { Db, Trx } from '../../app.ts';
import { leafHash } from './merkle.ts';

/** Skips the first `start` entries. */
export async function findLeaves(db: Db, start: number, count: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('entry')
    .where('seq', '>', String(start))
    .where('seq', '<=', String(start + count))
    .orderBy('seq')
    .execute();
  return rows.map(({ entry }) => leafHash(entry));
}

export async function findNode(db: Db, level: number, position: number): Promise<Buffer | undefined> {
  const node = await db
    .selectFrom('audit_tree_node')
    .select('hash')
    .where('level', '=', level)
    .where('position', '=', String(position))
    .executeTakeFirst();
  return node?.hash;
}

export async function insertNode(trx: Trx, level: number, position: number, hash: Buffer): Promise<void> {
  await trx
    .insertInto('audit_tree_node')
    .values({ level, position: String(position), hash })
    .execute();
}

export async function countBlocks(db: Db, level: number): Promise<number> {
  const { last } = await db
    .selectFrom('audit_tree_node')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

export function findEntryText(db: Db, eventId: string) {
  return db.selectFrom('audit_entry').select(['seq', 'entry']).where('event_id', '=', eventId).executeTakeFirst();
}

/** The newest checkpoint; those before the tree have no `tree_size`. */
export function findTreeCheckpoint(db: Db) {
  return db
    .selectFrom('audit_checkpoint')
    .select(['size', 'made_at', 'jws'])
    .where('has_tree', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
