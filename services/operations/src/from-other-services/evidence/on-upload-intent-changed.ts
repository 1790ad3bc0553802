import { uploadIntentChanged, uploadIntentSnapshot } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertIntents } from './queries.ts';

export const onUploadIntentChanged = [uploadIntentChanged, uploadIntentSnapshot].map((type) =>
  on.all(type, (arrived, { trx }) =>
    upsertIntents(
      trx,
      arrived.map(({ payload }) => payload),
    ),
  ),
);
