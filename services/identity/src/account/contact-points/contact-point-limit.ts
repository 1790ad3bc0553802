import { conflict } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { findContactPoints } from '../../people/contact-points.ts';

const maxContactPoints = 5;

export async function assertCanAddContactPoint(db: Db, personId: string): Promise<void> {
  if ((await findContactPoints(db, personId)).length < maxContactPoints) return;
  throw conflict({
    en: `An account can have at most ${maxContactPoints} contact points. Remove one first.`,
    fr: `Un compte peut avoir au plus ${maxContactPoints} moyens de contact. Retirez-en d’abord un.`,
  });
}
