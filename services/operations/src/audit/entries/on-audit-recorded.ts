import { auditedServices, auditRecorded } from '@trust/contracts/events/any';
import { canonicalJson } from '@trust/service-kit/http/input';
import { on } from '../../app.ts';
import { appendEntries } from './queries.ts';

/** Appends in batches, because all appends share one lock. */
export const onAuditRecorded = auditedServices.map((service) =>
  on.all(auditRecorded[service], (arrived, { trx }) =>
    appendEntries(
      trx,
      arrived.map(({ payload, event }) => canonicalJson({ ...payload, eventId: event.id, service })),
    ),
  ),
);
