import { Page, PageQuery } from '@trust/contracts/page';
import { route } from '../app.ts';
import { WorkspaceEnquiry } from './schema.ts';

export const listWorkspaceEnquiries = route(
  {
    method: 'get',
    path: '/provider-workspace/me/enquiries',
    summary: 'List enquiries',
    description: 'Read-only. Customers cannot send enquiries yet, so the list is empty.',
    access: 'provider.enquiries.manage',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: Page(WorkspaceEnquiry).meta({ id: 'WorkspaceEnquiryPage' }) },
  },
  async ({ query: { cursor }, request }, { cursors }) => {
    // No cursor was ever issued, so every one is invalid.
    if (cursor !== undefined) cursors.open(request.binding, cursor);
    return { items: [], nextCursor: null };
  },
);
