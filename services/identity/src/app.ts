import type { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import type { SealedInvitation } from '@trust/contracts/events/representatives';
import type { ContactHash } from '@trust/personal-data/contact-hash';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { commandFor } from '@trust/service-kit/http/command';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Log } from '@trust/service-kit/observability/log';
import type { Kysely, Transaction } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/mobile';
import type { z } from 'zod';
import type { DB } from './db/schema.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

/** `field` is authenticated, so a value cannot move to another field. */
export type Sealer = {
  seal(field: string, text: string): Buffer;
  /** Throws for another subject or field, or a changed value. */
  open(field: string, sealed: Buffer): string;
};

/** The caller stores the wrapped keys (ADR 0007). */
export type Vault = {
  indexOf(channel: string, identifier: string): Buffer;
  deviceHash(identifierIndex: Buffer, device: string): Buffer;
  /** Seals the answer to a sign-in. */
  signInSecret(request: string): Buffer;
  newKey(subjectId: string): Buffer;
  /** Undefined if the current secret has wrapped it already. */
  rewrap(subjectId: string, wrapped: Buffer): Buffer | undefined;
  sealer(subjectId: string, wrapped: Buffer): Sealer;
};

export type PasskeySettings = {
  rpId: string;
  origins: readonly string[];
  /** Some operators step up with a passkey only. */
  areRequired: boolean;
};

export type App = BaseApp<DB> & {
  /** Six digits, from a cryptographic source. */
  newCode: () => string;
  /** 256 bits, base64url. */
  newToken: () => string;
  hashCode: (challengeId: string, code: string) => Buffer;
  /** In constant time. */
  isCode: (challengeId: string, code: string, stored: Buffer) => boolean;
  portals: readonly string[];
  vault: Vault;
  contactHash: ContactHash;
  /** Of the second value of a rotation: announced beside it, so that provider finds contacts by either. */
  acceptedContactHashes: readonly ContactHash[];
  passkeys: PasskeySettings;
  /** May request sign-in codes again at once; empty in production. */
  identifiersWithoutLimits: ReadonlySet<string>;
  /** If there is only one, its phone numbers need no country code. */
  smsCountries: readonly CountryCode[];
  log: Log;
  sealCode: (code: z.output<typeof SealedOneTimeCode>) => Promise<string>;
  sealMessage: (message: z.output<typeof SealedMessage>) => Promise<string>;
  openInvitation: (sealed: string) => Promise<z.output<typeof SealedInvitation>>;
};

export const route = routeFor<App>();
export const command = commandFor<App>();
export const on = onFor<App>();
export const audit = auditFor('identity');
