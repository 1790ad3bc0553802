import type { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import type { SealedInvitation } from '@trust/contracts/events/provider';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Log } from '@trust/service-kit/observability/log';
import type { Kysely, Transaction } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/mobile';
import type { z } from 'zod';
import type { DB } from './db/schema.ts';
import type { PasskeySettings } from './passkeys/settings.ts';
import type { Vault } from './subject-keys/vault.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type App = BaseApp<DB> & {
  /** Six digits, from a cryptographic source. */
  newCode: () => string;
  /** 256 bits, base64url. */
  newToken: () => string;
  hashCode: (challengeId: string, code: string) => Buffer;
  portals: readonly string[];
  vault: Vault;
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
export const on = onFor<App>();
export const audit = auditFor('identity');
