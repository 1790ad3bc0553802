import type { App } from '../../app.ts';

/** Frees space early. Parts of an ended session are unreachable; the sweep deletes the rest. */
export async function deleteParts({ store }: Pick<App, 'store'>, uploadRef: string | undefined): Promise<void> {
  if (uploadRef) await store.abandon(uploadRef).catch(() => {});
}
