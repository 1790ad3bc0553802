import { gunzipSync, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { contentEtag, matchesIfNoneMatch } from './http/etag.ts';

/** Kept compressed: a tenth of the memory. */
export type Document = { mediaType: string; headers: Record<string, string>; tag: string; gzipped: Buffer };

/** A text in UTF-8. */
export function documentOf(mediaType: string, text: string, headers: Record<string, string> = {}): Document {
  return fileOf(`${mediaType}; charset=utf-8`, Buffer.from(text), headers);
}

export function fileOf(mediaType: string, bytes: Buffer, headers: Record<string, string> = {}): Document {
  return { mediaType, headers, tag: contentEtag(bytes), gzipped: gzipSync(bytes) };
}

/** Each encoding is a representation with its own ETag (RFC 9110 §8.8.3.3). */
export function sendDocument(request: Request, response: Response, document: Document): void {
  const { mediaType, headers, tag, gzipped } = document;
  const compressed = request.acceptsEncodings('gzip') === 'gzip';
  const ownTag = compressed ? tag.replace(/"$/, '-gzip"') : tag;
  response
    .set({
      'Content-Type': mediaType,
      'Cache-Control': 'public, max-age=0, must-revalidate',
      ETag: ownTag,
      ...headers,
    })
    .vary('Accept-Encoding');
  if (matchesIfNoneMatch(request.get('if-none-match'), ownTag)) return void response.status(304).end();
  if (compressed) response.set('Content-Encoding', 'gzip').end(gzipped);
  else response.end(gunzipSync(gzipped));
}
