import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Language, Text } from '@trust/contracts/values/text';
import { catalogue } from './catalogue.ts';
import type { Template } from './text.ts';

const titles: Record<Exclude<Template, NotificationTemplate>, Text> = {
  one_time_code: { en: 'Your sign-in code', fr: 'Votre code de connexion' },
  contact_point_code: { en: 'Your code', fr: 'Votre code' },
  contact_point_taken: { en: 'Contact not added', fr: 'Contact non ajouté' },
  contact_point_added: { en: 'Contact added to your account', fr: 'Contact ajouté à votre compte' },
  contact_point_removed: { en: 'Contact removed from your account', fr: 'Contact retiré de votre compte' },
  own_contact_point_removed: { en: 'This contact was removed', fr: 'Ce contact a été retiré' },
  invitation: { en: 'Invitation', fr: 'Invitation' },
};

export function titleOf(template: Template, language: Language): string {
  const all: Partial<Record<Template, Text>> = titles;
  return (all[template] ?? catalogue[template as NotificationTemplate].title)[language];
}
