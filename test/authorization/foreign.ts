import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { type ActorName, actorNames } from './actors.ts';
import { readMatrix } from './document.ts';
import { type Request, requestFor } from './requests.ts';
import type { World } from './world.ts';

export type Twins = { request: string; as: ActorName; foreign: Request; absent: Request };

/** Resources of one person: the matrix uses no real ids, since all its actors would get 404. */
const personal: Record<string, (world: World) => { as: ActorName; request: Request }> = {
  deleteSession: ({ sessions }) => ({
    as: 'stranger',
    request: { method: 'DELETE', path: `/auth/sessions/${sessions.owner?.sessionId}`, options: {} },
  }),
  getDataExport: ({ exportId }) => ({
    as: 'stranger',
    request: { method: 'GET', path: `/account/exports/${exportId}`, options: {} },
  }),
  readNotification: ({ notificationId }) => ({
    as: 'stranger',
    request: { method: 'POST', path: `/notifications/${notificationId}/read`, options: {} },
  }),
  deleteMedia: ({ mediaId }) => ({
    as: 'stranger',
    request: { method: 'DELETE', path: `/provider-workspace/me/media/${mediaId}`, options: {} },
  }),
  confirmMedia: ({ mediaId }) => ({
    as: 'stranger',
    request: { method: 'POST', path: `/provider-workspace/me/media/${mediaId}/confirm`, options: {} },
  }),
  'createUploadIntent: for a case': ({ case: { id: caseId, requirements }, openIntent }) => ({
    as: 'stranger',
    request: {
      method: 'POST',
      path: '/provider-workspace/me/upload-intents',
      options: {
        body: {
          clientIntentKey: openIntent.clientIntentKey,
          caseId,
          requirementKey: requirements[0]?.key,
          documentKind: 'identity_card',
          mediaType: 'application/pdf',
          sizeBytes: 2048,
          sha256: 'a'.repeat(64),
        },
      },
    },
  }),
};

export function twins(world: World): Twins[] {
  const stated = readMatrix().rows.flatMap(({ request, cells }) => {
    const ownRequest = requestFor(request, world);
    const names = actorNames.filter((_name, index) => cells[index] === '404');
    return ownRequest && ownRequest.path !== strange(ownRequest.path)
      ? names.map((as) => ({ request, as, foreign: ownRequest }))
      : [];
  });
  const own = Object.entries(personal).map(([request, of]) => {
    const { as, request: foreign } = of(world);
    return { request, as, foreign };
  });
  return [...stated, ...own].map((one) => ({ ...one, absent: absentTwin(one.foreign) }));
}

function absentTwin({ method, path, options }: Request): Request {
  const { body, ...others } = options;
  const changed = body === undefined ? {} : { body: JSON.parse(strange(JSON.stringify(body))) };
  return { method, path: strange(path), options: { ...others, ...changed } };
}

/** Another UUIDv7 of the same moment: an id newer than all events may be 409 (docs/domain/upload.md 8). */
function strange(text: string): string {
  return text
    .replace(
      /([0-9a-f]{8}-[0-9a-f]{4})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      (_id, at) => at + randomUUIDv7().slice(13),
    )
    .replace(/(?<=\/evidence-review\/)[\w-]+/, (token) => randomBytes(64).toString('base64url').slice(0, token.length));
}
