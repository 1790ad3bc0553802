import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { type OperatorRole, operatorPermissions, type RepresentativeRole } from '@trust/contracts/permissions';
import { type importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../app.ts';
import { markUsed } from './queries.ts';

export type AssertionKey = { key: Awaited<ReturnType<typeof importJWK>>; kid: string };
export type Resolved = { assertion: string; sessionId: string; userId: string };

const assertionSeconds = 60;
const sameBytesSeconds = 30;
const usedEverySeconds = 60;

/**
 * Turns the SHA-256 of an access token into an actor assertion, or undefined for a token that is unknown, expired or of an ended
 * session. An unchanged actor gets the same bytes for 30 s, so that services need not verify a new signature at each request.
 */
export function sessionResolver(db: Db, { key, kid }: AssertionKey, now: () => Date) {
  const recent = new Map<string, { claims: string; assertion: string; at: number }>();

  return async (tokenHash: Buffer): Promise<Resolved | undefined> => {
    const found = await findActor(db, tokenHash, now());
    if (!found) return undefined;
    const { actor, usedAt } = found;
    if (now().getTime() - usedAt.getTime() >= usedEverySeconds * 1000) await markUsed(db, actor.sessionId, now());
    const seconds = Math.floor(now().getTime() / 1000);
    const claims = JSON.stringify(actor);
    const last = recent.get(actor.sessionId);
    if (last && last.claims === claims && seconds - last.at < sameBytesSeconds) {
      return { assertion: last.assertion, sessionId: actor.sessionId, userId: actor.userId };
    }
    const assertion = await new SignJWT({ ...actor })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + assertionSeconds)
      .sign(key);
    if (recent.size > 10_000) recent.clear();
    recent.set(actor.sessionId, { claims, assertion, at: seconds });
    return { assertion, sessionId: actor.sessionId, userId: actor.userId };
  };
}

type ActorRow = {
  session_id: string;
  person_id: string;
  authenticated_at: Date;
  last_used_at: Date;
  roles: OperatorRole[];
  assignments: { assignmentId: string; providerId: string; role: RepresentativeRole }[];
};

// The hottest query of the platform: one statement, one unique index, no Kysely builder in between (`performance.md` rule 5).
// Only an operator's session carries an operator's permissions, however the role and the session came about (promise A5).
async function findActor(db: Db, tokenHash: Buffer, now: Date): Promise<{ actor: Actor; usedAt: Date } | undefined> {
  const { rows } = await sql<ActorRow>`
    select s.id as session_id, s.person_id, s.authenticated_at, s.last_used_at,
      array(select role from operator_grant g where g.person_id = s.person_id and s.kind = 'operator' order by role) as roles,
      coalesce((select jsonb_agg(jsonb_build_object('assignmentId', a.id, 'providerId', a.provider_id, 'role', a.role) order by a.id)
        from assignment a where a.user_id = s.person_id), '[]') as assignments
    from access_token t join session s on s.id = t.session_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and s.state = 'active' and s.ends_at > ${now}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  const actor: Actor = {
    userId: row.person_id,
    sessionId: row.session_id,
    authenticatedAt: Math.floor(row.authenticated_at.getTime() / 1000),
    permissions: [...new Set(row.roles.flatMap((role) => operatorPermissions[role]))],
    assignments: row.assignments,
  };
  return { actor, usedAt: row.last_used_at };
}
