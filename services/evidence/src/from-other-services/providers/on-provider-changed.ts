import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { savePublication } from './queries.ts';

export const onProviderChanged = [providerChanged, providerSnapshot].map((type) =>
  on(type, (payload, { trx }) => savePublication(trx, payload)),
);
