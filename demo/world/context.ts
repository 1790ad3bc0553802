import { acceptName, publishWhenOpen } from '../steps/publication.ts';
import { type Crew, verify } from './desk.ts';
import { found, type Member, openCase, type Spec, submit } from './provider.ts';
import type { At } from './schedule.ts';
import type { Stage } from './stage.ts';

export type Tale = {
  stage: Stage;
  spec: Spec;
  crew: Crew;
  at: At;
  /** The day of its registration. */
  start: number;
  /** The number of the provider, and of its people. */
  index: number;
};
export type Teller = (tale: Tale) => Promise<void>;

/** Registered and complete, with a case and all its documents. */
export async function submitted({ stage, spec, at, start }: Tale): Promise<{ member: Member; caseId: string }> {
  await at(start);
  const member = await found(stage, spec);
  const opened = await openCase(member);
  await submit(member, opened);
  return { member, caseId: opened.id };
}

/** Verified four days after its registration. */
export async function verified(tale: Tale): Promise<{ member: Member; caseId: string }> {
  const { member, caseId } = await submitted(tale);
  await tale.at(tale.start + 4);
  await verify(tale.crew, caseId);
  return { member, caseId };
}

/** A week after its registration. */
export async function published(tale: Tale): Promise<{ member: Member; caseId: string }> {
  const { member, caseId } = await verified(tale);
  await tale.at(tale.start + 7);
  await publish(tale, member);
  return { member, caseId };
}

export async function publish({ stage }: Tale, { owner, provider }: Member): Promise<void> {
  const moderator = stage.operator('supervisor');
  await acceptName(moderator.client, await moderator.session(), provider.id);
  await publishWhenOpen(owner.client, await owner.session(), provider.id);
}
