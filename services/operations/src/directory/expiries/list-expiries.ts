import { expiringDays } from '@trust/contracts/claims/claim-status';
import { isRenewalEarly } from '@trust/contracts/claims/renewal-period';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import { findPage } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { type ExpiryRow, findExpiries } from './queries.ts';
import { type Expiry, ExpiryPage, ExpiryQuery } from './schema.ts';

export const listExpiries = route(
  {
    method: 'get',
    path: '/operations/expiries',
    summary: 'List claims that end, their documents and renewals',
    description:
      'The next to end first: claims that end within `withinDays` or ended less than 90 days ago, unless they were revoked or replaced, each with the state of the document that it rests on and of the newest document given for its renewal. Computed when read. A claim of a provider that you represent is not listed.',
    access: 'operations.expiry.read',
    query: ExpiryQuery,
    responds: { status: 200, body: ExpiryPage },
  },
  (input, { db, now, cursors }) => {
    const filter = { ...input.query, asOf: now(), ownProviders: ownProviders(input.actor) };
    return findPage(input, cursors, (window) => findExpiries(db, { ...filter, ...window }), {
      positionOf: ({ valid_until, claim_id }) => [valid_until.toISOString(), claim_id],
      item: (row) => expiryView(row, filter.asOf),
    });
  },
);

type View = z.input<typeof Expiry>;
const dayMs = 86_400_000;

function expiryView(row: ExpiryRow, asOf: Date): View {
  const labels = row.requirement_labels as Record<string, LocalisedText> | null;
  const named = (key: string, label: unknown) => ({
    key,
    label: (label as LocalisedText | null) ?? { en: key, fr: key },
  });
  const msLeft = row.valid_until.getTime() - asOf.getTime();
  return {
    claimId: row.claim_id,
    type: row.type,
    status: statusOf(row, msLeft),
    validUntil: row.valid_until.toISOString(),
    daysLeft: Math.ceil(msLeft / dayMs),
    providerId: row.provider_id,
    provider: { displayName: row.display_name },
    category: named(row.category_key, row.category_label),
    requirement: named(row.requirement_key, labels?.[row.requirement_key] ?? null),
    evidence: row.evidence,
    renewal: {
      status: renewalOf(row, asOf),
      openedAt: row.renewal_opened_at?.toISOString() ?? null,
      evidence: row.renewal_evidence,
    },
  };
}

function statusOf({ state }: ExpiryRow, msLeft: number): View['status'] {
  if (state === 'suspended') return 'suspended';
  if (msLeft <= 0) return 'expired';
  return msLeft <= expiringDays * dayMs ? 'expiring' : 'active';
}

function renewalOf({ renewal_state, valid_until }: ExpiryRow, asOf: Date): View['renewal']['status'] {
  if (renewal_state === null) return isRenewalEarly(valid_until, asOf) ? 'not_due' : 'due';
  return renewal_state.startsWith('awaiting_') ? 'awaiting_provider' : 'in_progress';
}
