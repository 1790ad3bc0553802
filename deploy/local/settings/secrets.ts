import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NatsPasswords, natsUsers } from '../nats/users.ts';
import type { RolePasswords } from '../postgres/databases.ts';
import { calledServices, type DatabaseService, type ServiceName, serviceDatabases } from '../services.ts';

export type PrivateJwk = { kty: string; crv: string; x: string; d: string; kid: string; alg: string; use: string };

type InternalSecrets = Record<(typeof calledServices)[number], string>;
type CursorSecrets = Record<DatabaseService, string>;

export type Secrets = {
  databasePasswords: RolePasswords;
  /** Of the role that reads every row, in a deployment. */
  backupPassword: string;
  /** Of the role that creates and drops partitions. */
  maintenancePassword: string;
  natsPasswords: NatsPasswords;
  /** Prove to each service that a request comes from the gateway. */
  internalSecrets: InternalSecrets;
  assertionKey: PrivateJwk;
  claimSigningKey: PrivateJwk;
  /** Seals signing keys in the provider database. */
  claimKeySecret: string;
  auditSigningKey: PrivateJwk;
  /** One-time codes are sealed to this key until they are sent. */
  sealKey: PrivateJwk;
  /** The contact of an invitation is sealed to this key for identity. */
  invitationKey: PrivateJwk;
  invitationSecret: string;
  /** A service derives its keys from its own, one for each purpose. */
  cursorSecrets: CursorSecrets;
  /** Identity and provider compare contact points by hashes with it. */
  contactHashSecret: string;
  codePepper: string;
  subjectKeySecret: string;
  uploadSigningSecret: string;
  contentIndexSecret: string;
  pushTokenSecret: string;
  /** Settings by service that an operator adds during a rotation, such as CURSOR_SECRET_ACCEPTED (docs/rotation.md). */
  accepted?: Partial<Record<ServiceName, Record<string, string>>>;
};

/** Later calls generate only the secrets that a new version adds. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const generated = createSecrets();
  const natsPasswords = { ...generated.natsPasswords, ...stored.natsPasswords };
  const internalSecrets = { ...generated.internalSecrets, ...stored.internalSecrets };
  const cursorSecrets = { ...generated.cursorSecrets, ...stored.cursorSecrets };
  const secrets = { ...generated, ...stored, natsPasswords, internalSecrets, cursorSecrets };
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
  return secrets;
}

export function createSecrets(): Secrets {
  return {
    databasePasswords: generatePasswords(),
    backupPassword: randomSecret(),
    maintenancePassword: randomSecret(),
    natsPasswords: Object.fromEntries(natsUsers.map((name) => [name, randomSecret()])) as NatsPasswords,
    internalSecrets: Object.fromEntries(calledServices.map((name) => [name, randomSecret()])) as InternalSecrets,
    assertionKey: generateKey('ed25519', 'EdDSA', 'sig'),
    claimSigningKey: generateKey('ed25519', 'EdDSA', 'sig'),
    claimKeySecret: randomSecret(),
    auditSigningKey: generateKey('ed25519', 'EdDSA', 'sig'),
    sealKey: generateKey('x25519', 'ECDH-ES', 'enc'),
    invitationKey: generateKey('x25519', 'ECDH-ES', 'enc'),
    invitationSecret: randomSecret(),
    cursorSecrets: Object.fromEntries(serviceDatabases.map((name) => [name, randomSecret()])) as CursorSecrets,
    contactHashSecret: randomSecret(),
    codePepper: randomSecret(),
    subjectKeySecret: randomSecret(),
    uploadSigningSecret: randomSecret(),
    contentIndexSecret: randomSecret(),
    pushTokenSecret: randomSecret(),
  };
}

export function publicJwk({ d: _private, ...jwk }: PrivateJwk): Omit<PrivateJwk, 'd'> {
  return jwk;
}

function generatePasswords(): RolePasswords {
  const names = serviceDatabases.flatMap((service) => [`${service}_owner`, `${service}_app`]);
  return Object.fromEntries(names.map((name) => [name, randomSecret()])) as RolePasswords;
}

function generateKey(curve: 'ed25519' | 'x25519', alg: string, use: string): PrivateJwk {
  const { privateKey } = curve === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const { kty = '', crv = '', x = '', d = '' } = privateKey.export({ format: 'jwk' });
  // RFC 7638: a thumbprint is over these members in this order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kty, crv, x, d, kid, alg, use };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
