import type { Language } from '@trust/contracts/values/text';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { availabilityAt } from '../availability/availability-at.ts';
import { providerBody } from '../providers/provider-body.ts';
import { selectionBody } from '../services/selection-body.ts';
import { nextVersionsOf } from './next-versions.ts';
import { type OfferedService, readWorkspace, type WorkspaceRow } from './read-workspace.ts';
import { readinessOf } from './readiness.ts';
import { Workspace } from './schema.ts';
import { dueRequirements, locationOf, readinessFacts } from './workspace-facts.ts';

export const getWorkspace = route(
  {
    method: 'get',
    path: '/provider-workspace/me',
    summary: 'Get the workspace',
    description:
      'Its `ETag` is the revision of `provider`: send it as `If-Match` when you update the profile. `readiness` lists what every requirement needs now or later, and what the next requirement version will ask.',
    access: 'session',
    scope: 'workspace',
    etag: 'content',
    responds: { status: 200, body: Workspace },
    problems: ['not-found'],
  },
  async ({ actor, providerId, request }, { db, now }) => {
    const at = now();
    const row = await readWorkspace(db, { providerId, userId: actor.userId, at });
    // Closed, or the assignment ended, after the scope was resolved.
    if (!row) throw notFound();
    return reply(workspaceBody(row, request.language, at), { revision: row.revision });
  },
);

function workspaceBody(row: WorkspaceRow, language: Language, at: Date): z.input<typeof Workspace> {
  return {
    provider: providerBody(row),
    measures: row.measures.map((one) => ({
      ...one,
      startedAt: new Date(one.startedAt).toISOString(),
      endsAt: one.endsAt && new Date(one.endsAt).toISOString(),
    })),
    representative: { role: row.role },
    services: row.services.map((service) => serviceBody(service, language)),
    location: locationOf(row),
    availability: row.services.flatMap(({ categoryKey, availability }) =>
      availability ? [availabilityAt(categoryKey, availabilityRow(availability), at)] : [],
    ),
    readiness: {
      ...readinessOf(readinessFacts(row, at), at),
      ...dueRequirements(row, at),
      nextVersions: nextVersionsOf(row.services),
    },
    boundaries: {
      enquiries: { readOnly: true },
      reviewResponses: { readOnly: true },
      subscription: { readOnly: true },
    },
  };
}

function serviceBody({ categoryKey, label, versionId, number, newer, missing }: OfferedService, language: Language) {
  const selected = { category_key: categoryKey, label, requirement_version_id: versionId, number };
  return selectionBody(selected, language, { missing, newer: newer.find(({ activatedAt }) => activatedAt !== null) });
}

function availabilityRow({ state, nextAvailableAt }: NonNullable<OfferedService['availability']>) {
  return { state, next_available_at: nextAvailableAt === null ? null : new Date(nextAvailableAt) };
}
