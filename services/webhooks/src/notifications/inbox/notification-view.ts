import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Language } from '@trust/contracts/values/text';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import type { Notification as Row } from '../../db/schema.ts';
import { catalogue } from '../../messages/catalogue.ts';
import { linksOf, type SubjectIds, type Subjects, subjectKeys, subjectsOf, webPageOf } from '../../messages/links.ts';
import { textOf } from '../../messages/text.ts';
import { valuesOf } from '../../messages/values.ts';
import type { Notification } from './schema.ts';

/** In the language of the request. */
export function notificationView(
  row: Selectable<Row>,
  { language, publicUrl, appUrl }: { language: Language } & Pick<App, 'publicUrl' | 'appUrl'>,
): z.input<typeof Notification> {
  const template = row.template as NotificationTemplate;
  const subjects = subjectsOf(row.data);
  return {
    id: row.id,
    group: catalogue[template].group,
    type: template,
    title: catalogue[template].title[language],
    text: textOf(template, language, valuesOf(row.data)),
    providerId: row.provider_id,
    ...(Object.fromEntries(subjectKeys.map((key) => [key, subjects[key] ?? null])) as SubjectIds),
    subject: workOf(subjects),
    // A client of the first contract expects an address.
    links: { web: webPageOf(template, subjects, publicUrl), ...linksOf(template, subjects, appUrl) },
    state: row.read_at ? 'read' : 'unread',
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}

function workOf({ subjectType: type, subjectId: id }: Subjects) {
  return type !== undefined && id !== undefined ? { type, id } : null;
}
