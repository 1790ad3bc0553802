import { auditedServices, auditRecorded } from '@trust/contracts/events/any';
import { canonicalJson } from '@trust/service-kit/input';
import { on } from '../app.ts';
import { appendEntry } from './queries.ts';

/** Every service's audit stream ends in the one chain. */
export const onAuditRecorded = auditedServices.map((service) =>
  on(auditRecorded[service], (payload, { trx, event }) =>
    appendEntry(trx, canonicalJson({ ...payload, eventId: event.id, service })),
  ),
);
