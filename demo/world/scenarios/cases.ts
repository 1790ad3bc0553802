import { makeEicar, makePdf, makeProtectedPdf } from '../../documents.ts';
import { openIntent, putPart } from '../../steps/evidence.ts';
import { findCase } from '../../steps/workspace.ts';
import { type Context, type Scenario, submitted, verified } from '../context.ts';
import { check, read, recommend, refuse, requestCorrection, review, takeDecision, takeReview } from '../desk.ts';
import { describe, found, openCase, paperOf, register, submit, upload } from '../provider.ts';
import { when } from '../stage.ts';

const draft: Scenario = async ({ stage, spec, at, start, index }) => {
  await at(start);
  const member = await register(stage, spec);
  if (index % 2 === 0) await describe(member);
};

const awaitingEvidence: Scenario = async (context) => {
  await context.at(context.start);
  const member = await found(context.stage, context.spec);
  const { id, requirements } = await openCase(member);
  const [first] = requirements;
  if (first) await upload(member, id, first, paperOf(member, first));
  if (context.index % 2 === 0) return;
  const params = { path: { providerId: member.provider.id } };
  const api = await member.owner.api();
  const [sent] = (await api.listEvidence({ params })).items;
  await when('the document withdrawn', async () => {
    await api.deleteEvidence({ params: { path: { ...params.path, evidenceId: sent?.id ?? '' } } });
    return true;
  });
};

/** Uploads in each state in which a phone on a bad network leaves them. */
const interruptedUploads: Scenario = async (context) => {
  await context.at(context.start);
  const member = await found(context.stage, context.spec);
  const { id: caseId, requirements } = await openCase(member);
  const { client } = member.owner;
  const session = await member.owner.session();
  const api = client.as(session).api;
  const [first, second, third] = requirements;
  if (!first || !second || !third) throw new Error('The category asks for three documents.');
  const open = (requirement: typeof first, document = paperOf(member, requirement)) =>
    openIntent(client, session, { caseId, requirement, document, label: requirement.label.fr ?? '' });
  const cancelled = await open(first);
  await api.deleteUploadIntent({ params: { path: { id: cancelled.id } } });
  const interrupted = await open(first);
  await api.interruptUploadIntent({ params: { path: { id: interrupted.id } } });
  const large = makePdf('Attestation', 5.5 * 1024 * 1024);
  const arriving = await open(second, large);
  const [part] = arriving.session.parts;
  if (part) await putPart(client, part, large.bytes.subarray(0, part.sizeBytes));
  await open(third);
};

/** A virus and a document with a password. Documents that can be read wait beside them. */
const refusedDocuments: Scenario = async (context) => {
  await context.at(context.start);
  const member = await found(context.stage, context.spec);
  const opened = await openCase(member);
  const [first, second] = opened.requirements;
  const paper = context.index % 2 === 0 ? makeEicar() : makeProtectedPdf();
  await submit(member, opened, {
    [first?.key ?? '']: paper,
    ...(second && { [second.key]: paperOf(member, second, true) }),
  });
};

const inReview: Scenario = async (context) => {
  await submitted(context);
};

const withReviewer: Scenario = async (context) => {
  const { caseId } = await submitted(context);
  await context.at(context.start + 1);
  const taken = await takeReview(context.crew, caseId);
  if (context.index % 2 === 0) return;
  const first = taken.requirements[0]?.key;
  await read(context.crew.reviewer, taken);
  await check(context.crew, taken, ({ key }) => (key === first ? 'clear' : undefined));
};

const recommended: Scenario = async (context) => {
  const { caseId } = await submitted(context);
  await context.at(context.start + 2);
  await review(context.crew, caseId);
  await recommend(context.crew, caseId);
  if (context.index % 2 === 0) await takeDecision(context.crew, caseId);
};

const decided: Scenario = async (context) => {
  await verified(context);
};

const notVerified: Scenario = async (context) => {
  const { caseId } = await submitted(context);
  await context.at(context.start + 3);
  await refuse(context.crew, caseId);
};

const inconclusive: Scenario = async (context) => {
  const { caseId } = await submitted(context);
  await context.at(context.start + 3);
  await refuse(context.crew, caseId, { result: 'consider', outcome: 'inconclusive' });
};

async function corrected(context: Context) {
  const { member, caseId } = await submitted(context);
  await context.at(context.start + 2);
  const taken = await takeReview(context.crew, caseId);
  const found = await read(context.crew.reviewer, taken);
  return { member, caseId, found, correctionRequestId: await requestCorrection(context.crew, found) };
}

const correction: Scenario = async (context) => {
  await corrected(context);
};

const correctionFulfilled: Scenario = async (context) => {
  const { member, caseId } = await corrected(context);
  await context.at(context.start + 6);
  const { owner, provider, category } = member;
  const waiting = (await when('the case that awaits a correction', async () => {
    const session = await owner.session();
    return await findCase(owner.client, session, provider.id, 'awaiting_correction', category);
  })) as Awaited<ReturnType<typeof openCase>>;
  const [marked] = waiting.requirements;
  if (marked) await upload(member, caseId, marked, paperOf(member, marked, true));
};

const correctionWithdrawn: Scenario = async (context) => {
  const { caseId, correctionRequestId } = await corrected(context);
  const params = { path: { caseId, correctionRequestId } };
  const body = { reason: 'The date is on the second page after all.' };
  await (await context.crew.reviewer.api()).withdrawCorrectionRequest({ params, body });
};

/** The case goes with it. */
const correctionCancelled: Scenario = async (context) => {
  const { member, caseId } = await corrected(context);
  await context.at(context.start + 3);
  await (await member.owner.api()).withdrawVerificationCase({ params: { path: { caseId } }, body: {} });
};

export const caseScenarios = {
  draft,
  awaitingEvidence,
  interruptedUploads,
  refusedDocuments,
  inReview,
  withReviewer,
  recommended,
  decided,
  notVerified,
  inconclusive,
  correction,
  correctionFulfilled,
  correctionWithdrawn,
  correctionCancelled,
};
