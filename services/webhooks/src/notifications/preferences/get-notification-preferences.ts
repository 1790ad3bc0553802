import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { readPreferences } from './preferences.ts';
import { preferencesView } from './preferences-view.ts';
import { NotificationPreferences } from './schema.ts';

export const getNotificationPreferences = route(
  {
    method: 'get',
    path: '/notification-preferences',
    summary: 'Get your notification preferences',
    description: 'Every group is listed, with the defaults where you chose nothing. The inbox always has everything.',
    access: 'session',
    etag: true,
    responds: { status: 200, body: NotificationPreferences },
  },
  async ({ actor }, { db }) => {
    const preferences = await readPreferences(db, actor.userId);
    return reply(preferencesView(preferences), { revision: preferences.revision });
  },
);
