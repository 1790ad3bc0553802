import type { IncomingMessage } from 'node:http';
import { discardRest } from '@trust/service-kit/http/request-body';
import { Problem } from '@trust/service-kit/problems/problem';
import type { RequestTimeout } from './request-timeout.ts';

export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

function bodyOf(request: IncomingMessage, maxBytes: number, timeout: RequestTimeout): AsyncGenerator<Buffer> | null {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return hasBody(request) ? limited(request, maxBytes, timeout) : null;
}

/** Not the request: undici destroys a partly read body, and with it the client's connection. */
async function* limited(request: IncomingMessage, maxBytes: number, timeout: RequestTimeout): AsyncGenerator<Buffer> {
  let bytes = 0;
  timeout.awaiting('client');
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    timeout.received(chunk.length);
    timeout.awaiting('service');
    yield chunk;
    timeout.awaiting('client');
  }
  timeout.awaiting('service');
}

/** Buffers: a slow sender takes memory, but no slot and no connection to a service (promise I6). */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  timeout: RequestTimeout,
): Promise<Buffer | null> {
  const body = bodyOf(request, maxBytes, timeout);
  if (!body) return null;
  const chunks: Buffer[] = [];
  const read = async () => {
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return withTimeout(read(), request, timeout);
}

/** Waits for the first bytes: a client that sends only headers takes no slot (promise I6). */
export async function streamBody(
  request: IncomingMessage,
  maxBytes: number,
  timeout: RequestTimeout,
): Promise<AsyncIterable<Buffer> | null> {
  const body = bodyOf(request, maxBytes, timeout);
  if (!body) return null;
  const first = await withTimeout(body.next(), request, timeout);
  return (async function* () {
    if (!first.done) yield first.value;
    yield* body;
  })();
}

async function withTimeout<Read>(
  reading: Promise<Read>,
  request: IncomingMessage,
  timeout: RequestTimeout,
): Promise<Read> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  timeout.start(reject);
  try {
    return await Promise.race([reading, timedOut]);
  } catch (error) {
    discardRest(request);
    throw error;
  } finally {
    timeout.stop();
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload-too-large', {
    en: `The request body exceeds ${maxBytes} bytes. Send a smaller body.`,
    fr: `Le corps de la requête dépasse ${maxBytes} octets. Réduisez sa taille.`,
  });
}
