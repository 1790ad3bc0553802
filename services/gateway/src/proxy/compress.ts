import type { ServerResponse } from 'node:http';
import compression from 'compression';
import type { RequestHandler } from 'express';
import vary from 'vary';

/** Private responses stay uncompressed: BREACH, and If-Match needs their strong ETag. */
export const compress: RequestHandler = compression({
  threshold: 1024,
  filter: (request, response) => {
    if (!String(response.getHeader('Cache-Control')).startsWith('public')) return false;
    declareVariants(response);
    return compression.filter(request, response);
  },
});

/** An ETag shared by several encodings must be weak (RFC 9110 §8.8.3.3). */
function declareVariants(response: ServerResponse): void {
  const etag = response.getHeader('ETag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
  vary(response, 'Accept-Encoding');
}
