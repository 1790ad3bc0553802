import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../../app.ts';
import { findPersonUploads } from '../../upload/intents/uploads-of-person.ts';

/** Descriptions of the uploads, without the documents. */
export const onExportRequested = exportHandler(on, 'evidence', async (trx, personId) => ({
  uploads: await findPersonUploads(trx, personId),
}));
