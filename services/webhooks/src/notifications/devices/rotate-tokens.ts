import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App, TokenVault, Trx } from '../../app.ts';
import { deleteOtherHolders, lockOldEnvelopes, updateDevice } from './queries.ts';
import type { DeviceRow } from './registered-devices.ts';

const everyMs = 3_600_000;
const batch = 100;

/** Seals tokens again under the current secret. Returns how many. */
export function rotateTokens({ db, tokens }: Pick<App, 'db' | 'tokens'>): Promise<number> {
  return db.transact(async (trx) => {
    const old = await lockOldEnvelopes(trx, tokens.keyId, batch);
    for (const device of old) await rotate(trx, tokens, device);
    return old.length;
  });
}

async function rotate(trx: Trx, tokens: TokenVault, device: DeviceRow): Promise<void> {
  const token = tokens.open(device.id, device);
  const { installation_id: installationId, user_id: userId } = device;
  // A replica without the new secret could not find the token at another installation.
  await deleteOtherHolders(trx, { installationId, userId, hashes: tokens.hashes(token) });
  await updateDevice(trx, device.id, tokens.seal(device.id, token));
}

/** After a restart with a new secret, then each hour for what other replicas still sealed. */
export function startTokenRotation(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'Rotation of push tokens failed; restarting', async ({ sleep }) => {
    while ((await rotateTokens(app)) > 0);
    await sleep(everyMs);
  });
}
