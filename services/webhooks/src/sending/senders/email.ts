import type { Text } from '@trust/contracts/values/text';
import { html } from '@trust/html/html';
import type { Message } from './message-sender.ts';

const open: Text = { en: 'Open', fr: 'Ouvrir' };
const footer: Record<'code' | 'notification', Text> = {
  code: {
    en: 'Nobody from the platform asks for this code.',
    fr: 'Personne de la plateforme ne demande ce code.',
  },
  notification: {
    en: 'You choose which e-mails you receive in the notification preferences of your account.',
    fr: 'Vous choisissez les e-mails que vous recevez dans les préférences de notification de votre compte.',
  },
};

/** Subject, text and HTML of a message, from its fixed texts only. */
export function emailOf(message: Pick<Message, 'title' | 'text' | 'language' | 'code' | 'links'>): {
  subject: string;
  text: string;
  html: string;
} {
  const { title, text, language, links } = message;
  const closing = message.code ? footer.code[language] : links && footer.notification[language];
  const link = links?.web;
  const markup = html`<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p>${
    link && html`<p><a href="${link}">${open[language]}</a></p>`
  }${closing && html`<p><small>${closing}</small></p>`}</body></html>`;
  return {
    subject: title,
    text: [text, link, closing].filter(Boolean).join('\n\n'),
    html: `<!doctype html>${markup.markup}`,
  };
}
