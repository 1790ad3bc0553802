import { duplicateReasons, providerStates, publicationStates } from '@trust/contracts/events/provider';
import { Reason, singleLine } from '@trust/contracts/free-text';
import { measureReasons } from '@trust/contracts/reasons/measure-reasons';
import { z } from 'zod';
import { transitions } from '../../provider-record/transitions.ts';

export const DisplayName = singleLine(2, 120);

export const ProviderCreate = z
  .strictObject({
    displayName: DisplayName,
    kind: z.enum(['individual', 'organisation']),
    operatingModel: z.enum(['travels', 'premises', 'remote']),
  })
  .meta({ id: 'ProviderCreate' });

/** Self-asserted or administrative fields only; never a claim. */
export const Provider = z
  .object({
    id: z.uuid(),
    publicProviderId: z.string(),
    displayName: z.string(),
    kind: z.enum(['individual', 'organisation']),
    operatingModel: z.enum(['travels', 'premises', 'remote']),
    summary: z.string().nullable(),
    website: z.string().nullable(),
    languages: z.array(z.string()),
    state: z.enum(providerStates),
    publication: z.enum(publicationStates),
    revision: z.number().int(),
  })
  .meta({ id: 'Provider' });

/** `possibleDuplicates` is for operators only (ADR 0021). */
export const ProviderById = Provider.extend({
  possibleDuplicates: z
    .array(
      z.object({
        id: z.uuid(),
        publicProviderId: z.string(),
        displayName: z.string(),
        state: z.enum(providerStates),
        same: z.array(z.enum(duplicateReasons)).min(1),
      }),
    )
    .optional(),
}).meta({ id: 'ProviderById' });

export const ProviderTransition = z
  .strictObject({ transition: z.enum(transitions), reason: Reason, reasonCode: z.enum(measureReasons).optional() })
  .meta({ id: 'ProviderTransition' });
