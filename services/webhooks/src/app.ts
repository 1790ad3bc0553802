import type { BaseApp } from '@trust/service-kit/app';
import { auditFor } from '@trust/service-kit/audit/audit';
import { routeFor } from '@trust/service-kit/http/route';
import { onFor } from '@trust/service-kit/inbox/subscription';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './db/schema.ts';
import type { TokenVault } from './devices/token-vault.ts';
import type { StoreInbound } from './inbound/verified-webhook.ts';
import type { WebhookSecrets } from './inbound/webhook-secrets.ts';
import type { OpenSealed } from './messages/sealed-content.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

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
  /** Encrypts the secrets with which clients confirm payments. */
  paymentKey: Buffer;
};

export const route = routeFor<App>();
export const on = onFor<App>();
export const audit = auditFor('webhooks');
