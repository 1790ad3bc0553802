import { actorChanged } from '@trust/contracts/events/identity';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import { on } from '../../app.ts';

export const onRepresentativeEnded = on(representativeEnded, async ({ assignmentId, userId }, { trx }) => {
  await trx.deleteFrom('assignment').where('id', '=', assignmentId).execute();
  await emit(trx, actorChanged, { userId });
});
