import { z } from 'zod';
import { route } from '../../app.ts';
import { receiveWebhook, webhookDeclaration } from '../receiving/receive-webhook.ts';
import { hashOfIds, parseBody, readJson, type WebhookSource } from '../receiving/webhook-source.ts';
import { isSignedByMeta } from '../signatures/meta-signature.ts';
import { insertMessageStatus } from './message-statuses.ts';

const maxBytes = 3 * 1024 * 1024;

/** Messages of customers are accepted, and deleted unread: no feature receives them yet. */
const Notification = z.object({
  entry: z.array(
    z.object({ changes: z.array(z.object({ value: z.object({ statuses: z.array(Status()).optional() }) })) }),
  ),
});

function Status() {
  return z.object({
    id: z.string().regex(/^wamid\.[\w=+/-]{1,200}$/),
    status: z.string().regex(/^[a-z_]{1,20}$/),
    errors: z.array(z.object({ code: z.number().int() })).optional(),
  });
}

const Identified = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.array(z.object({ id: z.string(), status: z.string() })).default([]),
            messages: z.array(z.object({ id: z.string() })).default([]),
          }),
        }),
      ),
    }),
  ),
});

/** A status has the id of its message, and a message its own. A batch has no id. */
function idsIn(body: Buffer): string | undefined {
  const values = Identified.safeParse(readJson(body)).data?.entry.flatMap(({ changes }) => changes);
  const ids = values?.flatMap(({ value: { statuses, messages } }) => [
    ...statuses.map(({ id, status }) => `${id}:${status}`),
    ...messages.map(({ id }) => id),
  ]);
  return ids && ids.length > 0 ? hashOfIds(ids) : undefined;
}

/** Meta repeats for seven days, in other batches: each status is recorded once. */
export const whatsapp: WebhookSource = {
  name: 'whatsapp',
  isAuthentic: isSignedByMeta,
  eventIdOf: ({ body }) => idsIn(body),
  async process(body, { trx, at }) {
    const { entry } = parseBody(body, (content) => Notification.parse(content));
    const statuses = entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? []));
    let applied = 0;
    for (const { id, status, errors } of statuses) {
      const errorCode = errors?.[0] ? String(errors[0].code) : null;
      const row = { source: 'whatsapp', message_ref: id, status, error_code: errorCode, reported_at: at };
      if (await insertMessageStatus(trx, row)) applied += 1;
    }
    return applied > 0 ? 'applied' : 'ignored';
  },
};

export const receiveWhatsappWebhook = route(
  {
    ...webhookDeclaration(maxBytes, ['application/json'], {
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ value: { statuses: [{ id: 'wamid.HBgLMzI0NzAxMjM0NTY', status: 'delivered' }] } }] }],
    }),
    path: '/webhooks/whatsapp',
    summary: 'Receive events of WhatsApp',
    description:
      'For the WhatsApp Business Platform, signed with `X-Hub-Signature-256` over the raw body. A repeated event is accepted and changes nothing.',
  },
  ({ request }, app) => receiveWebhook(whatsapp, maxBytes, request, app),
);
