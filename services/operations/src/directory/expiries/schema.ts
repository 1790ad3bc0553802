import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { wholeNumber } from '@trust/contracts/whole-number';
import { z } from 'zod';

export const expiryStatuses = ['active', 'expiring', 'expired', 'suspended'] as const;
export const renewalStatuses = ['not_due', 'due', 'awaiting_provider', 'in_progress'] as const;

export const ExpiryQuery = PageQuery.extend({
  withinDays: wholeNumber(0, 365).default(60).meta({ type: 'integer', minimum: 0, maximum: 365, default: 60 }),
  status: z.enum(expiryStatuses).optional(),
  renewal: z.enum(renewalStatuses).optional(),
  categoryKey: z.string().max(64).optional(),
});

const Named = z.object({ key: z.string(), label: LocalisedText });

const ClaimRenewal = z
  .object({ status: z.enum(renewalStatuses), openedAt: z.iso.datetime().nullable() })
  .meta({ id: 'ClaimRenewal' });

export const Expiry = z
  .object({
    claimId: z.uuid(),
    type: z.string(),
    status: z.enum(expiryStatuses),
    validUntil: z.iso.datetime(),
    daysLeft: z.number().int(),
    providerId: z.uuid(),
    provider: z.object({ displayName: z.string().nullable() }),
    category: Named,
    requirement: Named,
    renewal: ClaimRenewal,
  })
  .meta({ id: 'Expiry' });

export const ExpiryPage = Page(Expiry).meta({ id: 'ExpiryPage' });
