import { personErased } from '@trust/contracts/events/identity';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { DB } from '../../db/schema.ts';
import { findErasures } from './queries.ts';

/** Services restored from an older backup need it (ADR 0007). */
export async function announceErasures(db: Database<DB>): Promise<number> {
  const erasures = await findErasures(db);
  for (const { personId, erasedAt } of erasures) {
    await db.transact((trx) =>
      emit(trx, personErased, { userId: personId, contacts: [], erasedAt: erasedAt.toISOString() }),
    );
  }
  return erasures.length;
}
