import { claimSubjectErased, premisesErased } from '@trust/contracts/events/claims';
import { on } from '../../app.ts';
import { endVersions } from '../redaction/end-versions.ts';
import { lockVersionsShowing } from './queries.ts';

/** What shows an erased person, or premises that they alone showed, supports nothing any more (docs/domain/erasure.md 20). */
export const onClaimSubjectErased = [
  on(claimSubjectErased, async (shown, { trx, event }, { now }) => {
    const versions = await lockVersionsShowing(trx, { ...shown, about: 'person' });
    await endVersions(trx, versions, { by: 'event', at: now(), id: event.id });
  }),
  on(premisesErased, async (shown, { trx, event }, { now }) => {
    const versions = await lockVersionsShowing(trx, { ...shown, about: 'premises' });
    await endVersions(trx, versions, { by: 'event', at: now(), id: event.id });
  }),
];
