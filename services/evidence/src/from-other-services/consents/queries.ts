import type { Trx } from '../../app.ts';

/** What was withdrawn stays so: the person can neither agree again nor withdraw again (docs/domain/erasure.md 29). */
export async function deleteConsents(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('upload_consent').where('person_id', '=', personId).where('granted', '=', true).execute();
}
