import { representativeEnded } from '@trust/contracts/events/representatives';
import { on } from '../app.ts';
import { withdrawMediaOf } from './withdraw-media.ts';

/** A profile image shows who comes (docs/domain/public-media.md 20). */
export const onRepresentativeEnded = on(representativeEnded, ({ userId, providerId }, { trx }, { now }) =>
  withdrawMediaOf(trx, { portraitsBy: userId, ofProvider: providerId }, now()),
);
