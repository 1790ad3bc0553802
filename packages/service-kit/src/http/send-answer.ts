import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { apiBase } from '@trust/contracts/api-base';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { runOutsideRequest } from '../request-scope.ts';
import { contentEtag, etagWithContent, matchesIfNoneMatch } from './etag.ts';
import { droppedFields, RawReply, Reply } from './reply.ts';
import { type Declaration, mediaTypesOf } from './route.ts';

/** `Location` of the created resource (RFC 9110 §15.3.2). */
function locationOf({ path, responds }: Declaration, body: unknown, { params }: Request): string {
  if (!responds.location) throw new Error(`${path} sends 201. Add \`location\` to \`responds\` of its declaration.`);
  const known = { ...params, ...(body as Record<string, unknown>) };
  const filled = responds.location.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(known[name])),
  );
  return `${apiBase}${filled}`;
}

/** The schema drops undeclared fields (promise D1). */
export async function sendAnswer(
  response: Response,
  request: Request,
  declaration: Declaration,
  result: unknown,
  strict: boolean,
): Promise<void> {
  const { status, also = [], body: schema } = declaration.responds;
  const fail = (fault: string) => new Error(`${request.method} ${declaration.path} ${fault}`);
  const answer = result instanceof Reply || result instanceof RawReply ? result : new Reply(result);
  const code = answer.status ?? status;
  if (code !== status && !also.includes(code)) throw fail(`sends ${code}. Add it to \`also\` of its declaration.`);
  if ('Link' in answer.headers && !declaration.responds.linksNext) throw fail('sends `Link`. Add `linksNext`.');
  response
    .status(code)
    .set('Cache-Control', declaration.cache ? 'public, max-age=0, must-revalidate' : 'no-store')
    .set(answer.headers);
  if (code === 201) response.set('Location', locationOf(declaration, 'body' in answer ? answer.body : {}, request));
  if (response.locals.language) response.set('Content-Language', response.locals.language).vary('Accept-Language');

  if (answer instanceof RawReply) {
    if (!mediaTypesOf(declaration).includes(answer.mediaType))
      throw fail(`sends ${answer.mediaType}. Add it to \`media\`.`);
    response.set('Content-Type', answer.mediaType).set('X-Content-Type-Options', 'nosniff');
    if (typeof answer.content === 'string') response.end(answer.content);
    // Node would send the headers with the first bytes of the body; a live stream may have none yet.
    else if (request.method === 'HEAD') response.end(void answer.content.destroy());
    else if (await isSent(answer.content, response)) await runOutsideRequest(async () => answer.onSent?.());
    return;
  }
  if (!schema) return void response.end();
  const { data: sent, error } = schema.safeParse(answer.body);
  if (error) throw fail(`sends a body that its response schema rejects:\n${z.prettifyError(error)}`);
  const dropped = strict ? droppedFields(answer.body, sent) : [];
  if (dropped.length > 0) throw fail(`sends undeclared fields: ${dropped}. Add them to its response schema.`);
  const text = JSON.stringify(sent);
  if (declaration.cache) {
    const etag = contentEtag(text);
    response.set('ETag', etag).vary('Accept');
  }
  const revision = declaration.etag === 'content' && response.get('ETag');
  if (revision) response.set('ETag', etagWithContent(revision, text));
  // `no-store` applies to caches; a client may still revalidate its own copy (promise C3).
  const current = request.method === 'GET' && response.get('ETag');
  if (current && matchesIfNoneMatch(request.get('if-none-match'), current)) return void response.status(304).end();
  response.set('Content-Type', 'application/json; charset=utf-8');
  if (!answer.onSent || request.method === 'HEAD') return void response.end(text);
  response.set('Content-Length', String(Buffer.byteLength(text)));
  if (await isSent(Readable.from([text]), response)) await runOutsideRequest(answer.onSent);
}

/** False if the client disconnected. */
async function isSent(content: Readable, response: Response): Promise<boolean> {
  try {
    await pipeline(content, response);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    return false;
  }
}
