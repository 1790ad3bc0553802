import { Problem } from '@trust/service-kit/problem';
import type { Request } from 'express';
import type { Patience } from './patience.ts';

/** The body as it comes, or null. A declared length is refused before a byte is read; of the undeclared, what is over the cap. */
export function bodyOf(request: Request, maxBytes: number, patience: Patience): AsyncIterable<Buffer> | null {
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
    patience.waitFor('service');
    yield chunk;
    patience.waitFor('client');
  }
  patience.waitFor('service');
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload-too-large', {
    en: `At most ${maxBytes} bytes. Send less.`,
    fr: `${maxBytes} octets au plus. Envoyez moins de données.`,
  });
}
