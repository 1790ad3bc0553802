import { publicationGateChanged } from '@trust/contracts/events/operations';
import { on } from '../app.ts';
import { setGate } from './queries.ts';

export const onPublicationGateChanged = on(
  publicationGateChanged,
  async ({ state, overrideId, occurredAt: at }, { trx }) => {
    await setGate(trx, { state, overrideId, at: new Date(at) });
  },
);
