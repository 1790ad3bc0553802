import { makeEicar, makePdf, makeProtectedPdf } from '../../documents.ts';
import { openIntent, putPart } from '../../steps/evidence.ts';
import { findCase } from '../../steps/workspace.ts';
import { check, read, recommend, refuse, requestCorrection, review, takeDecision, takeReview } from '../desk.ts';
import { describe, found, openCase, paperOf, register, submit, upload } from '../provider.ts';
import { when } from '../stage.ts';
import { submitted, type Tale, type Teller, verified } from '../tale.ts';

const draft: Teller = async ({ stage, spec, at, start, index }) => {
  await at(start);
  const member = await register(stage, spec);
  if (index % 2 === 0) await describe(member);
};

const awaitingEvidence: Teller = async (tale) => {
  await tale.at(tale.start);
  const member = await found(tale.stage, tale.spec);
  const { id, requirements } = await openCase(member);
  const [first] = requirements;
  if (first) await upload(member, id, first, paperOf(member, first));
  if (tale.index % 2 === 0) return;
  const params = { path: { providerId: member.provider.id } };
  const api = await member.owner.api();
  const [sent] = (await api.listEvidence({ params })).items;
  await when('the document withdrawn', async () => {
    await api.deleteEvidence({ params: { path: { ...params.path, evidenceId: sent?.id ?? '' } } });
    return true;
  });
};

/** Uploads in each state in which a phone on a bad network leaves them. */
const interruptedUploads: Teller = async (tale) => {
  await tale.at(tale.start);
  const member = await found(tale.stage, tale.spec);
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
const refusedDocuments: Teller = async (tale) => {
  await tale.at(tale.start);
  const member = await found(tale.stage, tale.spec);
  const opened = await openCase(member);
  const [first, second] = opened.requirements;
  const paper = tale.index % 2 === 0 ? makeEicar() : makeProtectedPdf();
  await submit(member, opened, {
    [first?.key ?? '']: paper,
    ...(second && { [second.key]: paperOf(member, second, true) }),
  });
};

const inReview: Teller = async (tale) => {
  await submitted(tale);
};

const withReviewer: Teller = async (tale) => {
  const { caseId } = await submitted(tale);
  await tale.at(tale.start + 1);
  const taken = await takeReview(tale.crew, caseId);
  if (tale.index % 2 === 0) return;
  const first = taken.requirements[0]?.key;
  await read(tale.crew.reviewer, taken);
  await check(tale.crew, taken, ({ key }) => (key === first ? 'clear' : undefined));
};

const recommended: Teller = async (tale) => {
  const { caseId } = await submitted(tale);
  await tale.at(tale.start + 2);
  await review(tale.crew, caseId);
  await recommend(tale.crew, caseId);
  if (tale.index % 2 === 0) await takeDecision(tale.crew, caseId);
};

const decided: Teller = async (tale) => {
  await verified(tale);
};

const notVerified: Teller = async (tale) => {
  const { caseId } = await submitted(tale);
  await tale.at(tale.start + 3);
  await refuse(tale.crew, caseId);
};

const inconclusive: Teller = async (tale) => {
  const { caseId } = await submitted(tale);
  await tale.at(tale.start + 3);
  await refuse(tale.crew, caseId, { result: 'consider', outcome: 'inconclusive' });
};

async function corrected(tale: Tale) {
  const { member, caseId } = await submitted(tale);
  await tale.at(tale.start + 2);
  const taken = await takeReview(tale.crew, caseId);
  const found = await read(tale.crew.reviewer, taken);
  return { member, caseId, found, correctionRequestId: await requestCorrection(tale.crew, found) };
}

const correction: Teller = async (tale) => {
  await corrected(tale);
};

const correctionFulfilled: Teller = async (tale) => {
  const { member, caseId } = await corrected(tale);
  await tale.at(tale.start + 6);
  const { owner, provider, category } = member;
  const waiting = (await when('the case that awaits a correction', async () => {
    const session = await owner.session();
    return (await findCase(owner.client, session, provider.id, 'awaiting_correction', category)) as never;
  })) as Awaited<ReturnType<typeof openCase>>;
  const [marked] = waiting.requirements;
  if (marked) await upload(member, caseId, marked, paperOf(member, marked, true));
};

const correctionWithdrawn: Teller = async (tale) => {
  const { caseId, correctionRequestId } = await corrected(tale);
  const params = { path: { caseId, correctionRequestId } };
  const body = { reason: 'The date is on the second page after all.' };
  await (await tale.crew.reviewer.api()).withdrawCorrectionRequest({ params, body });
};

/** The case goes with it. */
const correctionCancelled: Teller = async (tale) => {
  const { member, caseId } = await corrected(tale);
  await tale.at(tale.start + 3);
  await (await member.owner.api()).withdrawVerificationCase({ params: { path: { caseId } }, body: {} });
};

export const caseTellers = {
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
