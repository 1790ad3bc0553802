import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findRepresentations } from '../representatives/queries.ts';

/** The providers that the person represents or did, and what is said of those that are theirs to speak for. */
export const onExportRequested = exportHandler(on, 'provider', async (trx, personId) => ({
  representations: await findRepresentations(trx, personId),
}));
