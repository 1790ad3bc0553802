import { randomUUID } from 'node:crypto';
import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { type OperatorRole, operatorPermissions, type RepresentativeRole } from '@trust/contracts/permissions';
import { generateKeyPair, SignJWT } from 'jose';

const { privateKey, publicKey } = await generateKeyPair('EdDSA');

export const testPrivateKey = privateKey;

export const testActorKey = publicKey;

/** A signed-in person without permissions. */
export function person(overrides: Partial<Actor> = {}): Actor {
  return {
    userId: randomUUID(),
    sessionId: randomUUID(),
    // After every test's clock, so always fresh.
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

let lastActor: { text: string; signed: Promise<string> } | undefined;

/** Most requests of a test have the actor and the time of the one before. */
export function signActor(actor: Actor, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const text = JSON.stringify([seconds, actor]);
  if (lastActor?.text === text) return lastActor.signed;
  const signed = new SignJWT({ ...actor })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(actorAssertionIssuer)
    .setAudience(actorAssertionAudience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(privateKey);
  lastActor = { text, signed };
  return signed;
}
