import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findOwnEnquiries } from '../enquiries/personal-data.ts';
import { findOwnOpinions } from '../moderation/personal-data.ts';
import { findRepresentations } from '../representatives/queries.ts';

export const onExportRequested = exportHandler(on, 'provider', async (trx, personId) => ({
  enquiries: await findOwnEnquiries(trx, personId),
  ...(await findOwnOpinions(trx, personId)),
  representations: await findRepresentations(trx, personId),
}));
