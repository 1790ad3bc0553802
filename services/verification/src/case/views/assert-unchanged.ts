import { editConflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { type Case, revisionOf } from '../record/queries.ts';
import { toOperatorCase } from './views.ts';

/** Whoever judges a locked case names the revision that they have read (promise T3). */
export async function assertUnchanged(
  trx: Trx,
  found: Case,
  ifMatch: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  const revision = await revisionOf(trx, found.id);
  if (revision === undefined) throw new Error(`Case ${found.id} has no revision.`);
  if (!ifMatch?.includes(revision)) throw editConflict(await toOperatorCase(trx, found, now), revision);
}
