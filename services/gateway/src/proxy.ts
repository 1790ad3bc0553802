import type { Readable } from 'node:stream';
import { actorAssertionHeader } from '@trust/contracts/actor';
import { Problem, unavailable } from '@trust/service-kit/problem';
import { SpanKind, spanAround, traceHeaders } from '@trust/service-kit/telemetry';
import type { Request, Response } from 'express';
import { type Dispatcher, Pool } from 'undici';

/** Hop by hop (RFC 9110 §7.6.1), or the gateway's own to say. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
  'authorization',
  'cookie',
  'forwarded',
  'traceparent',
  'tracestate',
  'x-request-id',
  'content-length',
]);
/** A client that could send these could pretend to be somebody (promise A7). */
const forged = /^x-(actor|internal|forwarded|real)/;
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

export function openUpstream(url: string): Pool {
  return new Pool(url, {
    connections: 64,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    connect: { timeout: 1000 },
    keepAliveTimeout: 60_000,
  });
}

export type Outgoing = { requestId: string; assertion: string | undefined; maxBodyBytes: number };

/**
 * Passes a request on and its answer back, byte for byte, without parsing either: undici's `dispatch` writes straight to the
 * response (`performance.md` rule 3). Resolves when the answer has been sent; throws 503 if the service is away.
 */
export function forward(request: Request, response: Response, upstream: Pool, outgoing: Outgoing): Promise<void> {
  const body = bodyOf(request, outgoing.maxBodyBytes);
  // At the end, what nobody has read is read and dropped: a client still sending would meet a closed connection, not the answer.
  return spanAround({ name: request.method, kind: SpanKind.CLIENT }, () =>
    new Promise<void>((resolve, reject) => {
      const options: Dispatcher.DispatchOptions = {
        method: request.method as Dispatcher.HttpMethod,
        path: request.originalUrl,
        headers: headersFor(request, outgoing),
        body: body as Readable | null,
      };
      upstream.dispatch(options, answerTo(response, resolve, reject));
    }).finally(() => request.resume()),
  );
}

function answerTo(response: Response, resolve: () => void, reject: (error: Error) => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      response.once('close', () => {
        if (!response.writableFinished) controller.abort(new Error('the client has gone'));
      });
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) return;
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined && !notReturned.has(name)) response.setHeader(name, value);
      }
      response.on('drain', () => controller.resume());
    },
    onResponseData(controller, chunk) {
      if (!response.write(chunk)) controller.pause();
    },
    onResponseEnd() {
      response.end();
      resolve();
    },
    onResponseError(_controller, error) {
      if (!response.headersSent) return reject(error instanceof Problem ? error : unavailable());
      // Half an answer is out: only a broken connection tells the client that it is not whole.
      response.destroy(error);
      resolve();
    },
  };
}

/** The body as it comes, or null. A declared length is refused before a byte is read; of the undeclared, what is over the cap. */
function bodyOf(request: Request, maxBytes: number): AsyncIterable<Buffer> | null {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > maxBytes) throw tooLarge(maxBytes);
  return length > 0 || request.headers['transfer-encoding'] !== undefined ? capped(request, maxBytes) : null;
}

/**
 * Not the request itself: undici destroys a body that a service has answered without reading to its end, and with it would go the
 * client's connection, and the answer.
 */
async function* capped(request: Request, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('payload-too-large', {
    en: `At most ${maxBytes} bytes. Send less.`,
    fr: `${maxBytes} octets au plus. Envoyez moins de données.`,
  });
}

function headersFor(request: Request, { requestId, assertion }: Outgoing): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !notForwarded.has(name) && !forged.test(name)) headers[name] = String(value);
  }
  if (request.headers['content-length']) headers['content-length'] = request.headers['content-length'];
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  if (assertion) headers[actorAssertionHeader] = assertion;
  return Object.assign(headers, traceHeaders());
}
