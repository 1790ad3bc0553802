import { notFound } from '@trust/service-kit/problem';
import { RawReply } from '@trust/service-kit/reply';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import type { ByteRange } from '../storage/object-store.ts';
import { byteRangeOf } from './byte-range.ts';
import { hashGrantToken } from './grant-token.ts';
import { findGrantedVersion } from './queries.ts';

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
};

export const readEvidence = route(
  {
    method: 'get',
    path: '/evidence-review/{grantToken}',
    summary: 'Read the bytes that a review grant is for',
    description:
      'Takes one byte range. Every read is audited before its first byte, and checks anew that the grant is open.',
    access: 'evidence.review',
    params: z.object({ grantToken: z.string().min(1).max(100) }),
    responds: { status: 200, also: [206], media: Object.keys(extensions) },
    problems: ['not-found'],
  },
  async (input, { db, store, now }) => {
    const { actor, params, request } = input;
    const granted = { tokenHash: hashGrantToken(params.grantToken), reviewerId: actor.userId, now: now() };
    const version = await findGrantedVersion(db, granted);
    if (!version || actor.assignments.some(({ providerId }) => providerId === version.provider_id)) throw notFound();

    const range = byteRangeOf(request.header('range'), version.size_bytes);
    await db.transact((trx) =>
      audit(trx, input, {
        action: 'readEvidence',
        objectType: 'evidence_version',
        objectId: version.id,
        after: { grantId: version.grant_id, caseId: version.case_id, partly: range !== undefined },
      }),
    );
    const bytes = await store.read(version.object_key, range);
    return new RawReply(bytes, version.media_type, inertHeaders(version, range), range ? 206 : 200);
  },
);

/** Whatever the document holds, the browser must not run it, keep it, or learn a name from it (promise U6). */
function inertHeaders(version: { id: string; media_type: string; size_bytes: number }, range: ByteRange | undefined) {
  const { start, end } = range ?? { start: 0, end: version.size_bytes - 1 };
  return {
    'Content-Disposition': `attachment; filename="${version.id}.${extensions[version.media_type] ?? 'bin'}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Accept-Ranges': 'bytes',
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${version.size_bytes}` }),
  };
}
