import type { App } from '../../app.ts';
import type { NewSession } from './queries.ts';

const sessionMinutes = 60;

/** A private upload session, begun in the store first: no transaction waits for it. */
export async function newSession({ store, newId, now }: App): Promise<Omit<NewSession, 'sizeLimitBytes'>> {
  const uploadRef = await store.begin();
  const createdAt = now();
  return { id: newId(), uploadRef, createdAt, expiresAt: new Date(createdAt.getTime() + sessionMinutes * 60_000) };
}
