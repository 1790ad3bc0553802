import { conflict } from '@trust/service-kit/http/problem';
import type { Db } from '../app.ts';
import { findContactPoints } from '../people/queries.ts';

const most = 5;

/** Throws 409 where a person has as many contact points as one may have. */
export async function assertRoom(db: Db, personId: string): Promise<void> {
  if ((await findContactPoints(db, personId)).length < most) return;
  throw conflict({
    en: `An account can have at most ${most} contact points. Remove one first.`,
    fr: `Un compte peut avoir au plus ${most} moyens de contact. Retirez-en d’abord un.`,
  });
}
