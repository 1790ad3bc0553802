import { CaseId } from '@trust/contracts/fields';
import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../app.ts';
import { findCase, listDuties } from '../from-other-services/cases/queries.ts';
import { intentProcessing } from '../upload/intents/intent-response.ts';
import { entitlingDuty } from './entitlement.ts';
import { findCasePhotos } from './queries.ts';
import { FieldPhotoPage } from './schema.ts';

export const listFieldPhotos = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}/field-photos',
    summary: 'List the photos of the visits of a case',
    description:
      'For the assignee of a duty of the case: `review`, or `decide` while the case is `recommended`; anyone else gets 404. In the order of arrival, at most 20 of a work item. A review grant for `evidenceId` gives access to the photo.',
    access: 'evidence.review',
    query: PageQuery,
    params: z.object({ caseId: CaseId }),
    responds: { status: 200, body: FieldPhotoPage },
    problems: ['not-found'],
  },
  async (input, { db, cursors }) => {
    const { actor } = input;
    const { caseId } = input.params;
    const found = await findCase(db, caseId);
    const facts = found && { state: found.state, duties: await listDuties(db, caseId) };
    const represents = actor.assignments.some(({ providerId }) => providerId === found?.provider_id);
    if (!facts || represents || !entitlingDuty(facts, actor.userId)) throw notFound();
    const photos = (await findCasePhotos(db, caseId)).map((row) => ({
      id: row.client_intent_key,
      evidenceId: row.id,
      workItemId: row.work_item_id,
      requirementKey: row.requirement_key,
      mediaType: row.media_type,
      sizeBytes: row.size_bytes,
      confirmedAt: row.confirmed_at.toISOString(),
      processing: intentProcessing(row.state),
    }));
    return pageOfAll(input, cursors, photos, ({ evidenceId }) => evidenceId);
  },
);
