import { refusalsChanged, refusalsSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { applyRefusals } from './apply-refusals.ts';

export const onRefusalsChanged = on.each([refusalsChanged, refusalsSnapshot], (payload, { trx }, app) =>
  applyRefusals(trx, app, payload),
);
