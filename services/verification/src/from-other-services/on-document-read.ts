import { evidenceRead, reviewGranted } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { saveGrant, saveRead } from './readings.ts';

export const onReviewGranted = on(reviewGranted, (grant, { trx }) => saveGrant(trx, grant));

export const onDocumentRead = on(evidenceRead, (read, { trx }) => saveRead(trx, read));
