import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../../app.ts';
import { findEntriesByActor } from './queries.ts';

export const onExportRequested = exportHandler(on, 'operations', async (trx, personId) => ({
  actions: await findEntriesByActor(trx, personId, 5000),
}));
