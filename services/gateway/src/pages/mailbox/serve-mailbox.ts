import { unavailable } from '@trust/service-kit/problems/problem';
import type { RequestHandler } from 'express';
import type { ProxyOptions } from '../../proxy/proxy-operation.ts';
import { queryParameter, readerOf } from '../layout.ts';
import { sendPage, wantsPage } from '../send.ts';
import { MailboxResponse, mailboxPage } from './mailbox-page.ts';

export const mailboxPath = '/dev/mailbox';

/** A page for browsers; programs get the JSON of webhooks. Production has no such operation. */
export function serveMailbox({ routes, upstreams }: Pick<ProxyOptions, 'routes' | 'upstreams'>): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== mailboxPath || !routes().find('GET', mailboxPath).operation) return next();
    response.vary('Accept');
    if (!['GET', 'HEAD'].includes(request.method) || !wantsPage(request)) return next();
    const to = queryParameter(request, 'to')?.trim() ?? '';
    const { status, body } = await upstreams.webhooks.get(
      to === '' ? mailboxPath : `${mailboxPath}?${new URLSearchParams({ to })}`,
    );
    const mailbox = MailboxResponse.safeParse(body);
    if (status >= 500) throw unavailable();
    const messages = mailbox.success ? mailbox.data.items : [];
    sendPage(request, response, mailboxPage(messages, to, readerOf(request)), 'no-store');
  };
}
