import { uploadIntentChanged, uploadIntentSnapshot } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { upsertIntent } from './queries.ts';

export const onUploadIntentChanged = [uploadIntentChanged, uploadIntentSnapshot].map((type) =>
  on(type, ({ intentId, providerId, caseId, state }, { trx }) =>
    upsertIntent(trx, { intent_id: intentId, provider_id: providerId, case_id: caseId, state }),
  ),
);
