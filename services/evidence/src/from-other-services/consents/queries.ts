import type { Trx } from '../../app.ts';

export async function deleteConsents(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('upload_consent').where('person_id', '=', personId).execute();
}
