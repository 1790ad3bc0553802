import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

type SignedInDevice = { hash: Buffer; channel: string; identifierIndex: Buffer; now: Date };

export async function upsertDevice(trx: Trx, { hash, channel, identifierIndex, now }: SignedInDevice): Promise<void> {
  await trx
    .insertInto('known_device')
    .values({
      device_hash: hash,
      channel,
      identifier_index: identifierIndex,
      first_signed_in_at: now,
      last_signed_in_at: now,
    })
    .onConflict((conflict) => conflict.column('device_hash').doUpdateSet({ last_signed_in_at: now }))
    .execute();
}

/** The device may be lost. */
export async function deleteDeviceOfSession(trx: Trx, sessionId: string): Promise<void> {
  await sql`delete from known_device d using session s
    where s.id = ${sessionId} and d.device_hash = s.device_hash`.execute(trx);
}
