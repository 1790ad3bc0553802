import { type Context, published, type Scenario } from '../context.ts';
import { type Identity, peopleOf } from '../people.ts';
import type { Member } from '../provider.ts';
import { type Actor, when } from '../stage.ts';

type Customer = Actor & { identity: Identity };
export type Contact = { context: Context; member: Member; customer: Customer };

/** Customers have numbers after those of all providers. */
function customerOf(context: Context, turn: number): Customer {
  const identity = peopleOf(`customers ${context.seed}`)(context.index * 10 + turn);
  const shown = { ...identity, email: `client.${identity.email}`, address: `198.19.${context.index}.${turn + 1}` };
  return { ...context.stage.person(shown), identity: shown };
}

async function enquire({ member, customer }: Contact): Promise<string> {
  const api = await customer.api();
  const { givenName, familyName, email } = customer.identity;
  const { id } = await when(
    'an enquiry',
    () =>
      api.createEnquiry({
        body: {
          publicProviderId: member.provider.publicProviderId,
          categoryKey: member.category,
          message: 'Bonjour, pourriez-vous passer la semaine prochaine ? L’immeuble a un ascenseur.',
          contact: { channel: 'email', identifier: email, name: `${givenName} ${familyName}`, consent: true },
        },
      }),
    [400, 404, 409],
  );
  return id;
}

export async function accepted(contact: Contact): Promise<{ enquiryId: string; interactionId: string }> {
  const enquiryId = await enquire(contact);
  const params = { path: { enquiryId } };
  const api = await contact.member.owner.api();
  await api.acceptEnquiry({ params });
  await api.createEnquiryMessage({ params, body: { text: 'Oui, jeudi à 10 heures ?' } });
  await api.handOffContact({ params });
  const { interaction } = await api.getEnquiry({ params });
  return { enquiryId, interactionId: interaction?.id ?? '' };
}

async function dispute({ customer }: Contact, interactionId: string): Promise<string> {
  const body = { reasonCode: 'price', statement: 'La facture dépasse le devis de moitié, sans accord.' } as const;
  const { id } = await (await customer.api()).createDispute({ params: { path: { interactionId } }, body });
  return id;
}

async function answer({ member }: Contact, disputeId: string): Promise<void> {
  const body = { text: 'Le supplément a été demandé sur place, voir le bon de travail.' };
  await (await member.owner.api()).createDisputeStatement({ params: { path: { disputeId } }, body });
}

async function resolve({ context }: Contact, disputeId: string): Promise<void> {
  const params = { path: { disputeId } };
  await when('the decision of the dispute', async () => {
    const api = await context.stage.operator('supervisor').api();
    await api.getDispute({ params });
    const body = {
      outcome: 'for_customer',
      reasonCode: 'statement_confirmed',
      reason: 'The quote names the price.',
    } as const;
    return api.createDisputeDecision({ params, body });
  });
}

export const contactsOf =
  (context: Context, member: Member) =>
  (turn: number): Contact => ({
    context,
    member,
    customer: customerOf(context, turn),
  });

const enquiries: Scenario = async (context) => {
  const { member } = await published(context);
  const contact = contactsOf(context, member);
  const api = await member.owner.api();
  await enquire(contact(0));
  const declined = await enquire(contact(1));
  await api.declineEnquiry({ params: { path: { enquiryId: declined } }, body: { reasonCode: 'no_capacity' } });
  const { enquiryId } = await accepted(contact(2));
  await (await contact(2).customer.api()).closeEnquiry({ params: { path: { enquiryId } } });
  // The first one was not answered within a week.
  await context.at(363);
  await enquire(contact(3));
  const open = await enquire(contact(4));
  await (await member.owner.api()).acceptEnquiry({ params: { path: { enquiryId: open } } });
  await accepted(contact(5));
};

const disputes: Scenario = async (context) => {
  const { member } = await published(context);
  const contact = contactsOf(context, member);
  await context.at(context.start + 20);
  const withdrawn = await dispute(contact(0), (await accepted(contact(0))).interactionId);
  await (await contact(0).customer.api()).withdrawDispute({ params: { path: { disputeId: withdrawn } } });
  const resolved = await dispute(contact(1), (await accepted(contact(1))).interactionId);
  await answer(contact(1), resolved);
  await resolve(contact(1), resolved);
  const appealed = await dispute(contact(2), (await accepted(contact(2))).interactionId);
  await answer(contact(2), appealed);
  await resolve(contact(2), appealed);
  const body = { statement: 'Le bon de travail porte la signature du client.' };
  const appeal = async () =>
    (await member.owner.api()).createDisputeAppeal({ params: { path: { disputeId: appealed } }, body });
  // 400 until the decision has arrived.
  await when('the appeal of the dispute', appeal, [400, 404, 409]);
  await context.at(364);
  await dispute(contact(3), (await accepted(contact(3))).interactionId);
  await answer(contact(4), await dispute(contact(4), (await accepted(contact(4))).interactionId));
  const { publicProviderId } = member.provider;
  for (const turn of [5, 6]) {
    const report = await (await contact(turn).customer.api()).createProviderReport({
      params: { path: { publicProviderId } },
      body: { reasonCode: 'wrong_information', statement: 'Le numéro affiché n’est pas celui de cette entreprise.' },
    });
    if (turn === 5) await dismiss(context, report.id);
  }
};

async function dismiss({ stage }: Context, reportId: string): Promise<void> {
  const params = { path: { reportId } };
  await when('the decision of the report', async () => {
    const api = await stage.operator('supervisor').api();
    await api.getProviderReport({ params });
    const body = {
      outcome: 'dismissed',
      reasonCode: 'no_breach',
      reason: 'The number is that of the register.',
    } as const;
    return api.createReportDecision({ params, body });
  });
}

/** A payment in each state that the sandbox has a plan for. */
const payments: Scenario = async (context) => {
  const { member } = await published(context);
  const pay = async (planKey: string) => (await member.owner.api()).createPaymentIntent({ body: { planKey } });
  await pay('sandbox-succeeds');
  await context.at(context.start + 60);
  await pay('sandbox-declined');
  const cancelled = await pay('sandbox-requires-action');
  await (await member.owner.api()).cancelPaymentIntent({ params: { path: { paymentIntentId: cancelled.id } } });
  await context.at(364);
  await pay('sandbox-succeeds');
  await context.at(365.5);
  await pay('sandbox-requires-action');
};

export const customerScenarios = { enquiries, disputes, payments };
