import {
  emergencyActionChanged,
  emergencyActionSnapshot,
  publicationHoldChanged,
  publicationHoldSnapshot,
} from '@trust/contracts/events/operations';
import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { upsertCase } from '../../from-other-services/cases/queries.ts';
import { applyEmergencyAction } from '../../from-other-services/emergency-actions/apply-emergency-action.ts';
import { applyPublicationHold } from '../../from-other-services/publication/apply-publication-hold.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { flagIfInQuestion } from './flag-in-question.ts';

/** Applies what puts a provider in question; operators then look again at its possible duplicates (docs/domain/provider-record.md 37). */
export const onPutInQuestion = [
  ...on.each([caseOpened, caseChanged, caseSnapshot], async (payload, { trx }, app) => {
    const apply = () => upsertCase(trx, payload);
    const isRefused = payload.outcome === 'not_verified' || payload.refusedForGoodAt !== undefined;
    if (!isRefused) return apply();
    await lockProvider(trx, payload.providerId);
    return flagIfInQuestion(trx, app, payload.providerId, apply);
  }),
  ...on.each([publicationHoldChanged, publicationHoldSnapshot], (payload, { trx, event }, app) =>
    flagIfInQuestion(trx, app, payload.providerId, () => applyPublicationHold(trx, app, payload, event)),
  ),
  ...on.each([emergencyActionChanged, emergencyActionSnapshot], (payload, { trx, event }, app) =>
    flagIfInQuestion(trx, app, payload.targetId, () => applyEmergencyAction(trx, app, payload, event)),
  ),
];
