import { randomUUID } from 'node:crypto';
import { putParts } from '../../steps/evidence.ts';
import { type Context, publish, type Scenario, submitted } from '../context.ts';
import { check, decide, read, recommend, takeReview } from '../desk.ts';
import { makePhoto } from '../papers.ts';
import type { Member } from '../provider.ts';
import { type Actor, idOf, when } from '../stage.ts';

type Visit = { member: Member; caseId: string; workItemId: string; agent: Actor; manager: Actor };
type Move = 'start' | 'hold' | 'resume';

const reason = 'Somebody has to see the rooms.';

/** A reviewer asks for a visit of the premises, and operations has its work item. */
async function requested(context: Context): Promise<Visit> {
  const { member, caseId } = await submitted(context);
  await context.at(context.start + 1);
  const taken = await takeReview(context.crew, caseId);
  await read(context.crew.reviewer, taken);
  const requirementKey = taken.requirements.find(({ fieldVisit }) => fieldVisit)?.key ?? '';
  const params = { path: { caseId } };
  await (await context.crew.reviewer.api()).createFieldVisit({ params, body: { requirementKey, reason } });
  const manager = context.stage.operator('supervisor');
  const workItemId = await when('the work item', async () => {
    const { items } = await (await manager.api()).listFieldWorkItems({
      params: { query: { caseId, limit: 100 } as never },
    });
    return items.find((one) => one.caseId === caseId)?.id as string;
  });
  return { member, caseId, workItemId, agent: context.stage.operator('field-agent'), manager };
}

async function scheduled(context: Context): Promise<Visit> {
  const visit = await requested(context);
  const { clock } = context.stage;
  const body = {
    transition: 'schedule',
    startsAt: clock.in(0.2),
    endsAt: clock.in(2),
    assigneeId: await idOf(visit.agent),
    instructions: 'Sonner à l’interphone du rez-de-chaussée.',
    reason,
  } as const;
  const params = { path: { workItemId: visit.workItemId } };
  await (await visit.manager.api()).transitionFieldWorkItem({ params, body });
  return visit;
}

async function move({ workItemId, agent }: Visit, transition: Move): Promise<void> {
  const params = { path: { workItemId } };
  await when(`the visit ${transition}`, async () =>
    (await agent.api()).transitionFieldWorkItem({ params, body: { transition, reason } }),
  );
}

async function begun(context: Context): Promise<Visit> {
  const visit = await scheduled(context);
  await move(visit, 'start');
  // The agent stands before the premises that they have looked up.
  const params = { path: { workItemId: visit.workItemId } };
  await when('the premises', async () => (await visit.agent.api()).getVisitedPremises({ params }));
  return visit;
}

/** Final results show at least one photo. */
async function report(context: Context, visit: Visit, kind: 'draft' | 'final') {
  const { workItemId, agent } = visit;
  const photoIds = kind === 'final' ? [await photograph(visit)] : [];
  const { id } = await (await agent.api()).createFieldSubmission({
    params: { path: { workItemId } },
    body: {
      ...{ id: randomUUID(), kind, visitedOn: context.stage.clock.today(), reason: 'Seen on the day of the visit.' },
      summary: 'Trois pièces claires, une cour fermée, deux sorties de secours.',
      observations: [
        { key: 'rooms_present', result: 'confirmed' },
        { key: 'emergency_exit', result: 'confirmed' },
      ],
      placeMatches: 'confirmed',
      exposes: { exactLocation: false, personalData: false, documentContent: false, otherPersons: false },
      ...(photoIds.length > 0 && { photoIds }),
    },
  });
  return id;
}

async function photograph({ workItemId, agent }: Visit): Promise<string> {
  const { mediaType, bytes, sha256 } = makePhoto();
  const params = { path: { workItemId } };
  const body = { id: randomUUID(), mediaType: mediaType as 'image/jpeg', sizeBytes: bytes.length, sha256 };
  const opened = await when('an upload of a photo', async () => (await agent.api()).createFieldPhoto({ params, body }));
  await putParts(agent.client, opened, { mediaType, bytes, sha256 });
  await (await agent.api()).confirmFieldPhoto({ params: { path: { workItemId, photoId: opened.id } } });
  return opened.id;
}

/** Who accepts or returns results has read them. */
async function judgeResults({ workItemId, manager }: Visit, transition: 'accept' | 'return', submissionId: string) {
  const params = { path: { workItemId } };
  await (await manager.api()).getFieldWorkItem({ params });
  const body = { transition, submissionId, reason: 'The observations name each room.' };
  await when('the results judged', async () => (await manager.api()).transitionFieldWorkItem({ params, body }));
}

const visitRequested: Scenario = async (context) => void (await requested(context));
const visitScheduled: Scenario = async (context) => void (await scheduled(context));

const visitInProgress: Scenario = async (context) => {
  const visit = await begun(context);
  await report(context, visit, 'draft');
};

const visitOnHold: Scenario = async (context) => move(await begun(context), 'hold');

const visitSubmitted: Scenario = async (context) => {
  const visit = await begun(context);
  await report(context, visit, 'final');
};

const visitReturned: Scenario = async (context) => {
  const visit = await begun(context);
  await judgeResults(visit, 'return', await report(context, visit, 'final'));
};

const visitAccepted: Scenario = async (context) => {
  const visit = await begun(context);
  await judgeResults(visit, 'accept', await report(context, visit, 'final'));
  await context.at(context.start + 3);
  const { caseId, member } = visit;
  const { reviewer } = context.crew;
  const found = await when('the accepted results in the case', async () => {
    const now = await (await reviewer.api()).getVerificationCase({ params: { path: { caseId } } });
    const isAccepted = now.view === 'operator' && now.fieldVisits.some(({ state }) => state === 'accepted');
    return isAccepted ? now : undefined;
  });
  await check(context.crew, found);
  await recommend(context.crew, caseId);
  await decide(context.crew, caseId);
  await publish(context, member);
};

const visitCancelled: Scenario = async (context) => {
  const { workItemId, manager } = await scheduled(context);
  const body = { reasonCode: 'no_agent_available', reason: 'The agent is ill this week.' } as const;
  await (await manager.api()).cancelFieldWorkItem({ params: { path: { workItemId } }, body });
};

const visitImpossible: Scenario = async (context) => {
  const visit = await begun(context);
  const params = { path: { workItemId: visit.workItemId } };
  const body = {
    transition: 'cannot_complete',
    obstacle: 'nobody_present',
    reason: 'Nobody has opened the door.',
  } as const;
  await (await visit.agent.api()).transitionFieldWorkItem({ params, body });
};

export const visitScenarios = {
  visitRequested,
  visitScheduled,
  visitInProgress,
  visitOnHold,
  visitSubmitted,
  visitReturned,
  visitAccepted,
  visitCancelled,
  visitImpossible,
};
