import type { NotificationTemplate } from '@trust/contracts/events/notification-templates';
import type { Language, Text } from '@trust/contracts/values/text';
import { catalogue } from './catalogue.ts';
import type { Template } from './text.ts';

const titles: Record<Exclude<Template, NotificationTemplate>, Text> = {
  one_time_code: { en: 'Your sign-in code', fr: 'Votre code de connexion' },
  contact_point_code: { en: 'Your code', fr: 'Votre code' },
  contact_point_taken: { en: 'Contact not added', fr: 'Contact non ajouté' },
  invitation: { en: 'Invitation', fr: 'Invitation' },
};

export function titleOf(template: Template, language: Language): string {
  const all: Partial<Record<Template, Text>> = titles;
  return (all[template] ?? catalogue[template as NotificationTemplate].title)[language];
}
