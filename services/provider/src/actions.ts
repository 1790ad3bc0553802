import { answer } from '@trust/service-kit/actions/with-actions';
import { Enquiry } from './customers/enquiries/schema.ts';

/** Whose answers say what their reader may do (docs/domain/actions.md). */
export const answersWithActions = [
  answer(Enquiry, async (body, { actionsOf }) => ({
    ...body,
    actions: await actionsOf(
      'enquiry',
      { enquiryId: body.id },
      body.side === 'customer' ? 'customers' : 'representatives',
    ),
  })),
];
