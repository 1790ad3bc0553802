import { PageQuery } from '@trust/contracts/page';
import { route } from '../../app.ts';
import { enquiryPage, enquirySummary } from './enquiry-view.ts';
import { WorkspaceEnquiryPage } from './schema.ts';

export const listWorkspaceEnquiries = route(
  {
    method: 'get',
    path: '/provider-workspace/me/enquiries',
    summary: 'List enquiries',
    description: 'Read-only, newest first. Answer them below `/enquiries/{enquiryId}`.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: WorkspaceEnquiryPage },
  },
  (input, app) => enquiryPage({ of: { provider: input.providerId }, input, item: enquirySummary }, app),
);
