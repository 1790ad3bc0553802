import { objectsArrived } from '@trust/contracts/events/webhooks';
import { on } from '../../app.ts';

const maxReported = 1000;

/** Asking the store is a network call, so it happens after this transaction (promise U7). */
export const onObjectsArrived = on(objectsArrived, async ({ objectNames }, _context, { reportedUploads }) => {
  for (const name of objectNames) if (reportedUploads.size < maxReported) reportedUploads.add(name);
});
