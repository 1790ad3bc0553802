import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/** Private responses stay uncompressed: BREACH, and If-Match needs their strong ETag. */
export const compress: RequestHandler = compression({
  threshold: 1024,
  filter: (request, response) => {
    if (!String((response as Response).getHeader('Cache-Control')).startsWith('public')) return false;
    declareVariants(response as Response);
    return compression.filter(request, response);
  },
});

/** An ETag shared by several encodings must be weak (RFC 9110 §8.8.3.3). */
function declareVariants(response: Response): void {
  const etag = response.getHeader('ETag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
  response.vary('Accept-Encoding');
}
