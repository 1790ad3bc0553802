import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { textOf } from '../messages/text.ts';
import { findDevicesOf } from '../notifications/devices/registered-devices.ts';
import { findNotificationsOf } from '../notifications/inbox/of-person.ts';
import { readPreferences } from '../notifications/preferences/preferences.ts';
import { preferencesView } from '../notifications/preferences/preferences-view.ts';
import { paymentsOf } from '../payments/intents/of-person.ts';

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
  // Tokens are credentials of the app, not data about the person, so they are left out.
  devices: (await findDevicesOf(trx, personId)).map(({ installation_id, push_service, locale, registered_at }) => ({
    installationId: installation_id,
    pushService: push_service,
    locale,
    registeredAt: registered_at,
  })),
  payments: await paymentsOf(trx, personId),
}));
