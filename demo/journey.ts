import type {
  ClaimCard,
  Provider,
  VerificationCase,
  VerificationTimelineEntry,
} from '../packages/client/src/client.ts';
import type { Client, Session } from './client.ts';
import { submitEvidence } from './steps/evidence.ts';
import { findInSearch, readClaims, readTimeline, verifySignedClaims } from './steps/public.ts';
import { acceptName, expectClosedGate, publishWhenOpen, readGate, setGate } from './steps/publication.ts';
import {
  assignReviewer,
  awaitScans,
  claimDuty,
  decide,
  findInTriage,
  readDocuments,
  recommend,
  recordChecks,
} from './steps/review.ts';
import { newPhoneNumber, refresh, signIn } from './steps/sign-in.ts';
import { awaitCase, category, completeWorkspace, findCase, readWorkspace, register } from './steps/workspace.ts';

export type OperatorName = 'reviewer' | 'decider' | 'supervisor' | 'supervisor2' | 'security' | 'auditor' | 'triage';

/** The demo prints each step; a test kills processes before some. */
export type Stage = {
  client: Client;
  operator: (name: OperatorName) => Promise<Session>;
  step: <Result>(
    number: number,
    title: string,
    run: () => Promise<Result>,
    summarise: (result: Result) => string,
  ) => Promise<Result>;
  note: (line: string) => void;
};

export type Verified = { owner: Session; provider: Provider; case: VerificationCase; evidenceVersions: string[] };
export type Published = Verified & { claims: ClaimCard[]; timeline: VerificationTimelineEntry[] };

export async function runJourney(stage: Stage): Promise<Published> {
  const candidate = await apply(stage);
  await review(stage, candidate);
  await decideCase(stage, candidate);
  await publishProvider(stage, candidate);
  return { ...candidate, ...(await readPublicRecord(stage, candidate)) };
}

export async function apply(stage: Stage): Promise<Verified> {
  const { client, step, note } = stage;
  const owner = await step(
    1,
    'Sign in',
    async () => refresh(client, await signIn(client, newPhoneNumber(), note)),
    ({ identifier }) => `${identifier}, a new person; tokens refreshed once`,
  );
  const provider = await step(
    2,
    'Register',
    () => register(client, owner, `Lumière ${owner.identifier.slice(-7)}`),
    ({ displayName, state }) => `${displayName}, ${state}`,
  );
  await step(
    3,
    'Workspace',
    () => readWorkspace(client, owner),
    ({ representative, readiness }) => `${representative.role}, ${readiness.tasks.length} tasks open`,
  );
  await step(
    4,
    'Consent, profile, service, location, availability',
    () => completeWorkspace(client, owner),
    () => `offers ${category}`,
  );
  const opened = await step(
    5,
    'Case',
    () => awaitCase(client, owner, provider.id),
    ({ requirements }) => `awaits evidence for ${requirements.map(({ key }) => key).join(', ')}`,
  );
  const evidenceVersions = await step(
    6,
    'Evidence',
    () => submitEvidence(client, owner, opened),
    (versions) => `${versions.length} documents uploaded in parts and confirmed`,
  );
  return { owner, provider, case: opened, evidenceVersions };
}

/** Step 7: triage assigns a reviewer. */
export async function review({ client, operator, step }: Stage, { case: opened }: Verified): Promise<void> {
  await step(
    7,
    'Review',
    async () => {
      const [assigner, reviewer] = [await operator('triage'), await operator('reviewer')];
      const { priority } = await findInTriage(client, assigner, opened.id);
      await assignReviewer(client, { assigner, reviewer }, opened.id);
      const taken = await awaitScans(client, reviewer, opened.id);
      const bytes = await readDocuments(client, reviewer, taken);
      await recordChecks(client, reviewer, taken);
      await recommend(client, reviewer, opened.id);
      return { priority, bytes };
    },
    ({ priority, bytes }) => `priority ${priority}, assigned, ${bytes} bytes of evidence read, recommended`,
  );
}

/** Step 8: a decider, who is not the reviewer, claims the decision. */
export async function decideCase(
  { client, operator, step }: Stage,
  { owner, provider, case: opened }: Verified,
): Promise<void> {
  await step(
    8,
    'Decision',
    async () => {
      const decider = await operator('decider');
      await findInTriage(client, decider, opened.id);
      const recommended = await claimDuty(client, decider, opened.id, 'decide');
      await readDocuments(client, decider, recommended);
      const decision = await decide(client, decider, recommended);
      const decided = await findCase(client, owner, provider.id, 'decided');
      if (!decided) throw new Error('The case is not decided after its decision.');
      return decision;
    },
    ({ outcome, claims }) => `${outcome} by another operator, ${claims.length} claims granted`,
  );
}

export async function publishProvider(stage: Stage, { owner, provider }: Verified): Promise<void> {
  const { client, operator, step, note } = stage;
  await step(
    9,
    'Publication',
    async () => {
      const requester = await operator('supervisor');
      const board = {
        requester,
        approvers: [await operator('supervisor2'), await operator('security')] as [Session, Session],
      };
      if ((await readGate(client, requester)) === 'open') {
        note('the publication gate is still open from an earlier run; an override closes it first');
        await setGate(client, board, 'close');
      }
      await expectClosedGate(client, owner, provider.id);
      await acceptName(client, requester, provider.id);
      await setGate(client, board, 'open');
      return publishWhenOpen(client, owner, provider.id);
    },
    ({ publication }) => `refused while the gate was closed, name accepted, ${publication} after two approvals`,
  );
}

export async function readPublicRecord(stage: Stage, { owner, provider }: Verified) {
  const { client, step } = stage;
  const { publicProviderId } = provider;
  const claims = await step(
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
    (cards) => `found in the search, ${cards.length} claim cards, signature valid`,
  );
  const timeline = await step(
    11,
    'Timeline',
    () => readTimeline(client, owner),
    (events) => `${events.length} events, from ${events.at(-1)?.type} to ${events[0]?.type}`,
  );
  return { claims, timeline };
}
