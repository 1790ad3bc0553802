import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { type Actor, actorAssertionAudience } from '@trust/contracts/actor';
import type { LimitOverrides } from '@trust/contracts/limits';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { person } from '@trust/service-testing/actors';
import { startService } from '@trust/service-testing/service';
import { generateKeyPair, jwtVerify } from 'jose';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { identifiersWithoutLimits } from '../src/operators/roles/seeded-operators.ts';
import { pruneTasks } from '../src/prune-tasks.ts';
import { routes } from '../src/routes.ts';
import { openSecrets } from '../src/secrets.ts';
import { hashToken } from '../src/sessions/hash-token.ts';
import { sessionResolver } from '../src/sessions/lookup/resolve-session.ts';
import { subscriptions } from '../src/subscriptions.ts';

const plenty: LimitOverrides = { 'profile-mutation': 10_000 };
const log = openLog('identity', 'silent');
const sealKeys = generateKeyPairSync('x25519');
const invitationKeys = generateKeyPairSync('x25519');
export const invitationKey = invitationKeys.publicKey.export({ format: 'jwk' }) as Record<string, string>;
export const contactHashSecret = randomBytes(32).toString('base64url');
export const portal = 'https://portal.example.test';
export const passkeys = { rpId: 'example.test', origins: [portal], areRequired: true };
export const sealKey = sealKeys.privateKey;

/** Records the codes, because only the webhooks service can open the sealed ones. */
export async function startIdentity({
  connections,
  limits,
  mode = 'production',
}: {
  connections?: number;
  limits?: LimitOverrides;
  mode?: 'development' | 'production';
} = {}) {
  const codes: string[] = [];
  const secrets = {
    SUBJECT_KEY_SECRET: randomBytes(32).toString('base64url'),
    CONTACT_HASH_SECRET: contactHashSecret,
    CODE_PEPPER: 'a pepper that is only for tests, long enough',
    SEAL_PUBLIC_KEY: sealKeys.publicKey.export({ format: 'jwk' }) as Record<string, string>,
    INVITATION_PRIVATE_KEY: invitationKeys.privateKey.export({ format: 'jwk' }) as Record<string, string>,
  };
  const service = await startService<DB, App>({
    service: 'identity',
    routes,
    subscriptions,
    limits: { ...plenty, ...limits },
    app: async (base) => {
      const made = await openSecrets(secrets);
      const newCode = () => {
        const code = made.newCode();
        codes.push(code);
        return code;
      };
      const modeSettings = { identifiersWithoutLimits: identifiersWithoutLimits(mode) };
      return {
        ...base,
        ...made,
        ...modeSettings,
        newCode,
        passkeys,
        portals: [portal],
        smsCountries: ['BE', 'FR'],
        log,
      };
    },
    ...(connections && { connections }),
  });
  /** Prunes what expires within so many seconds. */
  const pruneAt = (seconds: number) =>
    prune({ db: service.db, log, tasks: pruneTasks, now: new Date(service.clock.now.getTime() + seconds * 1000) });
  return Object.assign(service, { codes, secrets, prune: pruneAt });
}

export const newAddress = () => `${randomUUID()}@example.test`;
export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

export type Identity = Awaited<ReturnType<typeof startIdentity>>;

type Headers = Record<string, string>;

export async function challenge(identity: Identity, identifier: string, headers: Headers = {}) {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const answer = await identity.post('/auth/challenges', { body: { channel, identifier }, headers });
  if (answer.status !== 202) throw new Error(`No challenge: ${JSON.stringify(answer.body)}`);
  return { challengeId: answer.body.challengeId as string, code: identity.codes.at(-1) as string };
}

export async function signIn(identity: Identity, identifier: string, headers: Headers = {}) {
  const { challengeId, code } = await challenge(identity, identifier, headers);
  const { body } = await identity.post(`/auth/challenges/${challengeId}/verify`, { body: { code }, headers });
  return body as { accessToken: string; refreshToken: string; refreshTokenExpiresAt: string; session: { id: string } };
}

export async function member(identity: Identity, identifier = newAddress(), headers: Headers = {}) {
  const tokens = await signIn(identity, identifier, headers);
  const { person_id: userId } = await identity.db
    .selectFrom('session')
    .select('person_id')
    .where('id', '=', tokens.session.id)
    .executeTakeFirstOrThrow();
  const authenticatedAt = Math.floor(identity.clock.now.getTime() / 1000);
  return { ...tokens, identifier, actor: person({ userId, sessionId: tokens.session.id, authenticatedAt }) };
}

export async function resolverOf(identity: Identity) {
  const keys = await generateKeyPair('EdDSA');
  const now = () => identity.clock.now;
  const arePasskeysRequired = identity.app.passkeys.areRequired;
  const resolve = sessionResolver(identity.db, { key: keys.privateKey, kid: 'test' }, { now, arePasskeysRequired });
  const resolved = (accessToken: string) => resolve(hashToken(accessToken).toString('hex'));
  return {
    resolved,
    isAlive: async (accessToken: string) => (await resolved(accessToken)) !== undefined,
    async actorOf(accessToken: string) {
      const answer = await resolved(accessToken);
      if (!answer) return undefined;
      const options = { audience: actorAssertionAudience, currentDate: now() };
      return (await jwtVerify<Actor>(answer.assertion, keys.publicKey, options)).payload;
    },
  };
}
