import { publicationGateChanged, publicationGateSnapshot } from '@trust/contracts/events/operations';
import { on } from '../../app.ts';
import { setGate } from './queries.ts';

export const onPublicationGateChanged = [publicationGateChanged, publicationGateSnapshot].map((type) =>
  on(type, async ({ state, overrideId, occurredAt: at }, { trx }) => {
    await setGate(trx, { state, overrideId, at: new Date(at) });
  }),
);
