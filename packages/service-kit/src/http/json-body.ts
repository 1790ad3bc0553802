import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import express, { type RequestHandler } from 'express';
import { invalid, Problem } from './problem.ts';

const members = new WeakMap<IncomingMessage, number>();

/** Reads a JSON body in UTF-8 of at most 100 KiB, uncompressed. No body is an empty object. */
export function jsonBody(): RequestHandler[] {
  const requireJson: RequestHandler = (request, _response, next) => {
    const isAccepted = !hasBody(request) || isJsonInUtf8(request.get('content-type'));
    next(isAccepted ? undefined : new Problem('unsupported-media-type'));
  };
  // As bytes: express.json would replace invalid UTF-8 and accept other charsets.
  const read = express.raw({ type: () => true, limit: 102_400, inflate: false });
  const parse: RequestHandler = (request, _response, next) => {
    const bytes = (request.body ?? Buffer.alloc(0)) as Buffer;
    request.body = bytes.length === 0 ? {} : parseJson(bytes);
    members.set(request, membersIn(bytes));
    next();
  };
  return [requireJson, read, parse];
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

/** Bytes are taken as they are: what is compressed would be measured and kept as something else than it is. */
export const refuseCompressedBody: RequestHandler = (request, _response, next) => {
  next(
    /^(identity)?$/i.test(request.get('content-encoding') ?? '') ? undefined : new Problem('unsupported-media-type'),
  );
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Refuses a body that names a key twice, of which JSON.parse silently keeps the last: another reader of the same bytes, a log or
 * a signature check, may keep the first (promise I1). `found` is how many keys the parsed body has.
 */
export function refuseDuplicateKeys(request: IncomingMessage, found: number): void {
  if (found < (members.get(request) ?? 0)) throw invalid('body', 'doubled_key');
}

const [quote, backslash, colon] = Buffer.from('"\\:');

/** How many members the objects of a JSON text have: its colons outside of strings. */
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
