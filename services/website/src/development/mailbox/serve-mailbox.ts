import { unavailable } from '@trust/service-kit/problems/problem';
import { Router } from 'express';
import type { PublicApi } from '../../api/public-api.ts';
import { queryParameter, readerOf } from '../../page/layout.ts';
import { sendPage } from '../../page/send.ts';
import { MailboxResponse, mailboxPage } from './mailbox-page.ts';

const mailboxPath = '/dev/mailbox';

/** Browsers get a page; the gateway answers programs with the operation itself. Production has neither. */
export function serveMailbox(api: PublicApi): Router {
  const router = Router();
  router.get(mailboxPath, async (request, response) => {
    const to = queryParameter(request, 'to')?.trim() ?? '';
    const query = new URLSearchParams({ limit: '50', ...(to !== '' && { to }) });
    const { status, body } = await api.get(request, `${mailboxPath}?${query}`);
    if (status >= 500) throw unavailable({ upstream: 'gateway', reason: String(status) });
    const mailbox = MailboxResponse.safeParse(body);
    const messages = mailbox.success ? mailbox.data.items : [];
    sendPage(request, response, mailboxPage(messages, to, readerOf(request)), 'no-store');
  });
  return router;
}
