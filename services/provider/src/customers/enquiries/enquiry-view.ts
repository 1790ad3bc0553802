import { type Cursors, findPage, type ListRequest } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { findPublicProvider } from '../../directory/public-providers/find-public-provider.ts';
import { findPublicClaim } from '../../from-other-services/claims/public-claim.ts';
import { isStoppedInCategory } from '../../from-other-services/publication/is-stopped.ts';
import {
  type EnquiryFilter,
  findDisclosedContact,
  findEnquiries,
  findEnquiry,
  findMessages,
  isInQuestion,
  type ListedEnquiry,
} from './queries.ts';
import type { AccountEnquiry, Enquiry, WorkspaceEnquiry } from './schema.ts';
import { type ActingPerson, sideOf } from './side-of.ts';
import { type EnquirySide, messagesExpireAt, stateAt } from './states.ts';

export function enquirySummary(row: ListedEnquiry, at: Date): z.input<typeof WorkspaceEnquiry> {
  const state = stateAt(row, at);
  return {
    id: row.id,
    categoryKey: row.category_key,
    state,
    sentAt: row.sent_at.toISOString(),
    answerDueAt: state === 'sent' ? row.answer_due_at.toISOString() : null,
  };
}

export function accountEnquiry(row: ListedEnquiry, at: Date): z.input<typeof AccountEnquiry> {
  return {
    ...enquirySummary(row, at),
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    interactionId: row.interaction_id,
  };
}

/** Representatives see the contact from the handoff until the enquiry is closed, unless operators stop them. */
export async function enquiryView(
  db: Db,
  enquiryId: string,
  { side, at }: { side: EnquirySide; at: Date },
): Promise<z.input<typeof Enquiry>> {
  const row = await findEnquiry(db, enquiryId);
  if (!row) throw new Error('An enquiry is never deleted.');
  const isHandedOff = side === 'provider' && row.state === 'handed_off';
  const isStopped = await isStoppedInCategory(db, row, at);
  const contact = isHandedOff && !isStopped ? await findDisclosedContact(db, enquiryId) : undefined;
  const summary = enquirySummary(row, at);
  const endedAt = row.ended_at ?? (summary.state === 'expired' ? row.answer_due_at : null);
  const isKept = endedAt !== null && (await isInQuestion(db, enquiryId, at));
  const keptUntil = isKept ? null : messagesExpireAt({ ...row, ended_at: endedAt }, side);
  const isHidden = (keptUntil && keptUntil <= at) || (side === 'provider' && isStopped && row.state !== 'sent');
  const messages = isHidden ? [] : await findMessages(db, enquiryId);
  return {
    ...summary,
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    isProviderPublic: !isStopped && (await isFoundInCategory(db, row, at)),
    side,
    answeredAt: row.answered_at?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    endedBy: row.ended_by,
    declineReason: row.decline_reason,
    messages: messages.map(({ id, author, text, sent_at }) => ({ id, author, text, sentAt: sent_at.toISOString() })),
    messagesExpireAt: keptUntil?.toISOString() ?? null,
    interaction:
      row.interaction_id && row.recorded_at
        ? { id: row.interaction_id, recordedAt: row.recorded_at.toISOString() }
        : null,
    contact: contact ?? null,
  };
}

/** Whether the public finds the category: the provider is public, offers the service, and shows a current claim of it. */
async function isFoundInCategory(
  db: Db,
  { public_provider_id, provider_id, category_key }: ListedEnquiry,
  at: Date,
): Promise<boolean> {
  const provider = await findPublicProvider(db, public_provider_id, at);
  return provider !== undefined && findPublicClaim(db, provider_id, category_key, at);
}

/** For the side on which the actor is; 404 for everybody else. */
export async function ownEnquiry(
  db: Db,
  actor: ActingPerson,
  enquiryId: string,
  at: Date,
): Promise<z.input<typeof Enquiry>> {
  const side = await sideOf(db, actor, await findEnquiry(db, enquiryId));
  return enquiryView(db, enquiryId, { side, at });
}

type Asked<Item> = {
  of: EnquiryFilter['of'];
  input: ListRequest & { query: Pick<EnquiryFilter, 'state' | 'categoryKey'> };
  item: (row: ListedEnquiry, at: Date) => Item;
};

export function enquiryPage<Item>(
  { of, input, item }: Asked<Item>,
  { db, cursors, now }: { db: Db; cursors: Cursors; now: () => Date },
) {
  const at = now();
  return findPage(input, cursors, (window) => findEnquiries(db, { ...input.query, of, at }, window), {
    positionOf: ({ sent_at, id }) => [sent_at.toISOString(), id],
    item: (row) => item(row, at),
  });
}
