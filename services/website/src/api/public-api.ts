import type { IncomingMessage } from 'node:http';
import { internalSecretHeader } from '@trust/contracts/actor';
import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { unavailable } from '@trust/service-kit/problems/problem';

export type ApiResponse = { status: number; etag: string | undefined; body: unknown };

/** `request` is that of the reader: its limits apply, and its id finds the logs of both. */
export type PublicApi = {
  get(request: IncomingMessage, path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(request: IncomingMessage, path: string, content: unknown): Promise<ApiResponse>;
};

/** Below the gateway's deadline of a page, so that the page itself says what is away. */
const timeoutMs = 3000;

/** The API through the gateway, which retries where that is safe (promise L4). Throws 503 if it does not answer. */
export function publicApi(url: string, secret: string): PublicApi {
  async function send(request: IncomingMessage, path: string, init: RequestInit): Promise<ApiResponse> {
    const { 'x-forwarded-for': address, 'x-request-id': requestId } = request.headers;
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      [internalSecretHeader]: secret,
      ...(address && { 'x-forwarded-for': String(address) }),
      ...(requestId && { 'x-request-id': String(requestId) }),
      ...traceHeaders(),
      ...(init.headers as Record<string, string>),
    };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(new URL(path, url), { ...init, headers, signal, redirect: 'manual' });
      const body = await response.text();
      return { status: response.status, etag: response.headers.get('etag') ?? undefined, body: jsonOf(body) };
    } catch (err) {
      throw unavailable({ upstream: 'gateway', reason: 'no answer', err });
    }
  }
  return {
    get: (request, path, headers = {}) => send(request, path, { headers }),
    post: (request, path, content) =>
      send(request, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
