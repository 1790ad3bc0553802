import { acceptName, publishWhenOpen } from '../steps/publication.ts';
import { type Crew, verify } from './desk.ts';
import { found, type Member, openCase, type Spec, submit } from './provider.ts';
import type { At } from './schedule.ts';
import type { Stage } from './stage.ts';

export type Context = {
  stage: Stage;
  spec: Spec;
  crew: Crew;
  seed: string;
  at: At;
  /** The day of its registration. */
  start: number;
  /** The number of the provider, and of its people. */
  index: number;
};
export type Scenario = (context: Context) => Promise<void>;

/** Registered and complete, with a case and all its documents. */
export async function submitted({ stage, spec, at, start }: Context): Promise<{ member: Member; caseId: string }> {
  await at(start);
  const member = await found(stage, spec);
  const opened = await openCase(member);
  await submit(member, opened);
  return { member, caseId: opened.id };
}

/** Verified four days after its registration. */
export async function verified(context: Context): Promise<{ member: Member; caseId: string }> {
  const { member, caseId } = await submitted(context);
  await context.at(context.start + 4);
  await verify(context.crew, caseId);
  return { member, caseId };
}

/** A week after its registration. */
export async function published(context: Context): Promise<{ member: Member; caseId: string }> {
  const { member, caseId } = await verified(context);
  await context.at(context.start + 7);
  await publish(context, member);
  return { member, caseId };
}

export async function publish({ stage }: Context, { owner, provider }: Member): Promise<void> {
  const moderator = stage.operator('supervisor');
  await acceptName(moderator.client, await moderator.session(), provider.id);
  await publishWhenOpen(owner.client, await owner.session(), provider.id);
}
