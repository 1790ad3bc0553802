import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { upsertCase } from './queries.ts';

export const onCaseChanged = [caseOpened, caseChanged, caseSnapshot].map((type) =>
  on(type, (payload, { trx }) => upsertCase(trx, payload)),
);
