import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { Problem, unknownKey } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { PublicProviderParams } from '../../directory/public-providers/schema.ts';
import { requestModeration } from '../../provider-record/moderation/request-moderation.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { flagComplaint } from '../../registration/duplicates/flag-duplicates.ts';
import { findOpenReport, findReport, findReportable, insertReport } from './queries.ts';
import { reportBody } from './report-view.ts';
import { ProviderReport, ProviderReportCreate } from './schema.ts';

const reportedAlready = {
  en: 'You have already reported this provider for this reason. Read your report `existingId` for its state.',
  fr: 'Vous avez déjà signalé ce prestataire pour ce motif. Consultez le signalement `existingId` pour connaître son état.',
};

export const createProviderReport = route(
  {
    method: 'post',
    path: '/public/providers/{publicProviderId}/reports',
    summary: 'Report a provider',
    description:
      'By anybody signed in; of a provider that is not public, by those who had an interaction with it. A second one of the same provider for the same reason is refused while the first is open: the problem names it as `existingId`. Operators examine it; the provider does not see it, and you get a notification once they have decided. Flag a review with `POST /reviews/{reviewId}/flags`.',
    access: 'session',
    limit: 'report',
    params: PublicProviderParams,
    body: ProviderReportCreate,
    responds: { status: 201, body: ProviderReport, location: '/provider-reports/{id}' },
    problems: ['not-found', 'state-conflict'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const at = app.now();
        const reporter = input.actor.userId;
        const provider = await findReportable(trx, { ...input.params, reporter, at });
        if (!provider) throw unknownKey();
        const { reasonCode, statement } = input.body;
        // The lock orders two reports that come at once.
        await lockProvider(trx, provider.id);
        const existingId = await findOpenReport(trx, { providerId: provider.id, reporter, reasonCode });
        if (existingId) throw new Problem('state-conflict', reportedAlready, { existingId });
        const id = app.newId();
        const row = { id, provider_id: provider.id, reporter_id: reporter, reason_code: reasonCode };
        await insertReport(trx, { ...row, statement, reported_at: at });
        await requestModeration(trx, app, {
          subject_id: id,
          kind: 'report',
          provider_id: provider.id,
          category_key: null,
          reason_code: reasonCode,
          involved: [reporter],
          requested_by: reporter,
        });
        await flagComplaint(trx, app, provider.id);
        await audit(trx, input, { objectType: 'provider_report', objectId: id, after: { reasonCode } });
        const report = await findReport(trx, id);
        if (!report) throw new Error('A report is never deleted.');
        return reply(reportBody(report), { status: 201 });
      }),
    ),
);
