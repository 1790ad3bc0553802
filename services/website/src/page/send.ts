import { contentEtag, matchesIfNoneMatch } from '@trust/service-kit/http/etag';
import type { Request, Response } from 'express';
import { contentSecurityPolicy, type Page, page, type Reader } from './layout.ts';

/** JSON if the client accepts any type: it is a program. */
export function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

export function sendPage(request: Request, response: Response, content: Page, cacheControl?: 'no-store'): void {
  response.set('Content-Security-Policy', contentSecurityPolicy(content));
  send(request, response, { mediaType: 'text/html', reader: content.reader, text: page(content), cacheControl });
}

export function sendJson(request: Request, response: Response, reader: Reader, value: unknown): void {
  send(request, response, { mediaType: 'application/json', reader, text: `${JSON.stringify(value, null, 2)}\n` });
}

function send(
  request: Request,
  response: Response,
  {
    mediaType,
    reader,
    text,
    cacheControl = 'public, max-age=0, must-revalidate',
  }: { mediaType: string; reader: Reader; text: string; cacheControl?: string | undefined },
): void {
  const tag = contentEtag(text);
  response
    .set({
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Language': reader.language,
      'Cache-Control': cacheControl,
      ETag: tag,
    })
    .vary('Accept')
    .vary('Accept-Language');
  if (response.statusCode === 200 && matchesIfNoneMatch(request.get('if-none-match'), tag)) response.status(304).end();
  else response.end(text);
}
