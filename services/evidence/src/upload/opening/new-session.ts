import type { App } from '../../app.ts';
import type { NewSession } from './queries.ts';

const sessionMinutes = 60;

/** Begins the upload in the store, so never inside a transaction. */
export async function newSession({ store, newId, now }: App): Promise<Omit<NewSession, 'sizeLimitBytes'>> {
  const uploadRef = await store.begin();
  const createdAt = now();
  return { id: newId(), uploadRef, createdAt, expiresAt: new Date(createdAt.getTime() + sessionMinutes * 60_000) };
}
