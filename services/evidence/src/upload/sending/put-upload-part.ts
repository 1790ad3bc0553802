import { wholeNumber } from '@trust/contracts/values/numbers-in-text';
import { invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { type App, audit, route } from '../../app.ts';
import type { Received } from '../../object-store.ts';
import { announceIntent } from '../intents/announce.ts';
import { partBytes } from '../intents/parts.ts';
import { markUploading } from '../intents/queries.ts';
import { findSessionForParts } from './queries.ts';

export const putUploadPart = route(
  {
    method: 'put',
    path: '/evidence-uploads/{uploadToken}/parts/{partNumber}',
    summary: 'Upload a part',
    description:
      'The signed URL comes from the upload intent and needs no session. It accepts exactly the declared number of bytes, as often as the session lasts. At most 2 uploads of a part, 4 of an intent, 16 of a provider and 16 of a person can run at a time (429). An upload slower than 16 KiB/s on average after 5 s is ended (408).',
    access: 'public',
    params: z.object({
      uploadToken: z
        .string()
        .max(200)
        .meta({ description: 'Signed token in the URL of a part.', examples: ['eyJzIjoiMDE5YTQ5.Qm1Vd'] }),
      partNumber: wholeNumber(1, 10_000).meta({ description: 'Number of the part, from 1.', examples: [1] }),
    }),
    rawBody: { maxBytes: partBytes, mediaTypes: ['application/octet-stream'] },
    responds: { status: 200 },
    problems: ['not-found'],
  },
  async (input, app) => {
    const { uploadToken, partNumber } = input.params;
    const { receiver } = app;
    const allowed = receiver?.verifyToken(uploadToken, partNumber, app.now());
    const session = allowed && (await findSessionForParts(app.db, allowed.sessionId, app.now()));
    if (!receiver || !session) throw notFound();
    const part = `${allowed.sessionId} ${partNumber}`;
    using _slot = app.sends.enter({
      part,
      intent: session.id,
      provider: session.provider_id,
      person: session.created_by,
    });
    if (session.state === 'open') await beginUploading(app, input, session);

    const body = input.request.incoming;
    const upload = { uploadRef: session.upload_ref, partNumber, sizeBytes: allowed.sizeBytes };
    const received = await receiver.receivePart(upload, body).catch((error: unknown) => {
      if (body.destroyed && !body.complete) return 'too_short' as const;
      throw error;
    });
    assertStored(received);
  },
);

type OpenIntent = Parameters<typeof announceIntent>[1];

async function beginUploading({ db }: App, input: AnyInput, intent: OpenIntent): Promise<void> {
  await db.transact(async (trx) => {
    if (!(await markUploading(trx, intent.id))) return;
    await announceIntent(trx, intent, 'uploading');
    await audit(trx, input, {
      objectType: 'upload_intent',
      objectId: intent.id,
      before: { state: 'open' },
      after: { state: 'uploading' },
    });
  });
}

function assertStored(received: Received): void {
  if (received === 'too_long')
    throw new Problem('payload-too-large', {
      en: 'The part is larger than its signed URL allows. Send exactly `sizeBytes` of the part.',
      fr: 'La partie dépasse la taille que son URL signée autorise. Envoyez exactement `sizeBytes` octets.',
    });
  if (received === 'too_short')
    throw invalid('body', 'too_small', {
      en: 'The part is smaller than its signed URL requires. Send exactly `sizeBytes` of the part.',
      fr: 'La partie n’atteint pas la taille que son URL signée exige. Envoyez exactement `sizeBytes` octets.',
    });
  if (received === 'upload_ended') throw notFound();
}
