import { AuditOutcome } from '@trust/contracts/events/any';
import { OccurredAt } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const filters = {
  actorId: z.uuid().optional().describe('Only entries of this person.'),
  action: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only entries of this operation, command or event.', examples: ['createDecision'] }),
  objectType: z.string().min(1).max(100).optional().describe('Only entries on objects of this type.'),
  objectId: z.string().min(1).max(200).optional().describe('Only entries on this object.'),
  providerId: z
    .uuid()
    .optional()
    .meta({
      description: 'Only entries that concern this provider.',
      examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
    }),
  outcome: AuditOutcome.optional().describe('Only entries with this outcome.'),
  requestId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only entries of this request.', examples: ['7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47'] }),
  startAt: z.iso.datetime().optional().describe('Only at this time or later.'),
  endAt: z.iso.datetime().optional().describe('Only before this time.'),
};

export const AuditFilter = z.strictObject(filters);
export const AuditQuery = PageQuery.extend(filters);

export const AuditEntry = z
  .object({
    id: z.uuid().describe('Identifier of the entry.'),
    position: z.number().int().describe('Number of the entry in the log, from 1.'),
    hash: z.string().describe('SHA-256 of the entry before it and of this entry, base64url.'),
    occurredAt: OccurredAt,
    service: z.string().describe('The service that recorded it.'),
    actorId: z.uuid().nullable().describe('Identifier of the person who acted; null for the platform itself.'),
    actorName: OperatorName.describe(
      'Work name of the operator who acted, as it is now; null for anybody else. No part of what is hashed, and not in exports.',
    ),
    sessionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the session in which they acted; null for the platform itself.'),
    permission: z.string().describe('The permission that they used, or `session`, or `public`.'),
    action: z.string().meta({
      description: 'The operation id of the request, or the name of the command or event.',
      examples: ['createDecision'],
    }),
    objectType: z.string().describe('Type of the object, in `snake_case`.'),
    objectId: z.string().nullable().describe('Identifier of the object; null where there is none.'),
    outcome: AuditOutcome.describe('Whether the request was carried out or refused.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'The reason that the operator gave; null where none is required.',
        examples: ['The register confirms a change of name in 2021. The review can continue.'],
      }),
    before: flags.meta({ description: 'The object before, as flags and ids.', examples: [{ state: 'open' }] }),
    after: flags.meta({ description: 'The object after, as flags and ids.', examples: [{ state: 'in_progress' }] }),
    requestId: z
      .string()
      .meta({ description: 'Identifier of the request.', examples: ['7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47'] }),
    policyVersion: z
      .string()
      .meta({ description: 'Version of the verification policy in force.', examples: ['2026-11'] }),
    refusal: z
      .object({
        slug: z.string().describe('Slug of the problem.'),
        count: z.number().int().describe('How many equal requests were refused within a minute.'),
        lastAt: z.iso.datetime().describe('When the last of them was refused.'),
      })
      .nullable()
      .describe('For a refused request: the problem and its count within a minute; else null.'),
  })
  .meta({ id: 'AuditEntry' });

export const AuditPage = Page(AuditEntry).meta({ id: 'AuditPage' });
