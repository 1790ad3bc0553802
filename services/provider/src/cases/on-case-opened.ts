import { caseOpened } from '@trust/contracts/events/verification';
import { on } from '../app.ts';
import { upsertCase } from './queries.ts';

export const onCaseOpened = on(caseOpened, (payload, { trx }) => upsertCase(trx, payload));
