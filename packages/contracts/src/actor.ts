import { z } from 'zod';
import { permissions, representativeRoles } from './permissions.ts';

/** One provider that a person represents, and as what. */
export const Assignment = z.strictObject({
  assignmentId: z.uuid(),
  providerId: z.uuid(),
  role: z.enum(representativeRoles),
});
export type Assignment = z.output<typeof Assignment>;

/**
 * Who acts: the claims of the 60-second EdDSA assertion that identity signs and the gateway carries in `X-Actor-Assertion`
 * (architecture §3). `permissions` are an operator's; a representative's follow from the role of the assignment in question.
 */
export const Actor = z.object({
  userId: z.uuid(),
  sessionId: z.uuid(),
  /** Seconds since the epoch of the last proof of identity; a step-up compares with it (RFC 9470). */
  authenticatedAt: z.number().int(),
  permissions: z.array(z.enum(permissions)),
  assignments: z.array(Assignment),
  /** The provider that the session has chosen among them (ADR 0032). */
  workspaceProviderId: z.uuid().optional(),
});
export type Actor = z.output<typeof Actor>;

export const actorAssertionHeader = 'x-actor-assertion';
export const actorAssertionIssuer = 'identity';
export const actorAssertionAudience = 'services';

/** The gateway's proof to a service: the secret that only the two of them share. The gateway drops it from what comes from outside. */
export const internalSecretHeader = 'x-internal-secret';
