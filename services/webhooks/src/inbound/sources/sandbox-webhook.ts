import { randomUUID } from 'node:crypto';
import { apiBase } from '@trust/contracts/api-base';
import type { Log } from '@trust/service-kit/observability/log';
import type { Notify } from '../../payments/adapters/sandbox.ts';
import { signStandard } from '../signatures/standard-signature.ts';

type Post = (path: string, request: { body: Buffer; headers: Record<string, string> }) => Promise<{ status: number }>;

/** Through the gateway like any other sender, signed by Standard Webhooks. */
export function sandboxWebhook(secret: string, now: () => Date, post: Post, log?: Log): Notify {
  return async (data) => {
    const body = Buffer.from(JSON.stringify({ type: 'payment.changed', data }));
    const id = `msg_${randomUUID()}`;
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signStandard(secret, { id, timestamp, body }),
    };
    try {
      const { status } = await post('/webhooks/payments/sandbox', { body, headers });
      if (status !== 200) log?.warn({ status }, 'The webhook of the sandbox was refused');
    } catch (err) {
      log?.warn({ err }, 'The webhook of the sandbox was not sent');
    }
  };
}

/** By HTTP to the gateway of the platform. */
export function postTo(publicUrl: string): Post {
  return (path, { body, headers }) =>
    fetch(new URL(`${apiBase}${path}`, publicUrl), {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
      signal: AbortSignal.timeout(5000),
    });
}
