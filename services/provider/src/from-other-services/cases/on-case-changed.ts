import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { upsertCase } from './queries.ts';

export const onCaseChanged = [caseOpened, caseChanged, caseSnapshot].map((type) =>
  on(type, async (payload, { trx }) => {
    const isDecided = payload.outcome !== null;
    if (isDecided) await lockProvider(trx, payload.providerId);
    await upsertCase(trx, payload);
    if (isDecided) await refreshListing(trx, payload.providerId);
  }),
);
