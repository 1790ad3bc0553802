import { route } from '../../app.ts';
import { accountEnquiry, enquiryPage } from './enquiry-view.ts';
import { AccountEnquiryPage, EnquiryQuery } from './schema.ts';

export const listAccountEnquiries = route(
  {
    method: 'get',
    path: '/account/enquiries',
    summary: 'List own enquiries',
    description: 'The enquiries that you sent, newest first. `interactionId` is for reviews and disputes.',
    access: 'session',
    query: EnquiryQuery,
    responds: { status: 200, body: AccountEnquiryPage },
  },
  (input, app) => enquiryPage({ of: { customer: input.actor.userId }, input, item: accountEnquiry }, app),
);
