import { exportHandler } from '@trust/personal-data/export-part';
import { on } from '../app.ts';
import { textOf } from '../deliveries/text.ts';
import { findNotificationsOf } from '../notifications/queries.ts';

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
}));
