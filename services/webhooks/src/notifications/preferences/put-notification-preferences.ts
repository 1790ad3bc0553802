import { reply } from '@trust/service-kit/http/reply';
import { editConflict, invalid } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { fixedGroup, preferencesOf } from './preferences.ts';
import { preferencesView } from './preferences-view.ts';
import { lockPreference, upsertPreference } from './queries.ts';
import { isTimeZone } from './quiet-hours.ts';
import { type GroupChoice, NotificationPreferences, NotificationPreferencesUpdate } from './schema.ts';

export const putNotificationPreferences = route(
  {
    method: 'put',
    path: '/notification-preferences',
    summary: 'Replace your notification preferences',
    description:
      'Groups that you leave out have the defaults. `security` cannot be switched off. During quiet hours pushes wait, except those of `security`; e-mails are sent. `locale` is the language of pushes and e-mails; null means that of the device or of the account.',
    access: 'session',
    limit: 'profile-mutation',
    ifMatch: true,
    body: NotificationPreferencesUpdate,
    responds: { status: 200, body: NotificationPreferences },
  },
  async (input, { db }) => {
    const { actor, body, ifMatch } = input;
    const { locale, quietHours, groups } = body;
    validateGroups(groups);
    if (quietHours && !isTimeZone(quietHours.timeZone))
      throw invalid('quietHours.timeZone', 'invalid_value', {
        en: 'Unknown time zone. Send a name of the IANA database, such as Europe/Paris.',
        fr: 'Fuseau horaire inconnu. Envoyez un nom de la base IANA, comme Europe/Paris.',
      });
    return db.transact(async (trx) => {
      const before = preferencesOf(await lockPreference(trx, actor.userId));
      const current = preferencesView(before);
      if (ifMatch && !ifMatch.includes(before.revision)) throw editConflict(current, before.revision);
      const after = preferencesOf(
        await upsertPreference(trx, {
          user_id: actor.userId,
          locale,
          quiet_start: quietHours?.start ?? null,
          quiet_end: quietHours?.end ?? null,
          time_zone: quietHours?.timeZone ?? null,
          groups: JSON.stringify(groups),
          revision: before.revision + 1,
        }),
      );
      await audit(trx, input, {
        objectType: 'notification_preference',
        objectId: actor.userId,
        before: { locale: before.locale, hasQuietHours: before.quietHours !== null },
        after: { locale, hasQuietHours: quietHours !== null, chosenGroups: groups.length },
      });
      return reply(preferencesView(after), { revision: after.revision });
    });
  },
);

function validateGroups(groups: readonly GroupChoice[]): void {
  const isRepeated = new Set(groups.map(({ group }) => group)).size < groups.length;
  if (isRepeated) throw invalid('groups', 'invalid_value');
  const fixed = groups.findIndex(({ group, push, email }) => group === fixedGroup && !(push && email));
  if (fixed >= 0)
    throw invalid(`groups.${fixed}`, 'invalid_value', {
      en: 'Security notices cannot be switched off. Leave `security` out.',
      fr: 'Les avis de sécurité ne peuvent pas être désactivés. Omettez `security`.',
    });
}
