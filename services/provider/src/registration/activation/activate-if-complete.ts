import { DuplicateReason } from '@trust/contracts/events/provider';
import type { App, Trx } from '../../app.ts';
import { missingParts } from '../../provider-record/completeness.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findParts, type ProviderRow, updateProvider } from '../../provider-record/provider-row.ts';
import { askForName } from '../display-names/ask-for-name.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';

type Write = { by: string; changed: boolean };

/** Call after every write that may complete a draft or change a name. `changed`: emit the change in any case. */
export async function activateIfComplete(
  trx: Trx,
  app: Pick<App, 'names' | 'newId' | 'now'>,
  provider: ProviderRow,
  { by, changed }: Write,
): Promise<ProviderRow> {
  const parts = await findParts(trx, provider.id);
  const isCompleted = provider.state === 'draft' && missingParts(provider, parts).length === 0;
  const saved = isCompleted ? await updateProvider(trx, provider, { state: 'active' }, app.now()) : provider;
  if (saved.state !== 'draft') await askForName(trx, app, saved, by);
  // Drafts are not compared with each other.
  if (isCompleted) await flagDuplicates(trx, app, saved.id, { at: app.now(), reasons: DuplicateReason.options });
  if (isCompleted || changed) await emitProviderChanged(trx, saved, parts);
  return saved;
}
