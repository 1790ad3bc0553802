import { RawReply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { clientNetworkOf } from '@trust/service-kit/rate-limits/rate-limiting';
import { isSameSecret } from '@trust/service-kit/sealing/secret';
import { z } from 'zod';
import { route } from '../../app.ts';

const Handshake = z.object({
  'hub.mode': z.literal('subscribe').optional().describe('Always `subscribe`.'),
  'hub.verify_token': z.string().max(200).optional().describe('The verify token, as configured at Meta.'),
  'hub.challenge': z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .meta({ description: 'The text to send back.', examples: ['1158201444'] }),
});

export const verifyWhatsappWebhook = route(
  {
    method: 'get',
    path: '/webhooks/whatsapp',
    summary: 'Answer the handshake of WhatsApp',
    description:
      'Meta sends it once, when the address is configured there. The response is the challenge as plain text.',
    access: 'webhook',
    ownLimits: ['webhook-failure'],
    query: Handshake,
    responds: { status: 200, media: ['text/plain'] },
  },
  async ({ query, request }, { webhookSecrets, limits }) => {
    const tokens = webhookSecrets.of('whatsapp-verify');
    const challenge = query['hub.challenge'];
    const isKnown = tokens.some((token) => isSameSecret(query['hub.verify_token'], token));
    if (!isKnown || !challenge || !query['hub.mode']) {
      await limits.take('webhook-failure', `whatsapp-verify ${clientNetworkOf(request.ip)}`);
      throw new Problem('webhook-refused');
    }
    return new RawReply(challenge, 'text/plain');
  },
);
