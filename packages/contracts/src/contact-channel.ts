import { valueList } from './values/value-list.ts';

export const ContactChannel = valueList('contactChannel', {
  sms: { en: 'Text message', fr: 'SMS', means: 'By text message.' },
  email: { en: 'Email', fr: 'E-mail', means: 'By email.' },
});
