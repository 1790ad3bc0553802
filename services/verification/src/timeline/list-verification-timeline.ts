import { Page, PageQuery } from '@trust/contracts/page';
import { type CaseRefusalReason, caseRefusalReasons, caseRefusalTexts } from '@trust/contracts/reasons/case-refusals';
import type { Language, Text } from '@trust/contracts/values/text';
import { findPage } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import { route } from '../app.ts';
import type { TimelineEntry } from '../db/schema.ts';
import { type EntryWindow, listEntries, type TimelineRow } from './queries.ts';
import { VerificationTimelineEntry } from './schema.ts';
import { timelineTexts } from './texts.ts';

export const listVerificationTimeline = route(
  {
    method: 'get',
    path: '/provider-workspace/me/verification-timeline',
    summary: 'List the verification timeline',
    description:
      'Newest first, in four groups: cases, evidence, decisions and claims. It never shows the reviewer, private reasons or document contents. `text` is in the language of the response.',
    access: 'session',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: Page(VerificationTimelineEntry) },
  },
  (input, { db, cursors, now }) =>
    findPage(input, cursors, (window: EntryWindow) => listEntries(db, input.providerId, { ...window, now: now() }), {
      positionOf: ({ at, rank, id }) => [at.toISOString(), rank, id],
      item: (entry) => toEntry(entry, input.request.language),
    }),
);

function toEntry(entry: TimelineRow, language: Language): z.input<typeof VerificationTimelineEntry> {
  return {
    id: entry.id,
    occurredAt: entry.at.toISOString(),
    group: groupOf(entry.type),
    type: entry.type,
    caseId: entry.case_id,
    categoryKey: entry.category_key,
    requirementKey: entry.requirement_key,
    claimType: entry.claim_type,
    claimId: entry.claim_id,
    status: entry.status,
    reason: refusalOf(entry),
    text: textOf(entry)[language],
  };
}

function refusalOf({ reason }: TimelineRow): CaseRefusalReason | null {
  return caseRefusalReasons.find((one) => one === reason) ?? null;
}

/** A refused document says why, and what to do next. */
function textOf(entry: TimelineRow): Text {
  const refusal = refusalOf(entry);
  return refusal ? caseRefusalTexts[refusal] : timelineTexts[entry.type];
}

function groupOf(type: TimelineEntry['type']): 'case' | 'evidence' | 'decision' | 'claim' {
  if (type.startsWith('case_')) return 'case';
  if (type.startsWith('evidence_')) return 'evidence';
  return type.startsWith('claim_') ? 'claim' : 'decision';
}
