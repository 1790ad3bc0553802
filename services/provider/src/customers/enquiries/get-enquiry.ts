import { route } from '../../app.ts';
import { ownEnquiry } from './enquiry-view.ts';
import { Enquiry, EnquiryParams } from './schema.ts';

export const getEnquiry = route(
  {
    method: 'get',
    path: '/enquiries/{enquiryId}',
    summary: 'Get an enquiry',
    description:
      'For its customer, and for representatives with `provider.enquiries.manage` in the selected workspace. They see `contact` from the handoff until the enquiry is closed, but not while operators stop the provider. Messages of an ended enquiry are kept for 30 days; a provider that did not accept it reads none.',
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found'],
  },
  ({ params, actor }, { db, now }) => ownEnquiry(db, actor, params.enquiryId, now()),
);
