import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findOwnEnquiries } from './own-enquiries.ts';
import { findOwnOpinions } from './own-opinions.ts';
import { findRepresentations } from './own-representations.ts';
import { findNamings, findResponsibilities } from './own-responsibilities.ts';

export const onExportRequested = exportHandler(on, 'provider', async (trx, personId, app) => ({
  enquiries: await findOwnEnquiries(trx, personId),
  ...(await findOwnOpinions(trx, personId)),
  responsibleFor: await findResponsibilities(trx, app, personId),
  namedToAnswerFor: await findNamings(trx, app, personId),
  representations: await findRepresentations(trx, app, personId),
}));
