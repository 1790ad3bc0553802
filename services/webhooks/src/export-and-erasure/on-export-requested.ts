import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { findDevicesOf } from '../devices/queries.ts';
import { textOf } from '../messages/text.ts';
import { findNotificationsOf } from '../notifications/queries.ts';
import { accountPaymentView } from '../payments/payment-view.ts';
import { findPaymentsOf } from '../payments/queries.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { preferencesView } from '../preferences/preferences-view.ts';

/** Far more than a person starts. */
const maxPayments = 10_000;

export const onExportRequested = exportHandler(on, 'webhooks', async (trx, personId) => ({
  notifications: (await findNotificationsOf(trx, personId)).map(
    ({ template, provider_id, created_at, read_at, data }) => ({
      text: textOf(template as Parameters<typeof textOf>[0], 'en'),
      providerId: provider_id,
      createdAt: created_at,
      readAt: read_at,
      data,
    }),
  ),
  preferences: preferencesView(await readPreferences(trx, personId)),
  // Without tokens: they are credentials of the app, not data about the person.
  devices: (await findDevicesOf(trx, personId)).map(({ installation_id, push_service, locale, registered_at }) => ({
    installationId: installation_id,
    pushService: push_service,
    locale,
    registeredAt: registered_at,
  })),
  payments: (await findPaymentsOf(trx, personId, { after: undefined, limit: maxPayments })).map(accountPaymentView),
}));
