import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { ClaimAbout } from '../../db/schema.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { awaitsDecision, waitsForDocumentAbout } from './queries.ts';

/**
 * Nobody names something else while an outcome is recommended or the provider is suspended, but for a case that asks the provider for
 * documents of it (docs/domain/claim-subject.md 29). Call with the provider locked.
 */
export async function assertNotInQuestion(
  trx: Trx,
  { id, state }: Pick<ProviderRow, 'id' | 'state'>,
  about: ClaimAbout,
): Promise<void> {
  if (await awaitsDecision(trx, id)) throw conflict(inQuestion);
  if (state === 'suspended' && !(await waitsForDocumentAbout(trx, id, about))) throw conflict(inQuestion);
}

const inQuestion = {
  en: 'The registered name, the person responsible and the public premises cannot change while the provider is suspended or a case of it awaits its decision. Retry after the decision. `null` removes the premises at any time.',
  fr: 'La dénomination, la personne responsable et les locaux publics ne peuvent pas changer tant que le prestataire est suspendu ou qu’un dossier attend sa décision. Réessayez après la décision. `null` retire les locaux à tout moment.',
};
