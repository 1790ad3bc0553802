import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { conflict, invalid, notFound } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { incidentDueAt } from './incident-due.ts';
import { incidentView } from './incident-view.ts';
import { emitHold } from './publication-hold.ts';
import { hasProvider, insertIncident } from './queries.ts';
import { Incident, IncidentCreate } from './schema.ts';

export const createIncident = command(
  {
    method: 'post',
    path: '/operations/incidents',
    summary: 'Open an incident',
    description:
      'Due by severity: `critical` within 1 hour, `high` 4 hours, `medium` 1 business day, `low` 5 business days. With `holdsPublication`, the provider is withheld and cannot be published until the incident is resolved. You cannot hold the same provider again until 30 days after your last hold ended. Another operator can.',
    access: 'operations.incidents.manage',
    stepUp: true,
    limit: 'privileged-operation',
    body: IncidentCreate,
    responds: { status: 201, body: Incident, location: '/operations/incidents/{id}' },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, newId, calendar }, trx) => {
    const { severity, title, providerId = null, holdsPublication = false, reason } = input.body;
    if (holdsPublication && !providerId) throw invalid('providerId', 'required');
    const at = now();
    if (providerId && !(await hasProvider(trx, providerId))) throw notFound();
    await assertNotOwnProvider(trx, input.actor, { providerId, at });
    const incident = await insertIncident(trx, {
      id: newId(),
      severity,
      title,
      provider_id: providerId,
      holds_publication: holdsPublication,
      reason,
      opened_by: input.actor.userId,
      opened_at: at,
      due_at: incidentDueAt(calendar, severity, at),
    }).catch(problemOf);
    await emitHold(trx, incident, 'held', at);
    await audit(trx, input, {
      objectType: 'incident',
      objectId: incident.id,
      reason,
      after: { state: incident.state, severity, providerId, holdsPublication },
    });
    return incidentView(incident, at);
  },
);

function problemOf(error: unknown): never {
  if (brokenConstraint(error) !== 'hold_not_repeated') throw error;
  throw conflict({
    en: 'You opened a hold of this provider that is in force, or ended within the last 30 days. Open the incident without a hold, or ask another operator to open it.',
    fr: 'Vous avez déjà retenu la publication de ce prestataire : cette mesure est en cours ou a pris fin il y a moins de 30 jours. Ouvrez l’incident sans retenir la publication, ou demandez à une autre personne de l’ouvrir.',
  });
}
