import { exporting } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findEntriesOf } from '../audit/queries.ts';

/** What the audit log says that the person did. The newest; an auditor can read all. */
export const onExportRequested = exporting(on, 'operations', async (trx, personId) => ({
  actions: await findEntriesOf(trx, personId, 5000),
}));
