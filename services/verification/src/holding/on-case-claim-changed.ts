import { freeCasesSeen } from '@trust/contracts/events/any';
import { caseClaimChanged } from '@trust/contracts/events/operations';
import { on } from '../app.ts';
import { saveClaim, saveSightings } from './queries.ts';

export const onCaseClaimChanged = on(caseClaimChanged, (claim, { trx }) => saveClaim(trx, claim));

export const onFreeCasesSeen = on(freeCasesSeen.operations, (seen, { trx }) => saveSightings(trx, seen));
