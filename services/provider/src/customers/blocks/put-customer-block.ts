import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../../app.ts';
import { closeEnquiries } from '../../provider-record/close-enquiries.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { insertBlock } from '../block-record/queries.ts';
import { enquiryView } from '../enquiries/enquiry-view.ts';
import { lockOwnEnquiry } from '../enquiries/move-enquiry.ts';
import { Enquiry, EnquiryParams } from '../enquiries/schema.ts';

export const putCustomerBlock = route(
  {
    method: 'put',
    path: '/enquiries/{enquiryId}/customer-block',
    summary: 'Block the customer of an enquiry',
    description:
      'Closes every open enquiry of this customer to the provider, of which the customer is notified as usual, and refuses further ones as if the provider took no work now. The customer is not told of the block. It does not touch reviews and disputes about earlier work. Lift it with `DELETE`.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['state-conflict'],
  },
  (input, { db, now }) =>
    db.transact(async (trx) => {
      const at = now();
      const { providerId } = input;
      await lockOpenProvider(trx, input);
      const { id: enquiryId, customer_id: customerId } = await lockOwnEnquiry(trx, input.params.enquiryId, providerId);
      const changed = await insertBlock(trx, { providerId, customerId, enquiryId, at });
      await closeEnquiries(trx, { providerId, customerId, endedBy: 'provider' }, at);
      if (changed) await audit(trx, input, { objectType: 'enquiry', objectId: enquiryId, after: { isBlocked: true } });
      return reply(await enquiryView(trx, enquiryId, { side: 'provider', at }), { changed });
    }),
);
