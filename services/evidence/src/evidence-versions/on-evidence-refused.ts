import { evidenceRefused } from '@trust/contracts/events/verification';
import { on } from '../app.ts';
import { withdrawVersion } from './queries.ts';

/** The intent stays submitted, which is final: for another try the representative creates a new one. */
export const onEvidenceRefused = on(evidenceRefused, async ({ evidenceVersionId }, { trx }, { now }) => {
  await withdrawVersion(trx, evidenceVersionId, now());
});
