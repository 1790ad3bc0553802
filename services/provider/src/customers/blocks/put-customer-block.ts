import { isErased } from '@trust/personal-data/erased-people';
import { reply } from '@trust/service-kit/http/reply';
import { conflict } from '@trust/service-kit/problems/problem';
import { type App, audit, route, type Trx } from '../../app.ts';
import { closeEnquiries } from '../../provider-record/close-enquiries.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { hasBlock, insertBlock } from '../block-record/queries.ts';
import { enquiryView } from '../enquiries/enquiry-view.ts';
import { type AskedOfProvider, lockOwnEnquiry } from '../enquiries/move-enquiry.ts';
import { Enquiry, EnquiryParams } from '../enquiries/schema.ts';

export const putCustomerBlock = route(
  {
    method: 'put',
    path: '/enquiries/{enquiryId}/customer-block',
    summary: 'Block the customer of an enquiry',
    description:
      'Closes every open enquiry of this customer to the provider, of which the customer is notified as usual, and refuses further ones as if the provider took no work now. The customer is not told of the block. It does not touch reviews and disputes about earlier work. Of a customer who has erased the account it is 409: block the next enquiry. `DELETE` ends it.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: EnquiryParams,
    responds: { status: 200, body: Enquiry },
    problems: ['state-conflict'],
    acts: { on: 'enquiry', as: 'block_customer' },
    rule: lockBlockable,
  },
  (input, app) =>
    app.db.transact(async (trx) => {
      const at = app.now();
      const { providerId } = input;
      const { id: enquiryId, customer_id: customerId, isBlocked } = await lockBlockable(input, app, trx);
      if (isBlocked && (await isErased(trx, customerId)))
        return reply(await enquiryView(trx, enquiryId, { side: 'provider', at }), { changed: false });
      const changed = await insertBlock(trx, { providerId, customerId, enquiryId, at });
      await closeEnquiries(trx, { providerId, customerId, endedBy: 'provider' }, at);
      if (changed) await audit(trx, input, { objectType: 'enquiry', objectId: enquiryId, after: { isBlocked: true } });
      return reply(await enquiryView(trx, enquiryId, { side: 'provider', at }), { changed });
    }),
);

async function lockBlockable(asked: AskedOfProvider, _app: App, trx: Trx) {
  await lockOpenProvider(trx, asked);
  const row = await lockOwnEnquiry(trx, asked.params.enquiryId, asked.providerId);
  const isBlocked = await hasBlock(trx, row.id);
  // Nobody has this id any more, and what would recognise the person is deleted.
  if (!isBlocked && (await isErased(trx, row.customer_id))) throw conflict(erased);
  return { ...row, isBlocked };
}

const erased = {
  en: 'The customer has erased the account, so nothing is left to block. If this person writes again, block that enquiry.',
  fr: 'Le client a supprimé son compte : il n’y a plus rien à bloquer. Si cette personne vous écrit de nouveau, bloquez cette demande.',
};
