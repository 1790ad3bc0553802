import type { App } from '../app.ts';

/** Only to save room: no one can reach the parts of a session that has ended, and what stays behind is swept up later. */
export async function dropParts({ store }: Pick<App, 'store'>, uploadRef: string | undefined): Promise<void> {
  if (uploadRef) await store.abandon(uploadRef).catch(() => {});
}
