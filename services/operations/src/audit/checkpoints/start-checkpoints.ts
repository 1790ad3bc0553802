import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import { type CheckpointParts, makeCheckpoint } from './make-checkpoint.ts';

const checkIntervalMs = 60_000;

/** Every replica checks once a minute; one makes the checkpoint. */
export function startCheckpoints({ log, ...parts }: CheckpointParts & { log: Log }): AsyncDisposable {
  return startLoop(log, 'Audit checkpoint failed', async ({ sleep }) => {
    await makeCheckpoint(parts).finally(() => sleep(checkIntervalMs));
  });
}
