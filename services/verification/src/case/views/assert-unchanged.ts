import { editConflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { CaseOutcome } from '../../db/schema.ts';
import { grantsClaims } from '../record/decisions.ts';
import { type Case, revisionsOf } from '../record/queries.ts';
import { toOperatorCase } from './views.ts';

/**
 * Whoever judges a locked case names the revision that they have read (promise T3). An outcome that grants nothing rests on no
 * subject: else the provider could delay it for ever by changing one (docs/domain/claim-subject.md 20).
 */
export async function assertUnchanged(
  trx: Trx,
  found: Case,
  { ifMatch, outcome }: { ifMatch: readonly number[]; outcome?: CaseOutcome | undefined },
  now: Date,
): Promise<void> {
  const known = await revisionsOf(trx, found.id);
  if (known === undefined) throw new Error(`Case ${found.id} has no revision.`);
  const { revision, own_revision } = known;
  const oldest = outcome && grantsClaims(outcome) ? revision : own_revision;
  if (!ifMatch.some((read) => oldest <= read && read <= revision))
    throw editConflict(await toOperatorCase(trx, found, now), revision);
}
