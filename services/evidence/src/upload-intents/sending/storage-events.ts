import { isSameSecret } from '@trust/service-kit/secret';
import express, { type Express } from 'express';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { recordArrivedParts } from './record-arrived-parts.ts';

/** Amazon S3 User Guide, "Event message structure". */
const StorageEvent = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string().max(1024) }) }) })).max(100),
});

/** An event is a hint: the store decides, so a late or forged one changes nothing (promise U7). */
export function storageEvents(app: Pick<App, 'db' | 'store' | 'now'>, token: string | undefined) {
  return (http: Express): void => {
    if (!token) return;
    http.post('/internal/storage-events', (request, response, next) => {
      if (isSameSecret(request.get('authorization'), `Bearer ${token}`)) return next();
      response.status(401).end();
    });
    http.post(
      '/internal/storage-events',
      express.text({ type: () => true, limit: '256kb' }),
      async (request, response) => {
        const names = namesIn(request.body);
        for (const name of names ?? []) await recordArrivedParts(app, name);
        response.status(names ? 204 : 400).end();
      },
    );
  };
}

function namesIn(body: unknown): Set<string> | undefined {
  try {
    const { Records } = StorageEvent.parse(JSON.parse(String(body)));
    return new Set(Records.map(({ s3 }) => s3.object.key));
  } catch {
    return undefined;
  }
}
