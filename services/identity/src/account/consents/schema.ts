import { policyKeys } from '@trust/contracts/policies';
import { z } from 'zod';

export const Consent = z
  .object({
    policyKey: z.enum(policyKeys),
    title: z.string(),
    text: z.string(),
    currentVersion: z.string(),
    required: z.boolean(),
    requiredForUploads: z.boolean(),
    granted: z.boolean(),
    /** Of the entry in force; null without one. */
    version: z.string().nullable(),
    recordedAt: z.iso.datetime().nullable(),
    /** Newest first, at most 20; the export holds all. */
    history: z.array(z.object({ version: z.string(), granted: z.boolean(), recordedAt: z.iso.datetime() })),
  })
  .meta({ id: 'Consent' });

export const Consents = z.object({ items: z.array(Consent) }).meta({ id: 'Consents' });

export const ConsentUpdate = z
  .strictObject({ version: z.string().min(1).max(40), granted: z.boolean() })
  .meta({ id: 'ConsentUpdate' });
