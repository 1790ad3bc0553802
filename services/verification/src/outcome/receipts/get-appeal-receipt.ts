import { RawReply, reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findCase } from '../../case/record/queries.ts';
import { isRepresentativeOf } from '../../case/record/separation-of-duties.ts';
import { findAppeal } from '../appeals/queries.ts';
import { AppealParams } from '../appeals/schema.ts';
import { appealPage } from './appeal-page.ts';
import { appealReceipt } from './appeal-receipt.ts';
import { pageHeaders } from './page.ts';
import { AppealReceipt } from './schema.ts';

export const getAppealReceipt = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/appeals/{appealId}/receipt',
    summary: 'Get the receipt of an appeal',
    description:
      'For representatives of the provider; others get 404. It confirms what was submitted and, once decided, gives the reasons in words. It never names an operator. `Accept: text/html` returns a page to print, in the language of the response.',
    access: 'session',
    params: AppealParams,
    responds: { status: 200, body: AppealReceipt, media: ['text/html'] },
    problems: ['not-found'],
  },
  async ({ actor, params, request }, { db, calendar }) => {
    const found = await findCase(db, params.caseId);
    if (!found || !isRepresentativeOf(actor, found.provider_id)) throw notFound();
    const appeal = await findAppeal(db, found.id, params.appealId);
    if (!appeal) throw notFound();
    const { language } = request;
    const receipt = await appealReceipt(db, appeal, language);
    if (request.accepts('application/json', 'text/html') !== 'text/html')
      return reply(receipt, { headers: { Vary: 'Accept' } });
    return new RawReply(appealPage(receipt, { language, timeZone: calendar.timeZone }), 'text/html', pageHeaders);
  },
);
