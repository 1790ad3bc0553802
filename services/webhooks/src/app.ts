import type { KeyObject } from 'node:crypto';
import type { SealedMessage, SealedOneTimeCode } from '@trust/contracts/events/identity';
import { refuseErased } from '@trust/personal-data/erased-people';
import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from './db/schema.ts';
import type { PaymentProvider } from './payment-provider.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

/** Identity seals a one-time code or message for this service. */
export type SealedContent = z.output<typeof SealedOneTimeCode> | z.output<typeof SealedMessage>;

/** Throws if the content was not sealed to this key. */
export type OpenSealed = (sealed: string) => Promise<SealedContent>;

export type SealedToken = { sealed_token: Buffer; wrapped_key: Buffer; key_id: string; token_hash: Buffer };

/** Push tokens in envelopes (docs/domain/messages-and-webhooks.md 6): each has a data key, which a secret wraps. */
export type TokenVault = {
  /** Names the secret of new envelopes. */
  keyId: string;
  seal(deviceId: string, token: string): SealedToken;
  /** Throws for another device, a changed value or a secret that is no longer configured. */
  open(deviceId: string, sealed: Omit<SealedToken, 'token_hash'>): string;
  /** Under each secret, so that a token is found during a rotation. */
  hashes(token: string): Buffer[];
};

export type WebhookSecrets = {
  /** One or two secrets. None: the platform accepts nothing from the source. */
  of(name: string): readonly string[];
  /** The first encrypts bodies until they are processed, each opens them. */
  contentKeys: readonly [KeyObject, ...KeyObject[]];
};

export type VerifiedWebhook = { source: string; eventId: string; body: Buffer; bodyHash: Buffer };

/** Resolves after the commit of the event. A repeat is counted, and flagged if its body differs (promise W3). */
export type StoreInbound = (webhook: VerifiedWebhook) => Promise<void>;

export type App = BaseApp<DB> & {
  openSealed: OpenSealed;
  tokens: TokenVault;
  /** Address of the platform for people. An SMS binds its code to its host. */
  publicUrl: string;
  /** Address of the universal links of the app; undefined if it has none. */
  appUrl: string | undefined;
  webhookSecrets: WebhookSecrets;
  storeInbound: StoreInbound;
  /** Undefined: the platform accepts no payments. */
  payments: PaymentProvider | undefined;
  /** The first encrypts the secrets with which clients confirm payments, each opens them. */
  paymentKeys: readonly [Buffer, ...Buffer[]];
};

export const route = routeFor<App>();
export const on = onFor<App>();
export const audit = refuseErased(auditFor('webhooks'));
