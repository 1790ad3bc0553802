import { evidenceSubmittedElsewhere } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { markSubmittedElsewhere } from './evidence-versions.ts';

export const onSubmittedElsewhere = on(evidenceSubmittedElsewhere, async ({ evidenceVersionId }, { trx }) =>
  markSubmittedElsewhere(trx, evidenceVersionId),
);
