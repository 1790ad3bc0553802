import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { recordSeenFree } from '../../holding/seen-free.ts';
import { takenOrNotFound } from '../../holding/taken.ts';
import { activeAssignments } from '../record/assignments.ts';
import { CaseParams } from '../record/params.ts';
import { findCase, revisionsOf } from '../record/queries.ts';
import { isRepresentativeOf } from '../record/separation-of-duties.ts';
import { canSeeCase } from '../record/visibility.ts';
import { VerificationCaseView } from './schema.ts';
import { casePartsOf, toOperatorCase, toVerificationCase } from './views.ts';

export const getVerificationCase = route(
  {
    method: 'get',
    path: '/verification-cases/{caseId}',
    summary: 'Get a verification case',
    description:
      'A representative of the provider gets a `VerificationCase` (`view` is `provider`), which names no operator and no reason. An operator gets an `OperatorCase` (`view` is `operator`): with `verification.cases.assign` any case; with `verification.cases.review` a case whose review is yours or unassigned; with `verification.cases.decide` a recommended or decided case whose decision is yours or unassigned; with `verification.appeals.review` a case under appeal whose appeal is yours or unassigned, and the case of its new evidence. An unassigned duty counts only if the separation of duties lets you hold it. Any other case returns 404. The `ETag` of an `OperatorCase` is what a recommendation and a decision name in `If-Match`.',
    access: 'session',
    etag: 'content',
    params: CaseParams,
    responds: { status: 200, body: VerificationCaseView },
    problems: ['not-found', 'taken'],
  },
  async ({ actor, params }, { db, now }) => {
    const revision = (await revisionsOf(db, params.caseId))?.revision;
    const found = await findCase(db, params.caseId);
    if (found && isRepresentativeOf(actor, found.provider_id))
      return toVerificationCase(found, (await casePartsOf(db, [found.id], now()))(found.id), now());
    if (!found || !revision || !(await canSeeCase(db, actor, found, await activeAssignments(db, found.id))))
      throw await takenOrNotFound(db, { ...params, actor, now: now() });
    await recordSeenFree(db, { ...params, actor, now: now() });
    return reply(await toOperatorCase(db, found, now()), { revision });
  },
);
