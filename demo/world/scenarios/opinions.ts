import { type Context, published, type Scenario } from '../context.ts';
import { type Actor, when } from '../stage.ts';
import { accepted, type Contact, contactsOf } from './customers.ts';

async function write(contact: Contact, isRecommended = true): Promise<{ reviewId: string; interactionId: string }> {
  const { interactionId } = await accepted(contact);
  const text = isRecommended
    ? 'Venu à l’heure, travail soigné, prix conforme au devis.'
    : 'Le rendez-vous a été déplacé deux fois et le chantier laissé en désordre.';
  const params = { path: { interactionId } };
  const { id } = await (await contact.customer.api()).createReview({ params, body: { isRecommended, text } });
  return { reviewId: id, interactionId };
}

type Verdict = 'approved' | 'refused';

/** By an operator who has read it. */
async function moderate({ stage }: Context, reviewId: string, outcome: Verdict, by = 'supervisor'): Promise<void> {
  const moderator = stage.operator(by);
  const params = { path: { reviewId } };
  const reasonCode = outcome === 'approved' ? ('complies' as const) : ('personal_data' as const);
  await when('the moderation of the review', async () => {
    const api = await moderator.api();
    await api.getReview({ params });
    const body = { outcome, reasonCode, reason: 'Read as a whole, beside the rules of reviews.' };
    return api.createReviewDecision({ params, body });
  });
}

/** Until the decision has arrived. */
function shown({ customer }: Contact, reviewId: string, state = 'published'): Promise<unknown> {
  return when(`the review ${state}`, async () => {
    const found = await (await customer.api()).getReview({ params: { path: { reviewId } } });
    return (found.state === state ? found : undefined) as unknown;
  });
}

async function reviewed(contact: Contact, verdict: Verdict = 'approved') {
  const written = await write(contact);
  await moderate(contact.context, written.reviewId, verdict);
  await shown(contact, written.reviewId, verdict === 'approved' ? 'published' : 'rejected');
  return written;
}

async function flagged(contact: Contact, flagger: Actor) {
  const written = await reviewed(contact);
  const params = { path: { reviewId: written.reviewId } };
  await (await flagger.api()).createReviewFlag({ params, body: { reasonCode: 'off_topic' } });
  return written;
}

async function respond({ context, member }: Contact, reviewId: string, verdict?: Verdict): Promise<string> {
  const params = { path: { providerId: member.provider.id, reviewId } };
  const text = 'Merci pour votre confiance. Nous avons noté la remarque sur le rangement.';
  const { id } = await (await member.owner.api()).putReviewResponse({ params, body: { text } });
  if (verdict) await judgeResponse({ context, responseId: id }, verdict);
  return id;
}

async function judgeResponse(
  { context, responseId }: { context: Context; responseId: string },
  verdict: Verdict,
): Promise<void> {
  const moderator = context.stage.operator('supervisor2');
  const params = { path: { responseId } };
  const reasonCode = verdict === 'approved' ? ('complies' as const) : ('off_topic' as const);
  await when('the moderation of the response', async () => {
    const api = await moderator.api();
    await api.getReviewResponse({ params });
    const body = { outcome: verdict, reasonCode, reason: 'It answers what the customer wrote.' };
    return api.createReviewResponseDecision({ params, body });
  });
}

/** Shown, until a reader flags it. */
async function flagResponse(contact: Contact, reviewId: string, reader: Actor): Promise<string> {
  const responseId = await respond(contact, reviewId, 'approved');
  const body = { reasonCode: 'off_topic' } as const;
  await when(
    'the flag of the response',
    async () => (await (await reader.api()).createReviewResponseFlag({ params: { path: { reviewId } }, body })) ?? true,
  );
  return responseId;
}

const opinions: Scenario = async (context) => {
  const { member } = await published(context);
  const contact = contactsOf(context, member);
  await context.at(context.start + 30);
  await respond(contact(0), (await reviewed(contact(0))).reviewId, 'approved');
  await context.at(context.start + 60);
  await respond(contact(1), (await reviewed(contact(1))).reviewId, 'refused');
  await reviewed(contact(2), 'refused');
  await context.at(context.start + 90);
  const withdrawn = await reviewed(contact(3));
  await (await contact(3).customer.api()).withdrawReview({ params: { path: { reviewId: withdrawn.reviewId } } });
  const removed = await flagged(contact(4), member.owner);
  await moderate(context, removed.reviewId, 'refused', 'supervisor2');
  const eighth = (await reviewed(contact(8))).reviewId;
  const responseId = await flagResponse(contact(8), eighth, contact(0).customer);
  await judgeResponse({ context, responseId }, 'refused');
  await context.at(364);
  await flagResponse(contact(9), (await reviewed(contact(9))).reviewId, contact(0).customer);
  await flagged(contact(5), member.owner);
  await respond(contact(6), (await reviewed(contact(6))).reviewId);
  await write(contact(7), false);
};

export const opinionScenarios = { opinions };
