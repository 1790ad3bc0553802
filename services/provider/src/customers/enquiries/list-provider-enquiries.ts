import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { enquiryPage, enquirySummary } from './enquiry-view.ts';
import { EnquiryQuery, WorkspaceEnquiryPage } from './schema.ts';

export const listProviderEnquiries = route(
  {
    method: 'get',
    path: '/providers/{providerId}/enquiries',
    summary: 'List enquiries of a provider',
    description: 'Newest first, by state and category. A `sent` enquiry reads as `expired` after 7 days.',
    access: 'provider.enquiries.manage',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: EnquiryQuery,
    responds: { status: 200, body: WorkspaceEnquiryPage },
  },
  (input, app) => enquiryPage({ of: { provider: input.providerId }, input, item: enquirySummary }, app),
);
