import { createHash, randomBytes } from 'node:crypto';
import {
  actorAssertionAudience,
  actorAssertionHeader,
  actorAssertionIssuer,
  internalSecretHeader,
} from '@trust/contracts/actor';
import { importJWK, SignJWT } from 'jose';
import pg from 'pg';
import type { Session } from '../../demo/client.ts';
import { loadSecrets } from '../../deploy/local/settings/secrets.ts';
import type { Settings } from '../../deploy/local/settings/settings.ts';

/** Inserts copies of a session; returns the hashes of their access tokens in hex. */
export async function copySession(databaseUrl: string, { accessToken }: Session, count: number): Promise<string[]> {
  const original = createHash('sha256').update(accessToken).digest();
  const hashes = Array.from({ length: count }, () => randomBytes(32));
  await withClient(databaseUrl, (client) =>
    client.query(
      `with copies as (select gen_random_uuid() as id, hash from unnest($2::bytea[]) as hash),
       sessions as (
         insert into session select (jsonb_populate_record(s, jsonb_build_object('id', c.id))).*
         from copies c, access_token t join session s on s.id = t.session_id where t.token_hash = $1
       )
       insert into access_token (token_hash, session_id, expires_at)
       select hash, id, now() + interval '1 hour' from copies`,
      [original, hashes],
    ),
  );
  return hashes.map((hash) => hash.toString('hex'));
}

/** The headers by which the gateway authenticates itself and a person to a service. */
export async function internalHeaders(
  folder: string,
  settings: Settings,
  owner: Session,
): Promise<Record<string, string>> {
  const { assertionKey } = loadSecrets(folder);
  const hash = createHash('sha256').update(owner.accessToken).digest();
  return withClient(settings.owners.identity.DATABASE_OWNER_URL, async (client) => {
    const { rows } = await client.query(
      `select s.person_id as "userId", s.id as "sessionId",
         (select jsonb_agg(jsonb_build_object('assignmentId', a.id, 'providerId', a.provider_id, 'role', a.role))
          from assignment a where a.user_id = s.person_id) as assignments
       from access_token t join session s on s.id = t.session_id where t.token_hash = $1`,
      [hash],
    );
    const assertion = await new SignJWT({ ...rows[0], authenticatedAt: 0, permissions: [] })
      .setProtectedHeader({ alg: 'EdDSA', kid: assertionKey.kid })
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(await importJWK(assertionKey, 'EdDSA'));
    return {
      [internalSecretHeader]: settings.services.provider.INTERNAL_SECRET ?? '',
      [actorAssertionHeader]: assertion,
    };
  });
}

export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}
