import { duplicateReasons, providerStates, publicationStates } from '@trust/contracts/events/provider';
import { Reason, singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';

export const DisplayName = singleLine(2, 120);

export const ProviderCreate = z
  .strictObject({
    displayName: DisplayName,
    kind: z.enum(['individual', 'organisation']),
    operatingModel: z.enum(['travels', 'premises', 'remote']),
  })
  .meta({ id: 'ProviderCreate' });

/** What a representative sees of the provider. All of it is self-asserted or administrative; no claim is in it. */
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

/** A provider by its id. Operators are also told of those that may be the same one; nothing merges them. */
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

export const transitions = ['publish', 'unpublish', 'close', 'suspend', 'reinstate', 'withhold', 'release'] as const;

export const ProviderTransition = z
  .strictObject({ transition: z.enum(transitions), reason: Reason })
  .meta({ id: 'ProviderTransition' });
