import { exportHandler } from '@trust/personal-data/export-part';
import { findWritings } from '@trust/personal-data/writings';
import { on } from '../../app.ts';
import { findAppealsOf } from '../appeals/of-person.ts';
import { writings } from './writings.ts';

export const onExportRequested = exportHandler(on, 'verification', async (trx, personId) => ({
  appeals: await findAppealsOf(trx, personId),
  writings: await findWritings(trx, writings, personId),
}));
