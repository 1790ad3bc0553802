import { openIntent } from '../../steps/evidence.ts';
import { readCase, revisionOf } from '../../steps/review.ts';
import { type Context, published, type Scenario, verified } from '../context.ts';
import { recommend, review, takeDecision, verify } from '../desk.ts';
import { complete, type Member, openCase, paperOf, register, submit } from '../provider.ts';
import { when } from '../stage.ts';

const shown: Scenario = async (context) => {
  await published(context);
};

/** In the last two months of its claims, the provider sends new documents. */
async function renewed(context: Context, isDecided: boolean): Promise<void> {
  const { member } = await published(context);
  await context.at(context.start + 320);
  const { owner, provider, category } = member;
  const body = { categoryKey: category, kind: 'renewal' } as const;
  const params = { path: { providerId: provider.id } };
  await when('the renewal', async () => (await owner.api()).createVerificationCase({ params, body }));
  const opened = await openCase(member);
  if (!isDecided) return;
  await submit(member, opened);
  await context.at(context.start + 325);
  await verify(context.crew, opened.id);
}

const superseded: Scenario = (context) => renewed(context, true);
const renewal: Scenario = (context) => renewed(context, false);

const aboutBusiness = ['liability_insurance', 'business_registered'];

/** The business has another name: claims about the earlier one are suspended. */
const suspendedClaims: Scenario = async (context) => {
  const { member } = await published(context);
  await context.at(context.start + 60);
  const api = await member.owner.api();
  const { items } = await api.listWorkspaceClaims();
  const endsClaimIds = items.filter(({ type }) => aboutBusiness.includes(type)).map(({ id }) => id);
  const name = `${member.business.displayName} Holding`;
  await api.putRegisteredName({ body: { name, endsClaimIds } });
};

/** A review finds that a claim should not have been granted; nobody appeals. */
const revokedClaims: Scenario = async (context) => {
  const { member } = await published(context);
  await context.at(context.start + 40);
  const { provider, category } = member;
  const { stage, crew, index } = context;
  const opened = await (await crew.triage.api()).createVerificationCase({
    params: { path: { providerId: provider.id } },
    body: {
      categoryKey: category,
      kind: 'review',
      requirementKeys: ['liability-insurance'],
      reason: 'An insurer says that the policy had ended.',
    },
  });
  const others = {
    ...crew,
    reviewer: stage.operator(index % 2 === 0 ? 'reviewer2' : 'reviewer'),
    decider: crew.judges[0],
  };
  const again = await openCase(member);
  await submit(member, again);
  await review(others, opened.id, () => 'failed');
  await recommend(others, opened.id, { outcome: 'not_verified', refused: ['liability_insurance'] });
  await takeDecision(others, opened.id);
  const { decider } = others;
  const held = await readCase(decider.client, await decider.session(), opened.id);
  await (await decider.api()).createDecision({
    params: {
      path: { caseId: opened.id },
      header: await revisionOf(decider.client, await decider.session(), opened.id),
    },
    body: {
      outcome: 'not_verified',
      claims: held.requirements.map(({ claim, evidence }) => ({
        type: claim.type,
        evidenceVersionId: evidence?.evidenceVersionId ?? null,
        result: 'refused',
      })),
      claimEndReason: 'granted_in_error',
      reasonCodes: ['document_expired'],
      reason: 'The policy had ended on the day of the first check.',
      notReadReason: 'The reviewer has read the only document of this review.',
    },
  });
};

async function measured(context: Context, transition: 'suspend' | 'withhold', isReviewed: boolean): Promise<Member> {
  const { member } = await published(context);
  await context.at(context.start + 30);
  const params = { path: { providerId: member.provider.id } };
  const reasonCode = 'under_investigation' as const;
  const body = { transition, reasonCode, reason: 'Two customers describe the same broken promise.' };
  const supervisor = context.stage.operator('supervisor');
  await when('the measure', async () => (await supervisor.api()).transitionProvider({ params, body }));
  if (isReviewed) await reviewMeasure(context, member);
  return member;
}

async function reviewMeasure({ stage }: Context, { provider }: Member): Promise<void> {
  const other = stage.operator('supervisor2');
  const api = await other.api();
  const item = (await when('the measure in the queue', async () => {
    const { items } = await api.listTriageItems({ params: { query: { kind: 'measure_review', limit: 100 } } });
    return items.find((one) => one.provider?.displayName === provider.displayName);
  })) as { subject: { id: string } };
  const params = { path: { measureId: item.subject.id } };
  await api.getProviderMeasure({ params });
  await when('the review of the measure', async () => {
    const body = { outcome: 'justified', reason: 'The complaints agree with each other.' } as const;
    await (await other.api()).reviewProviderMeasure({ params, body });
    return true;
  });
}

const suspended: Scenario = async (context) => void (await measured(context, 'suspend', true));
const withheld: Scenario = async (context) => void (await measured(context, 'withhold', false));

const closed: Scenario = async (context) => {
  const { member } = await published(context);
  await context.at(context.start + 90);
  const params = { path: { providerId: member.provider.id } };
  const body = { transition: 'close', reason: 'Départ à la retraite.' } as const;
  await (await member.owner.api()).transitionProvider({ params, body });
};

/** Never sends a document: intent and case expire. */
const abandoned: Scenario = async (context) => {
  await context.at(context.start);
  const member = await register(context.stage, context.spec);
  await complete(member);
  const { id: caseId, requirements } = await openCase(member);
  const [requirement] = requirements;
  if (!requirement) return;
  const { client } = member.owner;
  await openIntent(client, await member.owner.session(), {
    caseId,
    requirement,
    document: paperOf(member, requirement),
  });
};

/** Hidden at once; another operator of security looks at it afterwards. */
async function hide(context: Context, day: number): Promise<string> {
  const { member } = await published(context);
  await context.at(day);
  const security = context.stage.operator('security');
  const params = { path: { providerId: member.provider.id } };
  const { items } = await (await security.api()).listEmergencyTargets({ params });
  const listing = items.find(({ kind }) => kind === 'suspend_provider_listing');
  const body = {
    kind: 'suspend_provider_listing',
    targetId: listing?.targetId ?? '',
    reason: 'The hotline heard of a flooded flat.',
  } as const;
  return (await (await security.api()).createEmergencyAction({ body })).id;
}

const emergencyReviewed: Scenario = async (context) => {
  const actionId = await hide(context, context.start + 30);
  await context.at(context.start + 60);
  const body = { outcome: 'justified', reason: 'The hotline wrote down what it heard.' } as const;
  const other = context.stage.operator('security2');
  await when('the review of the emergency', async () =>
    (await other.api()).reviewEmergencyAction({ params: { path: { actionId } }, body }),
  );
};

const emergencyLifted: Scenario = async (context) => {
  const actionId = await hide(context, 364);
  const body = { reason: 'Another company was meant.' };
  const security = context.stage.operator('security');
  await (await security.api()).liftEmergencyAction({ params: { path: { actionId } }, body });
};

const emergency: Scenario = async (context) => void (await hide(context, 366));

const unpublished: Scenario = async (context) => {
  await verified(context);
};

export const claimScenarios = {
  shown,
  superseded,
  renewal,
  suspendedClaims,
  revokedClaims,
  suspended,
  withheld,
  closed,
  abandoned,
  emergencyReviewed,
  emergencyLifted,
  emergency,
  unpublished,
};
