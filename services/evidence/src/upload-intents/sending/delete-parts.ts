import type { App } from '../../app.ts';

/** Frees space early. The parts of an ended session are unreachable, and the sweep deletes what stays behind. */
export async function deleteParts({ store }: Pick<App, 'store'>, uploadRef: string | undefined): Promise<void> {
  if (uploadRef) await store.abandon(uploadRef).catch(() => {});
}
