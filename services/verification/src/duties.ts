import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { Problem } from '@trust/service-kit/http/problem';
import type { AnyInput } from '@trust/service-kit/http/route';

/** Runs writes that the database refuses where duties are not kept apart (promise Z3), and says so. */
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

/** 409 with `Retry-After`: the session has a permission, and the event that tells this service of it has not arrived yet. */
export function permissionNotYetKnown(): Problem {
  return new Problem('state-conflict', undefined, {
    errors: [{ field: 'permission', code: 'not_yet_known' }],
    retryAfter: 1,
  });
}

/** An operator touches nothing of a provider that they represent, even before the event of it has arrived here. */
export function assertNotOwnProvider(actor: Actor, providerId: string): void {
  if (isRepresentativeOf(actor, providerId)) throw new Problem('separation-of-duties');
}

export function isRepresentativeOf(actor: Actor, providerId: string): boolean {
  return actor.assignments.some((assignment) => assignment.providerId === providerId);
}

/** The input as the audit log shall see it, where a route itself tells which permission the actor used. */
export function withPermission({ request, actor }: AnyInput, permission: Permission): AnyInput {
  return { actor, request: { ...request, access: permission } };
}
