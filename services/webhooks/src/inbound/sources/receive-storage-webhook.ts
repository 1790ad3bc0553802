import { objectsArrived } from '@trust/contracts/events/webhooks';
import { emit } from '@trust/service-kit/outbox/outbox';
import { isSameSecret } from '@trust/service-kit/sealing/secret';
import { z } from 'zod';
import { route } from '../../app.ts';
import { receiveWebhook, webhookDeclaration } from '../receiving/receive-webhook.ts';
import { hashOfIds, parseBody, readJson, type WebhookSource } from '../receiving/webhook-source.ts';

const maxBytes = 256 * 1024;

/** Amazon S3 User Guide, "Event message structure". */
const StorageEvent = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string().max(1024) }) }) })).max(100),
});

/** Amazon S3 User Guide: `sequencer` orders the events of an object. Not every store sends it. */
const Sequenced = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string(), sequencer: z.string() }) }) })).min(1),
});

/** The same for a repeat. Undefined: a repeat looks like another event of the same object. */
function sequenceIn(body: Buffer): string | undefined {
  const records = Sequenced.safeParse(readJson(body)).data?.Records;
  return records && hashOfIds(records.map(({ s3 }) => `${s3.object.key}:${s3.object.sequencer}`));
}

/** Names of the store's objects only: any other key cannot belong to an upload. */
const objectName = /^[\w-]{1,128}$/;

/** Stores sign nothing, so an event is a hint: evidence asks the store itself (promise U7). */
export const storage: WebhookSource = {
  name: 'storage',
  isAuthentic: ({ header, secrets }) =>
    secrets.some((secret) => isSameSecret(header('authorization'), `Bearer ${secret}`)),
  eventIdOf: ({ body }, newId) => sequenceIn(body) ?? newId(),
  async process(body, { trx }) {
    const { Records } = parseBody(body, (content) => StorageEvent.parse(content));
    const objectNames = [...new Set(Records.map(({ s3 }) => s3.object.key))].filter((key) => objectName.test(key));
    if (objectNames.length === 0) return 'ignored';
    await emit(trx, objectsArrived, { objectNames });
    return 'applied';
  },
};

export const receiveStorageWebhook = route(
  {
    ...webhookDeclaration(maxBytes, ['application/json'], {
      Records: [{ s3: { bucket: { name: 'uploads' }, object: { key: '4f1c2a9be07d' } } }],
    }),
    path: '/webhooks/storage',
    summary: 'Receive events of the object store',
    description:
      'S3 object events with a bearer secret, up to 100 records. An event is a hint: it makes the platform ask the store, so a lost, repeated or forged one changes no result.',
  },
  ({ request }, app) => receiveWebhook(storage, maxBytes, request, app),
);
