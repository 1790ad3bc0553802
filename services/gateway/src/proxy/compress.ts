import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/**
 * br or gzip for public responses from 1 KiB on. The length of a compressed private response could leak secrets (BREACH),
 * and its ETag must stay strong for If-Match.
 */
export const compress: RequestHandler = compression({
  threshold: 1024,
  filter: (request, response) => {
    if (!String((response as Response).getHeader('Cache-Control')).startsWith('public')) return false;
    declareVariants(response as Response);
    return compression.filter(request, response);
  },
});

/** One ETag for several encodings must be weak (RFC 9110 §8.8.3.3). */
function declareVariants(response: Response): void {
  const etag = response.getHeader('ETag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
  response.vary('Accept-Encoding');
}
