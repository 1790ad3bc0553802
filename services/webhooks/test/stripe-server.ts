import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Intent = Record<string, unknown> & { id: string; status: string };

/** Speaks the part of Stripe's API that the adapter uses. */
export async function startStripe() {
  const intents = new Map<string, Intent>();
  const refunds: { id: string; payment_intent: string; amount: number; status: string; object: 'refund' }[] = [];
  const byKey = new Map<string, string>();
  const requests: { method: string; path: string; authorization: string | undefined; body: string }[] = [];
  let override: { status: number; headers?: Record<string, string>; body?: object } | undefined;

  function answer(request: IncomingMessage, body: URLSearchParams): { status: number; body: object } {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
    const [, , , id = '', action] = pathname.split('/');
    if (pathname === '/v1/refunds')
      return list(refunds.filter((one) => one.payment_intent === searchParams.get('payment_intent')));
    if (id === '' && request.method === 'GET') return list([...intents.values()]);
    if (id === '') {
      const key = String(request.headers['idempotency-key']);
      const known = byKey.get(key) ?? `pi_${intents.size + 1}`;
      byKey.set(key, known);
      if (Number(body.get('amount')) < 50)
        return fault(400, { code: 'amount_too_small', type: 'invalid_request_error' });
      const created = {
        id: known,
        object: 'payment_intent',
        amount: Number(body.get('amount')),
        currency: body.get('currency'),
        metadata: { paymentId: body.get('metadata[paymentId]') },
        status: 'requires_payment_method',
        client_secret: `${known}_secret_1`,
        last_payment_error: null,
        cancellation_reason: null,
      };
      if (!intents.has(known)) intents.set(known, created);
      return { status: 200, body: intents.get(known) as Intent };
    }
    const intent = intents.get(id);
    if (!intent) return fault(404, { code: 'resource_missing', type: 'invalid_request_error' });
    if (action === 'cancel') {
      if (intent.status === 'succeeded')
        return fault(400, { code: 'payment_intent_unexpected_state', type: 'invalid_request_error' });
      intent.status = 'canceled';
    }
    return { status: 200, body: intent };
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, authorization: headers.authorization, body });
    const found = override ?? answer(request, new URLSearchParams(body));
    const given = 'headers' in found ? found.headers : {};
    response.writeHead(found.status, { 'content-type': 'application/json', ...given });
    response.end(JSON.stringify(found.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port, protocol: 'http' as const },
    intents,
    refunds,
    requests,
    override: (answered: typeof override) => {
      override = answered;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function list(data: readonly object[]) {
  return { status: 200, body: { object: 'list', has_more: false, data, url: '/v1/x' } };
}

function fault(status: number, error: { code: string; type: string }) {
  return { status, body: { error: { ...error, message: error.code } } };
}
