import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { type CheckpointParts, makeCheckpoint } from './make-checkpoint.ts';

const lookEveryMs = 60_000;

/** Looks once a minute whether a checkpoint is due. Every replica looks; one of them makes it. */
export function startCheckpoints({ log, ...parts }: CheckpointParts & { log: Log }): AsyncDisposable {
  return startLoop(log, 'no checkpoint could be made', async ({ sleep }) => {
    await makeCheckpoint(parts).finally(() => sleep(lookEveryMs));
  });
}
