import { reply } from '@trust/service-kit/http/reply';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { deleteBlock } from '../block-record/queries.ts';
import { type AskedOfProvider, lockOwnEnquiry } from '../enquiries/move-enquiry.ts';
import { EnquiryParams } from '../enquiries/schema.ts';

export const deleteCustomerBlock = route(
  {
    method: 'delete',
    path: '/enquiries/{enquiryId}/customer-block',
    summary: 'Delete the block of a customer',
    description: 'By any enquiry of the customer. New enquiries are possible again; closed ones stay closed.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: EnquiryParams,
    responds: { status: 204 },
    problems: ['state-conflict'],
    acts: { on: 'enquiry', as: 'unblock_customer' },
    rule: lockUnblockable,
  },
  (input, app) =>
    app.db.transact(async (trx) => {
      const { providerId } = input;
      const { id: enquiryId, customer_id: customerId } = await lockUnblockable(input, app, trx);
      const changed = await deleteBlock(trx, { providerId, customerId, enquiryId });
      if (changed) await audit(trx, input, { objectType: 'enquiry', objectId: enquiryId, after: { isBlocked: false } });
      return reply(undefined, { changed });
    }),
);

async function lockUnblockable(asked: AskedOfProvider, _app: App, trx: Trx) {
  await lockOpenProvider(trx, asked);
  return lockOwnEnquiry(trx, asked.params.enquiryId, asked.providerId);
}
