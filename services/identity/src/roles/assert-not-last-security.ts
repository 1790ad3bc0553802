import { conflict } from '@trust/service-kit/http/problem';
import type { Trx } from '../app.ts';
import { lockHolders } from './queries.ts';

/** Until the end of the transaction: two operators who revoke each other at once must not both succeed. */
export async function assertNotLastSecurity(trx: Trx, personId: string): Promise<void> {
  const holders = await lockHolders(trx, 'security');
  if (holders.length !== 1 || holders[0] !== personId) return;
  throw conflict({
    en: 'This is the last operator with the role `security`. Grant it to another operator first.',
    fr: 'C’est la dernière personne qui a le rôle `security`. Attribuez-le d’abord à une autre personne.',
  });
}
