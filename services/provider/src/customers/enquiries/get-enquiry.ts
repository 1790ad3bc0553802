import { route } from '../../app.ts';
import { enquiryView } from './enquiry-view.ts';
import { findEnquiry } from './queries.ts';
import { Enquiry, EnquiryParams } from './schema.ts';
import { sideOf } from './side-of.ts';

export const getEnquiry = route(
  {
    method: 'get',
    path: '/enquiries/{enquiryId}',
    summary: 'Get an enquiry',
    description:
      'For its customer, and for representatives with `provider.enquiries.manage` in the selected workspace. They see `contact` from the handoff until the enquiry is closed.',
    access: 'session',
    permissions: ['provider.enquiries.manage'],
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['ambiguous-assignment', 'forbidden', 'not-found'],
  },
  async ({ params, actor }, { db, now }) => {
    const side = await sideOf(db, actor, await findEnquiry(db, params.enquiryId));
    return enquiryView(db, params.enquiryId, { side, at: now() });
  },
);
