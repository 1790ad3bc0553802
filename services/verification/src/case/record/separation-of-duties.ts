import type { Actor } from '@trust/contracts/actor';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { CaseDuty } from '../../db/schema.ts';
import { representsProvider } from '../../from-other-services/providers.ts';
import { mayHold } from './queries.ts';

/** Runs a write and maps broken separation-of-duties constraints to their problems (promise Z3). */
export async function mapDutyErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    switch (brokenConstraint(error)) {
      case 'separation_of_duties':
      case 'one_duty_each':
        throw new Problem('separation-of-duties');
      case 'duty_needs_permission':
        throw permissionNotYetKnown();
      default:
        throw error;
    }
  }
}

/** Before the write that the constraints of the database refuse for them. */
export async function assertMayHold(
  trx: Trx,
  holder: { userId: string; caseId: string; duty: CaseDuty },
): Promise<void> {
  if (!(await mayHold(trx, holder.userId, holder.caseId, [holder.duty]))) throw new Problem('separation-of-duties');
}

export function permissionNotYetKnown(): Problem {
  return notYetKnown('permission');
}

/** The event of the field has not arrived. */
export function notYetKnown(field: string): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field, code: 'not_yet_known' }], retryAfter: 1 });
}

/** Uses the assertion: the event of the assignment may not have arrived yet. */
export function assertNotOwnProvider(actor: Actor, providerId: string): void {
  if (isRepresentativeOf(actor, providerId)) throw new Problem('separation-of-duties');
}

/** The session knows no acceptance that awaits approval (docs/domain/invitations.md 12). */
export async function assertNotRepresentative(
  trx: Trx,
  { userId }: Actor,
  { providerId, at }: { providerId: string; at: Date },
): Promise<void> {
  if (await representsProvider(trx, { userId, providerId, at })) throw new Problem('separation-of-duties');
}

export function isRepresentativeOf(actor: Actor, providerId: string): boolean {
  return actor.assignments.some((assignment) => assignment.providerId === providerId);
}
