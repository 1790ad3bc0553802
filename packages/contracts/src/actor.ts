import { z } from 'zod';
import { type Permission, permissions, RepresentativeRole } from './permissions.ts';

const isPermission = (name: string): name is Permission => permissions.some((known) => known === name);

export const Assignment = z.strictObject({
  assignmentId: z.uuid(),
  providerId: z.uuid(),
  role: RepresentativeRole,
});
export type Assignment = z.output<typeof Assignment>;

/** Identity's 60-second EdDSA assertion (docs/domain/sign-in-and-sessions.md 42). `permissions`: of operators only. */
export const Actor = z.object({
  userId: z.uuid(),
  sessionId: z.uuid(),
  /** Epoch seconds of the last authentication, for step-up (RFC 9470). */
  authenticatedAt: z.number().int(),
  /** Step-up needs a sign-in with a passkey, and this session has none (ADR 0081). */
  needsPasskey: z.literal(true).optional(),
  /** One that a later release of identity adds grants nothing here, and is no fault of the request. */
  permissions: z.array(z.string()).transform((all) => all.filter(isPermission)),
  assignments: z.array(Assignment),
  /** The provider that the session has selected (docs/domain/sign-in-and-sessions.md 43). */
  workspaceProviderId: z.uuid().optional(),
  /** An assignment that the session had selected, or may have used without a choice, has ended: it needs a new one. */
  hasEndedWorkspace: z.literal(true).optional(),
});
export type Actor = z.output<typeof Actor>;

/**
 * Call if no assignment in `current` is the chosen one. An open form may still show a provider that ended, so no other takes its
 * place without a choice. `current` may be ahead of identity: an assignment that only identity knows has ended.
 */
export function needsWorkspaceChoice(
  { workspaceProviderId, hasEndedWorkspace, assignments }: WorkspaceOfActor,
  current: readonly Assignment[],
): boolean {
  const hasEnded = assignments.some((known) => !current.some(({ providerId }) => providerId === known.providerId));
  return workspaceProviderId !== undefined || hasEndedWorkspace === true || hasEnded;
}

export type WorkspaceOfActor = Pick<Actor, 'workspaceProviderId' | 'hasEndedWorkspace' | 'assignments'>;

export const actorAssertionHeader = 'x-actor-assertion';
export const actorAssertionIssuer = 'identity';
export const actorAssertionAudience = 'services';

/** Proves that the gateway sent a request; it removes this header from external requests. */
export const internalSecretHeader = 'x-internal-secret';
