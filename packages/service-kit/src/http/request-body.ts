import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import express, { type RequestHandler } from 'express';
import { invalid, Problem } from '../problems/problem.ts';

const members = new WeakMap<IncomingMessage, number>();
const unexpected = new WeakSet<IncomingMessage>();

// Raw: express.json would replace invalid UTF-8 and accept other charsets.
const readBytes = express.raw({ type: () => true, limit: 102_400, inflate: false });

/** At most 100 KiB, uncompressed. An empty body is an empty object. */
export function jsonBody(): RequestHandler[] {
  const requireJson: RequestHandler = (request, _response, next) => {
    const isAccepted = !hasBody(request) || isJsonInUtf8(request.get('content-type'));
    next(isAccepted ? undefined : new Problem('unsupported-media-type'));
  };
  const parse: RequestHandler = (request, _response, next) => {
    const bytes = (request.body ?? Buffer.alloc(0)) as Buffer;
    request.body = bytes.length === 0 ? {} : parseJson(bytes);
    members.set(request, membersIn(bytes));
    next();
  };
  return [requireJson, readBytes, parse];
}

/** Generated clients send `{}` where a route takes nothing. */
export const noBody: RequestHandler = (request, response, next) => {
  readBytes(request, response, (error?: unknown) => {
    const text = error ? 'unreadable' : ((request.body ?? '') as Buffer).toString();
    if (!['', '{}'].includes(text.replace(/\s/g, ''))) unexpected.add(request);
    request.body = undefined;
    next();
  });
};

/** Called after the checks of actor and permission (docs/domain/roles-and-step-up.md 7). */
export function refuseUnexpectedBody(request: IncomingMessage): void {
  if (unexpected.has(request)) throw invalid('body', 'unexpected_body');
}

function isJsonInUtf8(contentType = ''): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && /^utf-8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('body', 'malformed');
  }
}

/** Uploads are measured and stored as received, so compression is refused. */
export const refuseCompressedBody: RequestHandler = (request, _response, next) => {
  next(
    /^(identity)?$/i.test(request.get('content-encoding') ?? '') ? undefined : new Problem('unsupported-media-type'),
  );
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** JSON.parse keeps the last duplicate; another reader may keep the first (promise I1). */
export function refuseDuplicateKeys(request: IncomingMessage, parsedKeys: number): void {
  if (parsedKeys < (members.get(request) ?? 0)) throw invalid('body', 'doubled_key');
}

const [quote, backslash, colon] = Buffer.from('"\\:');

/** The colons outside of strings. */
function membersIn(bytes: Buffer): number {
  let count = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === backslash && inString) index++;
    else if (byte === quote) inString = !inString;
    else if (byte === colon && !inString) count++;
  }
  return count;
}

/** Reads the rest of a body. Otherwise the next request on the connection gets no answer, or the client a closed connection. */
export function discardRest(request: IncomingMessage): void {
  // A remaining `readable` listener would keep `resume` from reading.
  request.removeAllListeners('readable').resume();
}
