import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/**
 * br or gzip for public answers of 1 KiB and more. Not for private ones: they stand beside texts that others can choose, and their
 * length would tell of them (BREACH); nor are they as long, and their ETags have to stay as strong as If-Match wants them.
 */
export const compress: RequestHandler = compression({
  threshold: 1024,
  filter: (request, response) => {
    if (!String((response as Response).getHeader('Cache-Control')).startsWith('public')) return false;
    declareVariants(response as Response);
    return compression.filter(request, response);
  },
});

/** The same content in other bytes has the same ETag only if that is a weak one (RFC 9110 §8.8.3.3). */
function declareVariants(response: Response): void {
  const etag = response.getHeader('ETag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
  response.vary('Accept-Encoding');
}
