import { caseChanged } from '@trust/contracts/events/verification';
import { on } from '../app.ts';
import { upsertCase } from './queries.ts';

export const onCaseChanged = on(caseChanged, (payload, { trx }) => upsertCase(trx, payload));
