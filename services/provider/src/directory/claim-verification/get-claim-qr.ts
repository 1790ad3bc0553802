import { ClaimId } from '@trust/contracts/fields';
import { RawReply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { toString as qrCode } from 'qrcode';
import { z } from 'zod';
import { route } from '../../app.ts';
import { findPublicClaims } from './queries.ts';

export const getClaimQr = route(
  {
    method: 'get',
    path: '/public/claims/{claimId}/qr.svg',
    summary: 'Get the QR code of a claim',
    description:
      'An SVG image with a link to the page that verifies the claim. It can be printed: the link does not expire, and the page says what holds on the day of the scan.',
    access: 'public',
    cache: 'public',
    params: z.object({ claimId: ClaimId }),
    responds: { status: 200, media: ['image/svg+xml'] },
    problems: ['not-found'],
  },
  async ({ params: { claimId } }, { db, now, signer }) => {
    const [claim] = await findPublicClaims(db, [{ claimId }], now());
    if (!claim) throw notFound();
    const link = new URL(`/verify?claim=${claimId}`, signer.issuer).href;
    const svg = await qrCode(link, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
    // Pages of other platforms embed this image, which the gateway's default forbids.
    return new RawReply(svg, 'image/svg+xml', { 'Cross-Origin-Resource-Policy': 'cross-origin' });
  },
);
