import { type Client, type Session, Unexpected } from './client.ts';
import { submitEvidence } from './steps/evidence.ts';
import {
  type ClaimCard,
  findInSearch,
  readClaims,
  readTimeline,
  type TimelineEvent,
  verifySignedClaims,
} from './steps/public.ts';
import { publishAtLast, publishTooEarly, readGate, setGate } from './steps/publication.ts';
import {
  assignReviewer,
  awaitScans,
  claimDuty,
  type Decision,
  decide,
  findInTriage,
  getEvidenceContent,
  type OperatorCase,
  recommend,
  recordChecks,
} from './steps/review.ts';
import { newPhoneNumber, refresh, sessionOf, signIn } from './steps/sign-in.ts';
import {
  awaitCase,
  type Case,
  category,
  fillIn,
  findCase,
  type Provider,
  readWorkspace,
  register,
} from './steps/workspace.ts';

export type OperatorName = 'reviewer' | 'decider' | 'supervisor' | 'supervisor2' | 'security' | 'auditor' | 'triage';

/** Who plays it: the demo prints each chapter, a test kills something before one. */
export type Stage = {
  client: Client;
  operator: (name: OperatorName) => Promise<Session>;
  /** Runs one step of the story; `told` says in a few words what came of it. */
  chapter: <Result>(
    number: number,
    title: string,
    play: () => Promise<Result>,
    told: (result: Result) => string,
  ) => Promise<Result>;
  aside: (line: string) => void;
};

export type Verified = { owner: Session; provider: Provider; case: Case; evidenceVersions: string[] };
export type Published = Verified & { claims: ClaimCard[]; timeline: TimelineEvent[] };

/** A provider gets verified: from the first code to the public claim card. Every step fails loudly. */
export async function playStory(stage: Stage): Promise<Published> {
  const candidate = await apply(stage);
  await examine(stage, candidate);
  await settle(stage, candidate);
  await publishProvider(stage, candidate);
  return { ...candidate, ...(await lookAtIt(stage, candidate)) };
}

/** Steps 1 to 6. */
export async function apply(stage: Stage): Promise<Verified> {
  const { client, chapter, aside } = stage;
  const owner = await chapter(
    1,
    'Sign in',
    async () => {
      const first = await signIn(client, newPhoneNumber(), aside);
      const answer = await refresh(client, first);
      if (answer.status !== 200) throw new Error('The refresh token was not taken.');
      return sessionOf(first.identifier, answer.body as Parameters<typeof sessionOf>[1]);
    },
    ({ identifier }) => `${identifier} is a new person, tokens refreshed once`,
  );
  const provider = await chapter(
    2,
    'Register',
    () => register(client, owner, `Lumière ${owner.identifier.slice(-4)}`),
    ({ displayName, state }) => `${displayName}, ${state}`,
  );
  await chapter(
    3,
    'Workspace',
    () => readWorkspace(client, owner),
    ({ representative, readiness }) => `${representative.role}, ${readiness.tasks.length} tasks to do`,
  );
  await chapter(
    4,
    'Consent, profile, service, location, availability',
    () => fillIn(client, owner),
    () => `offers ${category}`,
  );
  const opened = await chapter(
    5,
    'Case',
    () => awaitCase(client, owner, provider.id),
    ({ requirements }) => `awaits evidence for ${requirements.map(({ key }) => key).join(', ')}`,
  );
  const evidenceVersions = await chapter(
    6,
    'Evidence',
    () => submitEvidence(client, owner, opened),
    (versions) => `${versions.length} documents uploaded in parts and confirmed`,
  );
  return { owner, provider, case: opened, evidenceVersions };
}

/** Step 7: by a reviewer, whom triage assigns. */
export async function examine({ client, operator, chapter }: Stage, { case: opened }: Verified): Promise<void> {
  await chapter(
    7,
    'Review',
    async () => {
      const [assigner, reviewer] = [await operator('triage'), await operator('reviewer')];
      const { priority } = await findInTriage(client, assigner, opened.id);
      await assignReviewer(client, { assigner, reviewer }, opened.id);
      const taken = await awaitScans(client, reviewer, opened.id);
      const bytes = await readAll(client, reviewer, taken);
      await recordChecks(client, reviewer, taken);
      await recommend(client, reviewer, opened.id);
      return { priority, bytes };
    },
    ({ priority, bytes }) => `priority ${priority}, assigned, ${bytes} bytes of evidence read, recommended`,
  );
}

/** Step 8: by a decider, who is somebody else and claims the decision. */
export async function settle(
  { client, operator, chapter }: Stage,
  { owner, provider, case: opened }: Verified,
): Promise<void> {
  await chapter(
    8,
    'Decision',
    async () => {
      const decider = await operator('decider');
      await findInTriage(client, decider, opened.id);
      const { body: recommended } = await claimDuty(client, decider, opened.id, 'decide');
      await readAll(client, decider, recommended);
      const answer = await decide(client, decider, recommended);
      if (answer.status !== 201) throw new Unexpected('the decision', 201, answer);
      const decision = answer.body as Decision;
      const decided = await findCase(client, owner, provider.id, 'decided');
      if (!decided) throw new Error('The case is not decided after its decision.');
      return decision;
    },
    ({ outcome, claims }) => `claimed by a decider, ${outcome}, ${claims.length} claims granted`,
  );
}

async function readAll(client: Client, assignee: Session, { id, requirements }: OperatorCase): Promise<number> {
  let bytes = 0;
  for (const { evidence } of requirements)
    if (evidence) bytes += (await getEvidenceContent(client, assignee, id, evidence.evidenceId)).length;
  return bytes;
}

/** Step 9. */
export async function publishProvider(stage: Stage, { owner, provider }: Verified): Promise<void> {
  const { client, operator, chapter, aside } = stage;
  await chapter(
    9,
    'Publication',
    async () => {
      const requester = await operator('supervisor');
      const board = {
        requester,
        approvers: [await operator('supervisor2'), await operator('security')] as [Session, Session],
      };
      if ((await readGate(client, requester)) === 'open') {
        aside('the publication gate is open from an earlier story: an override closes it first');
        await setGate(client, board, 'close');
      }
      await publishTooEarly(client, owner, provider.id);
      await setGate(client, board, 'open');
      return publishAtLast(client, owner, provider.id);
    },
    ({ body }) => `refused while the gate was closed, ${body.publication} after two approvals`,
  );
}

/** Steps 10 and 11. */
export async function lookAtIt(stage: Stage, { owner, provider }: Verified) {
  const { client, chapter } = stage;
  const { publicProviderId } = provider;
  const claims = await chapter(
    10,
    'Public',
    async () => {
      await findInSearch(client, publicProviderId);
      const cards = await readClaims(client, publicProviderId);
      if (cards.length === 0 || cards.some(({ limitations }) => limitations.length === 0))
        throw new Error(`Claim cards without limitations: ${JSON.stringify(cards)}`);
      await verifySignedClaims(client, publicProviderId);
      return cards;
    },
    (cards) => `found in the search, ${cards.length} claim cards, the signature verifies`,
  );
  const timeline = await chapter(
    11,
    'Timeline',
    () => readTimeline(client, owner),
    (events) => `${events.length} events, from ${events.at(-1)?.type} to ${events[0]?.type}`,
  );
  return { claims, timeline };
}
