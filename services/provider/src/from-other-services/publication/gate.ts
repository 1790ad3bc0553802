import type { Trx } from '../../app.ts';

/** Locked, so that the gate cannot close before the commit. */
export async function lockGate(trx: Trx): Promise<'open' | 'closed'> {
  const { state } = await trx.selectFrom('publication_gate').select('state').forShare().executeTakeFirstOrThrow();
  return state;
}
