import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Language } from '@trust/contracts/values/text';
import type { App } from '../../app.ts';
import type { DeliveryRow } from '../../deliveries/due-deliveries.ts';
import { catalogue } from '../../messages/catalogue.ts';
import { codeText } from '../../messages/code-text.ts';
import { invitationText } from '../../messages/invitation-text.ts';
import { linksOf, subjectsOf } from '../../messages/links.ts';
import { type Channel, type CodeTemplate, type Template, textOf } from '../../messages/text.ts';
import { titleOf } from '../../messages/title.ts';
import { valuesOf } from '../../messages/values.ts';
import { type DeviceRow, findDevice } from '../../notifications/devices/registered-devices.ts';
import { findNotification } from '../../notifications/inbox/find-notification.ts';
import { fixedGroup, readPreferences } from '../../notifications/preferences/preferences.ts';
import { quietUntil } from '../../notifications/preferences/quiet-hours.ts';
import type { Message } from '../senders/message-sender.ts';

type Found = { message: Message; device?: DeviceRow } | { refused: string } | { postponedUntil: Date };

/** Decides what to send, by the state of device and preferences at this moment. */
export function messageOf(app: App, delivery: DeliveryRow): Promise<Found> {
  return delivery.sealed === null ? pushOf(app, delivery) : sealedMessageOf(app, delivery, delivery.sealed);
}

async function pushOf(app: App, delivery: DeliveryRow): Promise<Found> {
  const { user_id: userId, device_id: deviceId, notification_id: notificationId } = delivery;
  if (userId === null || deviceId === null || notificationId === null) return { refused: 'no_device' };
  const template = delivery.template as NotificationTemplate;
  const { group, title } = catalogue[template];
  const preferences = await readPreferences(app.db, userId);
  if (!preferences.groups[group].push) return { refused: 'switched_off' };
  const end = preferences.quietHours && group !== fixedGroup && quietUntil(preferences.quietHours, app.now());
  if (end) return { postponedUntil: end };
  const [device, notification] = [
    await findDevice(app.db, deviceId, userId),
    await findNotification(app.db, notificationId, userId),
  ];
  if (!device) return { refused: 'no_device' };
  if (!notification) return { refused: 'no_notification' };
  const subjects = subjectsOf(notification.data);
  const links = linksOf(template, subjects, app.appUrl);
  const language = preferences.locale ?? (device.locale as Language);
  const data = {
    type: template,
    group,
    notificationId,
    link: links.app,
    ...(links.web && { url: links.web }),
    ...subjects,
  };
  const message: Message = {
    id: delivery.id,
    channel: 'push',
    to: userId,
    template,
    language,
    links,
    title: title[language],
    text: textOf(template, language, valuesOf(notification.data)),
    push: { token: app.tokens.open(device.id, device), deviceId: device.id, service: device.push_service, data },
  };
  return { message, device };
}

async function sealedMessageOf(app: App, delivery: DeliveryRow, sealed: string): Promise<Found> {
  const content = await app.openSealed(sealed);
  const { to, contact, language = 'en', expiresAt } = content;
  const template = delivery.template as Template;
  const channel = delivery.channel as Channel;
  const data = 'code' in content ? undefined : await dataOfNotification(app, delivery);
  const links =
    data === undefined ? undefined : linksOf(template as NotificationTemplate, subjectsOf(data), app.appUrl);
  const message = {
    id: delivery.id,
    channel,
    to,
    template,
    language,
    title: titleOf(template, language),
    expiresAt: new Date(expiresAt),
    ...(contact && { contact }),
    ...(links && { links }),
  };
  if (!('code' in content)) {
    const { invitation } = content;
    const text = invitation ? invitationText(language, invitation) : textOf(template, language, valuesOf(data));
    return { message: { ...message, text } };
  }
  const { code, challengeId } = content;
  const values = { code, host: new URL(app.publicUrl).hostname, template: template as CodeTemplate };
  return {
    message: { ...message, code, ...(challengeId && { challengeId }), text: codeText(channel, language, values) },
  };
}

/** Undefined for what is no notice. */
async function dataOfNotification({ db }: App, { notification_id }: DeliveryRow): Promise<unknown> {
  if (notification_id === null) return undefined;
  return (await findNotification(db, notification_id))?.data ?? {};
}
