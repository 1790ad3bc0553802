import { valueList } from '@trust/contracts/values/value-list';
import { RawReply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { documentLost } from '../items/versions/lost-document.ts';
import { markMissing } from '../items/versions/missing-versions.ts';
import { type ByteRange, MissingObject } from '../object-store.ts';
import { byteRangeOf } from './byte-range.ts';
import { hashGrantToken } from './grant-token.ts';
import { insertRead, lockGrantedVersion } from './queries.ts';
import { recordSent } from './record-sent.ts';

const RenditionName = valueList('renditionName', {
  original: { en: 'Original', fr: 'Original', means: 'The uploaded bytes.' },
  preview: {
    en: 'Preview',
    fr: 'Aperçu',
    means: 'For images only: an upright JPEG of at most 2048 × 2048 pixels without metadata. A PDF has none (404).',
  },
});

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
};

export const getEvidenceContent = route(
  {
    method: 'get',
    path: '/evidence-review/{grantToken}',
    summary: 'Download a document under review',
    description:
      'Returns the document that a review grant covers. Supports one byte range. Every read checks the grant again and is audited before the first byte. For an image, `preview` returns a re-encoded, upright copy of at most 2048 × 2048 pixels without any metadata.',
    access: 'evidence.review',
    params: z.object({
      grantToken: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: 'Secret token in the URL of a review grant.', examples: ['Vb2pR7xK0mQ9sT4w'] }),
    }),
    query: z.strictObject({
      rendition: RenditionName.default('original').describe(
        'Whether to return the document as uploaded, or its preview.',
      ),
    }),
    streams: true,
    responds: { status: 200, also: [206], media: Object.keys(extensions) },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, store, now, newId }) => {
    const { actor, params, query, request } = input;
    const at = now();
    const reviewerId = actor.userId;
    const granted = { tokenHash: hashGrantToken(params.grantToken), reviewerId, now: at };
    const { rendition, range, reading } = await db.transact(async (trx) => {
      // Locked until the read is recorded, so that a grant cannot end between check and record.
      const version = await lockGrantedVersion(trx, granted);
      if (!version || actor.assignments.some(({ providerId }) => providerId === version.provider_id)) throw notFound();
      if (version.state === 'lost') throw documentLost();
      const rendition = query.rendition === 'preview' ? previewOf(version) : version;
      if (!rendition) throw notFound();
      const range = byteRangeOf(request.header('range'), rendition.size_bytes);
      const readId = newId();
      await insertRead(trx, { id: readId, grantId: version.grant_id, at });
      await audit(trx, input, {
        objectType: 'evidence_version',
        objectId: version.id,
        after: {
          grantId: version.grant_id,
          caseId: version.case_id,
          partly: range !== undefined,
          rendition: query.rendition,
        },
      });
      const isPreview = query.rendition === 'preview';
      const isLegible = !isPreview || version.preview_is_legible === true;
      return { rendition, range, reading: { readId, version, isPreview, isLegible } };
    });
    const bytes = await store.read(rendition.object_key, range).catch(async (error) => {
      if (!(error instanceof MissingObject)) throw error;
      if (query.rendition === 'preview') throw notFound();
      await markMissing(db, rendition.id, at);
      throw documentLost();
    });
    return new RawReply(bytes, rendition.media_type, inertHeaders(rendition, range), {
      status: range ? 206 : 200,
      onSent: () => db.transact((trx) => recordSent(trx, { ...reading, rendition, range, reviewerId, at: now() })),
    });
  },
);

type Rendition = { id: string; object_key: string; media_type: string; size_bytes: number };

function previewOf(version: {
  id: string;
  preview_key: string | null;
  preview_bytes: number | null;
}): Rendition | undefined {
  const { id, preview_key, preview_bytes } = version;
  if (!preview_key || !preview_bytes) return undefined;
  return { id: `${id}-preview`, object_key: preview_key, media_type: 'image/jpeg', size_bytes: preview_bytes };
}

/** No browser may run or cache it (promise U6). The file name has no user text to escape. */
function inertHeaders(version: Rendition, range: ByteRange | undefined) {
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
