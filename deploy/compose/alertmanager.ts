import { stringify } from 'yaml';
import { z } from 'zod';
import type { Environment } from '../local/settings/settings.ts';

/** Where alerts go. Without any, they are in Alertmanager only. */
export const AlertSettings = z
  .object({
    /** Gets each alert by POST, such as the address of a pager. */
    ALERT_WEBHOOK_URL: z.url().optional(),
    /** Gets each alert by e-mail, from EMAIL_FROM by SMTP_URL. */
    ALERT_EMAIL: z.email().optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    EMAIL_FROM: z.string().optional(),
    /** A service elsewhere that calls somebody if it gets no POST for some minutes. */
    DEAD_MANS_SWITCH_URL: z.url().optional(),
  })
  .refine(({ ALERT_EMAIL, SMTP_URL, EMAIL_FROM }) => !ALERT_EMAIL || (SMTP_URL && EMAIL_FROM), {
    path: ['ALERT_EMAIL'],
    error: 'needs SMTP_URL and EMAIL_FROM',
  });

/** The configuration of Alertmanager. Watchdog fires always, and goes to the dead man's switch alone. */
export function alertmanagerConfig(operator: Environment): string {
  const { ALERT_WEBHOOK_URL, ALERT_EMAIL, DEAD_MANS_SWITCH_URL, ...mail } = AlertSettings.parse(operator);
  const isWatchdog = { matchers: ['alertname = "Watchdog"'] };
  return stringify({
    route: {
      receiver: 'operators',
      group_by: ['alertname', 'job'],
      group_wait: '30s',
      group_interval: '5m',
      repeat_interval: '4h',
      routes: [
        { ...isWatchdog, receiver: 'dead-mans-switch', group_wait: '0s', group_interval: '1m', repeat_interval: '1m' },
        { matchers: ['severity = "ticket"'], receiver: 'operators', repeat_interval: '24h' },
      ],
    },
    receivers: [
      {
        name: 'operators',
        ...(ALERT_WEBHOOK_URL && { webhook_configs: [{ url: ALERT_WEBHOOK_URL, send_resolved: true }] }),
        ...(ALERT_EMAIL && { email_configs: [emailTo(ALERT_EMAIL, mail)] }),
      },
      {
        name: 'dead-mans-switch',
        ...(DEAD_MANS_SWITCH_URL && { webhook_configs: [{ url: DEAD_MANS_SWITCH_URL, send_resolved: false }] }),
      },
    ],
  });
}

function emailTo(to: string, { SMTP_URL = '', EMAIL_FROM: from }: { SMTP_URL?: string; EMAIL_FROM?: string }) {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const isImplicit = protocol === 'smtps:';
  return {
    to,
    from,
    smarthost: `${hostname}:${port || (isImplicit ? 465 : 587)}`,
    send_resolved: true,
    ...(username && { auth_username: decodeURIComponent(username), auth_password: decodeURIComponent(password) }),
  };
}
