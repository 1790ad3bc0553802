import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import {
  messageRequested,
  oneTimeCodeRequested,
  type SealedMessage,
  type SealedOneTimeCode,
} from '@trust/contracts/events/identity';
import { createSealer } from '@trust/personal-data/sealed-box';
import { openDb } from '@trust/service-kit/database/db';
import { openLog } from '@trust/service-kit/observability/log';
import { person } from '@trust/service-testing/actors';
import { gatewayProof } from '@trust/service-testing/gateway';
import { startService } from '@trust/service-testing/service';
import type { z } from 'zod';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { openerOf } from '../src/deliveries/sealed-content.ts';
import { type InboundStore, openInboundStore } from '../src/inbound/receiving/inbound-store.ts';
import { webhookSecrets } from '../src/inbound/receiving/webhook-secrets.ts';
import { sandboxWebhook } from '../src/inbound/sources/sandbox-webhook.ts';
import { openTokenVault } from '../src/notifications/devices/token-vault.ts';
import { type Notify, sandboxPaymentProvider } from '../src/payments/adapters/sandbox.ts';
import { settlePayments } from '../src/payments/settlement/settle-payments.ts';
import { developmentRoutes, routes } from '../src/routes.ts';
import { mailboxSender } from '../src/sending/senders/mailbox-sender.ts';
import type { MessageSender, Senders } from '../src/sending/senders/message-sender.ts';
import { openDispatcher } from '../src/sending/worker/delivery-worker.ts';
import { subscriptions } from '../src/subscriptions.ts';

/** Two live ones each, as during a rotation. */
export const testSecrets = {
  stripe: ['whsec_of_stripe_before_the_rotation', 'whsec_of_stripe_after_the_rotation'],
  standard: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
  twilio: ['the old token of Twilio in tests', 'the new token of Twilio in tests'],
  whatsapp: ['the old secret of the app in tests', 'the new secret of the app in tests'],
  'whatsapp-verify': ['the verify token in tests'],
  storage: ['the old token of the store', 'the new token of the store'],
};

const keys = generateKeyPairSync('x25519');

/** In development mode, on its own database. */
export async function startWebhooks({
  appUrl = 'https://app.trust.test',
  ...options
}: {
  connections?: number;
  urls?: { app: string; owner: string };
  appUrl?: string | null;
} = {}) {
  const secrets = webhookSecrets(testSecrets, { secret: 'a secret of this test', hasSandbox: true });
  let notify: Notify = async () => {};
  let inbound: InboundStore | undefined;
  const service = await startService<DB, App>({
    service: 'webhooks',
    routes: { ...routes, ...developmentRoutes },
    subscriptions,
    app: async (base) => {
      inbound = openInboundStore(base, secrets.contentKeys);
      return {
        ...base,
        publicUrl: 'http://trust.test',
        appUrl: appUrl ?? undefined,
        tokens: openTokenVault([randomBytes(32).toString('base64url')]),
        webhookSecrets: secrets,
        storeInbound: inbound.store,
        payments: sandboxPaymentProvider(base, (event) => notify(event)),
        paymentKeys: [randomBytes(32)],
        openSealed: await openerOf(keys.privateKey.export({ format: 'jwk' }) as Record<string, string>),
      };
    },
    ...options,
  });
  const stop = service[Symbol.asyncDispose];
  const mailbox = mailboxSender(service.db, service.app.now);
  notify = sandboxWebhook(secrets.of('sandbox')[0] ?? '', service.app.now, (path, { body, headers }) =>
    service.post(path, { rawBody: body, headers }),
  );

  const sendersOf = (given: MessageSender | Partial<Senders>): Senders =>
    'send' in given
      ? { sms: given, email: given, fcm: given, apns: given }
      : { sms: mailbox, email: mailbox, fcm: mailbox, apns: mailbox, ...given };

  async function sealed(content: object, sealTo = keys.publicKey) {
    const expiresAt = new Date(service.clock.now.getTime() + 300_000).toISOString();
    const message = { channel: 'sms', to: '+32470123456', expiresAt, ...content };
    const seal = await createSealer(sealTo.export({ format: 'jwk' }) as Record<string, string>);
    return seal(JSON.stringify(message));
  }

  return Object.assign(service, {
    async [Symbol.asyncDispose]() {
      await inbound?.[Symbol.asyncDispose]();
      await stop();
    },
    /** `sealTo` defaults to the key of webhooks. */
    async requestCode(
      code: Partial<z.output<typeof SealedOneTimeCode>> = {},
      { eventId, sealTo = keys.publicKey } = {} as { eventId?: string; sealTo?: typeof keys.publicKey },
    ) {
      const payload = { challengeId: randomUUID(), sealed: await sealed({ code: '012345', ...code }, sealTo) };
      await service.deliver(oneTimeCodeRequested, payload, eventId);
    },
    async requestMessage(message: Partial<z.output<typeof SealedMessage>>) {
      await service.deliver(messageRequested, { messageId: randomUUID(), sealed: await sealed(message) });
    },
    dispatcher: (senders: MessageSender | Partial<Senders> = mailbox, options: { workers?: number } = {}) =>
      openDispatcher({ app: service.app, senders: sendersOf(senders), log: openLog('webhooks', 'silent') }, options),
    /** Sends what is due once, with closed breakers. Returns how many deliveries were due. */
    async send(senders?: MessageSender | Partial<Senders>) {
      const dispatcher = this.dispatcher(senders);
      const count = await dispatcher.dispatch();
      await dispatcher.settled();
      return count;
    },
    /** Returns the id of the device. */
    async register(userId: string, device: object = {}): Promise<string> {
      const pushToken = randomBytes(32).toString('base64url');
      const body = { installationId: randomUUID(), pushService: 'fcm', pushToken, ...device };
      return (await service.post('/devices', { actor: person({ userId }), body })).body.id;
    },
    /** As a migration inserts it. Returns its key, by default one for each price. */
    async plan(minorUnits: number, given: Partial<{ key: string; version: number; offeredFrom: Date }> = {}) {
      const { version = 1, key = `of-${minorUnits}-cents`, offeredFrom = new Date(0) } = given;
      await using owner = openDb<DB>({ url: service.ownerUrl, max: 1, connectTimeout: 30_000 });
      const price = { amount_minor: minorUnits, currency: 'EUR', period: 'month' };
      await owner
        .insertInto('plan')
        .values({ key, version, label: JSON.stringify({ en: key, fr: key }), ...price, offered_from: offeredFrom })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return key;
    },
    /** Runs the payment worker until no payment is due. */
    async settle() {
      while ((await settlePayments(service.app, openLog('webhooks', 'silent'))) > 0);
    },
    async mailbox(to?: string) {
      const query = `?limit=100${to === undefined ? '' : `&to=${to}`}`;
      const response = await fetch(`${service.url}/dev/mailbox${query}`, { headers: gatewayProof });
      const body = (await response.json()) as { items: Record<string, string>[] };
      return { status: response.status, body };
    },
    deliveries: () => service.db.selectFrom('delivery').selectAll().orderBy('id').execute(),
  });
}

export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
