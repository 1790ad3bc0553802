import { DecisionId } from '@trust/contracts/fields';
import { RawReply, reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { CaseParams } from '../../case/record/params.ts';
import { findCase } from '../../case/record/queries.ts';
import { isRepresentativeOf } from '../../case/record/separation-of-duties.ts';
import { findDecision } from '../decisions/queries.ts';
import { decisionPage } from './decision-page.ts';
import { decisionReceipt } from './decision-receipt.ts';
import { pageHeaders } from './page.ts';
import { DecisionReceipt } from './schema.ts';

export const getDecisionReceipt = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/decisions/{decisionId}/receipt',
    summary: 'Get the receipt of a decision',
    description:
      'For representatives of the provider; others get 404. It gives the reasons in words, what was considered, limitations, validity and how to appeal. It never names an operator. `Accept: text/html` returns a page to print, in the language of the response.',
    access: 'session',
    params: CaseParams.extend({ decisionId: DecisionId }),
    responds: { status: 200, body: DecisionReceipt, media: ['text/html'] },
    problems: ['not-found'],
  },
  async ({ actor, params, request }, { db, now, calendar }) => {
    const found = await findCase(db, params.caseId);
    if (!found || !isRepresentativeOf(actor, found.provider_id)) throw notFound();
    const decision = await findDecision(db, found.id, params.decisionId, now());
    if (!decision) throw notFound();
    const { language } = request;
    const receipt = await decisionReceipt(db, found, decision, { language, now: now() });
    if (request.accepts('application/json', 'text/html') !== 'text/html')
      return reply(receipt, { headers: { Vary: 'Accept' } });
    const page = decisionPage(receipt, { language, timeZone: calendar.timeZone });
    return new RawReply(page, 'text/html', pageHeaders);
  },
);
