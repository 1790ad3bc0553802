import { randomUUID } from 'node:crypto';
import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { type OperatorRole, operatorPermissions, type RepresentativeRole } from '@trust/contracts/permissions';
import { generateKeyPair, SignJWT } from 'jose';

const { privateKey, publicKey } = await generateKeyPair('EdDSA');

/** Identity's, as far as tests go. */
export const testPrivateKey = privateKey;

/** The key that verifies what `signActor` signs. */
export const testActorKey = publicKey;

/** Somebody who is signed in and may nothing in particular. */
export function person(overrides: Partial<Actor> = {}): Actor {
  return {
    userId: randomUUID(),
    sessionId: randomUUID(),
    // Later than the clock of any test, so always fresh. Tests of step-up set their own.
    authenticatedAt: 4_000_000_000,
    permissions: [],
    assignments: [],
    ...overrides,
  };
}

export function operator(role: OperatorRole, overrides: Partial<Actor> = {}): Actor {
  return person({ permissions: [...operatorPermissions[role]], ...overrides });
}

export function representative(
  providerId: string,
  role: RepresentativeRole = 'owner',
  overrides: Partial<Actor> = {},
): Actor {
  return person({ assignments: [{ assignmentId: randomUUID(), providerId, role }], ...overrides });
}

/** A real assertion, as identity would sign it. */
export function signActor(actor: Actor, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ ...actor })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(actorAssertionIssuer)
    .setAudience(actorAssertionAudience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(privateKey);
}
