import { exportHandler } from '@trust/personal-data/export-part';
import { findWritings } from '@trust/personal-data/writings';
import { on } from '../../app.ts';
import { findEntriesByActor } from '../../audit/entries/queries.ts';
import { writings } from './writings.ts';

export const onExportRequested = exportHandler(on, 'operations', async (trx, personId) => ({
  actions: await findEntriesByActor(trx, personId, 5000),
  writings: await findWritings(trx, writings, personId),
}));
