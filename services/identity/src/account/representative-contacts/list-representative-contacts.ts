import { OwnProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { maskIdentifier } from '@trust/personal-data/identifier';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { z } from 'zod';
import { route, type Vault } from '../../app.ts';
import { findRepresentatives, type RepresentativeRow } from './queries.ts';

const RepresentativeContact = z
  .object({
    id: z.uuid().describe('Identifier of the assignment, as in the list of representatives.'),
    displayName: z
      .string()
      .nullable()
      .meta({
        description:
          'The name that the person gave to this provider with the acceptance; null for whoever registered it.',
        examples: ['Anna Martin'],
      }),
    maskedContact: z
      .string()
      .nullable()
      .meta({
        description:
          'The contact by which the person was invited, masked; null if the person has removed it. Of whoever registered the provider the contact verified first.',
        examples: ['a•••@e•••.org'],
      }),
  })
  .meta({ id: 'RepresentativeContact' });

// Identity serves it: names and contacts are sealed here and leave in no event (docs/domain/erasure.md 6).
export const listRepresentativeContacts = route(
  {
    method: 'get',
    path: '/providers/{providerId}/representative-contacts',
    summary: 'List who the representatives are',
    description:
      'For owners, to tell the entries of `GET /providers/{providerId}/representatives` apart: the name that a person gave to this provider and one masked contact, under the same `id`. The names of their accounts are not shown. A new representative appears within seconds.',
    access: 'provider.representatives.manage',
    scope: 'provider',
    params: z.object({ providerId: OwnProviderId }),
    query: PageQuery,
    responds: { status: 200, body: Page(RepresentativeContact).meta({ id: 'RepresentativeContactPage' }) },
  },
  (input, { db, cursors, vault }) =>
    findPage(
      input,
      cursors,
      (window: PageWindow<readonly [assignmentId: string]>) => findRepresentatives(db, input.providerId, window),
      { positionOf: ({ id }) => [id], item: (row) => contactView(row, vault) },
    ),
);

function contactView({ id, user_id, ...row }: RepresentativeRow, vault: Vault): z.input<typeof RepresentativeContact> {
  const sealer = row.wrapped && vault.sealer(user_id, row.wrapped);
  const { sealed_name: name, sealed_identifier: contact } = row;
  return {
    id,
    displayName: sealer && name ? sealer.open('name for a provider', name) : null,
    maskedContact: sealer && contact ? maskIdentifier(sealer.open('contact point', contact)) : null,
  };
}
