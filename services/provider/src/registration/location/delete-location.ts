import type { Trx } from '../../app.ts';

export async function deleteLocation(trx: Trx, providerId: string): Promise<void> {
  await deletePrivateLocation(trx, providerId);
  await deletePremises(trx, providerId);
}

/** With the consents to them. Returns whether there were any. */
export async function deletePremises(trx: Trx, providerId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('public_premises')
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Nobody represents a closed provider, so nobody could remove what its former representatives alone knew. */
export async function deletePrivateLocation(trx: Trx, providerId: string): Promise<void> {
  await trx.deleteFrom('private_base').where('provider_id', '=', providerId).execute();
  await trx.deleteFrom('service_area').where('provider_id', '=', providerId).execute();
  await trx.deleteFrom('area_key').where('provider_id', '=', providerId).execute();
}
