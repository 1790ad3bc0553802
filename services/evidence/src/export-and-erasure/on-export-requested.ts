import { exporting } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findUploadsOf } from '../upload-intents/queries.ts';

/** What the person uploaded, but for the documents themselves, which they had first. */
export const onExportRequested = exporting(on, 'evidence', async (trx, personId) => ({
  uploads: await findUploadsOf(trx, personId),
}));
