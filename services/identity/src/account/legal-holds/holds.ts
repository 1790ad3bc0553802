import { legalHoldChanged } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { endHold, insertHold } from './queries.ts';

type Hold = { id: string; personId: string; reason: string; at: Date };

/** False if the person is under a hold. */
export async function placeHold(trx: Trx, hold: Hold): Promise<boolean> {
  if (!(await insertHold(trx, hold))) return false;
  await announce(trx, hold.personId, { held: true, at: hold.at });
  return true;
}

/** False if the person is under no hold. */
export async function liftHold(trx: Trx, personId: string, at: Date): Promise<boolean> {
  if (!(await endHold(trx, personId, at))) return false;
  await announce(trx, personId, { held: false, at });
  return true;
}

function announce(trx: Trx, userId: string, { held, at }: { held: boolean; at: Date }): Promise<void> {
  return emit(trx, legalHoldChanged, { userId, held, occurredAt: at.toISOString() });
}
