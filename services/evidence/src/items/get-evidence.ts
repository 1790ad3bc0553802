import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../app.ts';
import { itemResponse } from './item-response.ts';
import { findProviderItem } from './queries.ts';
import { Evidence, EvidenceId } from './schema.ts';

export const getEvidence = route(
  {
    method: 'get',
    path: '/providers/{providerId}/evidence/{evidenceId}',
    summary: 'Get evidence',
    description: 'Returns all versions. Each version says when a reviewer opened it, but not who.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    params: EvidenceId,
    responds: { status: 200, body: Evidence },
  },
  async ({ providerId, params, request }, { db, now }) => {
    const item = await findProviderItem(db, providerId, params.evidenceId);
    if (!item) throw notFound();
    return itemResponse(db, item, { now: now(), language: request.language });
  },
);
