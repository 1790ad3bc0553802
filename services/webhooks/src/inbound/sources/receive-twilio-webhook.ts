import { z } from 'zod';
import { route } from '../../app.ts';
import { applyDeliveryReport } from '../../deliveries/delivery-reports.ts';
import { receiveWebhook, webhookDeclaration } from '../receiving/receive-webhook.ts';
import type { WebhookSource } from '../receiving/webhook-source.ts';
import { isSignedByTwilio } from '../signatures/twilio-signature.ts';
import { insertMessageStatus } from './message-statuses.ts';

const maxBytes = 64 * 1024;

/** Status callbacks of SMS. Without a timestamp, message and status together identify the event. */
export const twilio: WebhookSource = {
  name: 'twilio',
  isAuthentic: isSignedByTwilio,
  eventIdOf({ body }) {
    const status = statusIn(body);
    return status && `${status.message}:${status.status}`;
  },
  async process(body, { trx, at }) {
    const status = statusIn(body);
    if (!status) return 'ignored';
    const { message, status: state, errorCode } = status;
    await applyDeliveryReport(trx, { channel: 'sms', providerMessageId: message, status: state }, at);
    const isNew = await insertMessageStatus(trx, {
      source: 'twilio',
      message_ref: message,
      status: state,
      error_code: errorCode,
      reported_at: at,
    });
    return isNew ? 'applied' : 'ignored';
  },
};

/** Only these three fields: the others hold the number of the person and the text. */
function statusIn(body: Buffer) {
  const fields = new URLSearchParams(body.toString());
  const message = fields.get('MessageSid') ?? '';
  const status = fields.get('MessageStatus') ?? '';
  const errorCode = /^\d{1,10}$/.exec(fields.get('ErrorCode') ?? '')?.[0] ?? null;
  return /^(SM|MM)[0-9a-f]{32}$/i.test(message) && /^[a-z_]{1,20}$/.test(status)
    ? { message, status, errorCode }
    : undefined;
}

export const receiveTwilioWebhook = route(
  {
    ...webhookDeclaration(maxBytes, ['application/x-www-form-urlencoded', 'application/json'], {
      MessageSid: 'SM0123456789abcdef0123456789abcdef',
      MessageStatus: 'delivered',
    }),
    path: '/webhooks/twilio',
    summary: 'Receive the status of an SMS',
    description:
      'For Twilio, signed with `X-Twilio-Signature` over the public URL. A repeated status is accepted and changes nothing.',
    query: z.object({
      bodySHA256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .meta({
          description: 'SHA-256 of a JSON body, which Twilio adds to the URL that it signs.',
          examples: ['6090047b07ba8f4ca76b0e5e5e8f5b8ee6d67ed0e8e9e6b34d2c4d5a0b1c2d3e'],
        }),
    }),
  },
  ({ request }, app) => receiveWebhook(twilio, maxBytes, request, app),
);
