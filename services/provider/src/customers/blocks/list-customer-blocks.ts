import { PageQuery } from '@trust/contracts/page';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findBlocks } from '../block-record/queries.ts';
import { CustomerBlockPage } from './schema.ts';

export const listCustomerBlocks = route(
  {
    method: 'get',
    path: '/provider-workspace/me/customer-blocks',
    summary: 'List blocked customers',
    description:
      'Each by the enquiry with which it was made, newest first. `DELETE /enquiries/{enquiryId}/customer-block` ends one.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: CustomerBlockPage },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window) => findBlocks(db, { providerId: input.providerId, at: now() }, window), {
      positionOf: ({ blocked_at, enquiry_id }) => [blocked_at.toISOString(), enquiry_id],
      item: ({ enquiry_id, category_key, blocked_at }) => ({
        enquiryId: enquiry_id,
        categoryKey: category_key,
        blockedAt: blocked_at.toISOString(),
      }),
    }),
);
