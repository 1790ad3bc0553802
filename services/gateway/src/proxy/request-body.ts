import { Problem } from '@trust/service-kit/http/problem';
import type { Request } from 'express';
import type { Patience } from './patience.ts';

/** The body as it comes, or null. A declared length is refused before a byte is read; of the undeclared, what is over the cap. */
function bodyOf(request: Request, maxBytes: number, patience: Patience): AsyncGenerator<Buffer> | null {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes) throw tooLarge(maxBytes);
  return length > 0 || request.headers['transfer-encoding'] !== undefined ? capped(request, maxBytes, patience) : null;
}

/**
 * Not the request itself: undici destroys a body that a service has answered without reading to its end, and with it would go the
 * client's connection, and the answer.
 */
async function* capped(request: Request, maxBytes: number, patience: Patience): AsyncGenerator<Buffer> {
  let bytes = 0;
  patience.waitFor('client');
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    patience.received(chunk.length);
    patience.waitFor('service');
    yield chunk;
    patience.waitFor('client');
  }
  patience.waitFor('service');
}

/**
 * A body that is short enough, read to its end: whoever sends one slowly then holds a little memory, and neither a place nor a
 * connection to a service (promise I6). Too slow is 408.
 */
export async function wholeBody(request: Request, maxBytes: number, patience: Patience): Promise<Buffer | null> {
  const body = bodyOf(request, maxBytes, patience);
  if (!body) return null;
  const pieces: Buffer[] = [];
  const read = async () => {
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return inTime(read(), request, patience);
}

/**
 * A body that is passed on as it comes, of which the first bytes have come: whoever sends headers and nothing else holds no place, and
 * the service hears of a request before its body takes time (promise I6).
 */
export async function begunBody(
  request: Request,
  maxBytes: number,
  patience: Patience,
): Promise<AsyncIterable<Buffer> | null> {
  const body = bodyOf(request, maxBytes, patience);
  if (!body) return null;
  const first = await inTime(body.next(), request, patience);
  return (async function* () {
    if (!first.done) yield first.value;
    yield* body;
  })();
}

/** What is read, unless the client takes longer than it may; then nobody reads any more. */
async function inTime<Read>(reading: Promise<Read>, request: Request, patience: Patience): Promise<Read> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  patience.begin(reject);
  try {
    return await Promise.race([reading, tooLate]);
  } catch (error) {
    dropRest(request);
    throw error;
  } finally {
    patience.end();
  }
}

/**
 * What nobody has read is read and dropped: a client still sending would meet a closed connection, not the answer. Whoever still
 * listens for it, but reads no more, would hold it back.
 */
export function dropRest(request: Request): void {
  request.removeAllListeners('readable').resume();
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload-too-large', {
    en: `The request body exceeds ${maxBytes} bytes. Send a smaller body.`,
    fr: `Le corps de la requête dépasse ${maxBytes} octets. Réduisez sa taille.`,
  });
}
