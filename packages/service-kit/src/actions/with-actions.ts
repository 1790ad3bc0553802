import type { ActedOn, Action, ActionKey } from '@trust/contracts/actions/actions';
import type { Actor, Assignment } from '@trust/contracts/actor';
import { operatorPermissions, type Permission, representativePermissions } from '@trust/contracts/permissions';
import type { z } from 'zod';
import { allow, lacksStepUp, type PathParams } from '../actors/access.ts';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';
import { asProblem } from '../http/as-problem.ts';
import { RawReply, Reply } from '../http/reply.ts';
import { type Declaration, type Reader, type Route, type Routes, stepUpNeed } from '../http/route.ts';
import { Problem } from '../problems/problem.ts';
import { onSnapshot } from './snapshot.ts';

/** Who reads a thing. Each audience has its own actions; customers have those that need no permission. */
export type Audience = 'operators' | 'representatives' | 'customers';

/** The actions of a thing for the reader of the answer. `params` are those of the paths of its operations. */
export type ActionsOf = (on: ActedOn, params: PathParams, audience: Audience) => Promise<Action[]>;

/** `params`: of the path of the request. */
type Given = { actionsOf: ActionsOf; params: PathParams };

/** Answers with the schema have `actions` on each thing in them. */
export type AnswerWithActions = { schema: z.ZodType; attach: (body: never, given: Given) => Promise<unknown> };

export function answer<Schema extends z.ZodType>(
  schema: Schema,
  attach: (body: z.input<Schema>, given: Given) => Promise<z.input<Schema>>,
): AnswerWithActions {
  return { schema, attach };
}

/** What an operation does to a thing. */
type Act<App> = {
  key: ActionKey;
  operation: string;
  route: Route<App> & { rule: NonNullable<Route<App>['rule']> };
  choice: object;
};

/**
 * Answers show for each thing what their reader may do to it now, by the rules that refuse the requests (promise T7,
 * docs/domain/actions.md). They are asked when an answer is sent, so that no stored answer of a repeat is older.
 */
export function withActions<App extends { db: AnyDatabase }, R extends Routes<App>>(
  routes: R,
  answers: readonly AnswerWithActions[],
): R {
  const acts = actsOf<App>(routes);
  const wrapped = Object.entries(routes).map(([operation, route]) => {
    const found = answers.find(({ schema }) => schema === route.declaration.responds.body);
    if (!found) return [operation, route];
    const beforeSending: Route<App>['beforeSending'] = async (result, app, reader) => {
      const { actor } = reader;
      const sent = route.beforeSending ? await route.beforeSending(result, app, reader) : result;
      if (!actor || sent instanceof RawReply) return sent;
      const body = sent instanceof Reply ? sent.body : sent;
      const answer = await ask(acts, found, { actor, reader, body, app }).catch((error: unknown) => {
        // What is done must not look like a failure.
        if (isOutage(error) && route.declaration.method !== 'get') return body;
        throw error;
      });
      return sent instanceof Reply ? new Reply(answer, sent) : answer;
    };
    return [operation, { ...route, beforeSending }];
  });
  return Object.fromEntries(wrapped) as R;
}

async function ask<App extends { db: AnyDatabase }>(
  acts: readonly Act<App>[],
  { attach }: AnswerWithActions,
  { actor, reader, body, app }: { actor: Actor; reader: Reader; body: unknown; app: App },
): Promise<unknown> {
  const at = reader.permits.now();
  // Outside the snapshot: requests that hold one connection and wait for another can block each other.
  const assignments = await reader.permits.assignmentsOf(actor);
  const { answer, settle } = await onSnapshot(app.db, async (snapshot) => {
    const settle: (() => Promise<void>)[] = [];
    // One moment for all entries.
    const of = { ...app, db: snapshot, now: () => at };
    const asking = { actor, reader, assignments, app: of, trx: snapshot, settle };
    const actionsOf: ActionsOf = (on, params, audience) => {
      const own = acts.filter((act) => act.route.declaration.acts?.on === on && isFor(act, audience));
      return Promise.all(own.map((act) => entryOf(act, params, asking)));
    };
    return { answer: await attach(body as never, { actionsOf, params: reader.params }), settle };
  });
  for (const one of settle) await one();
  return answer;
}

function isOutage(error: unknown): boolean {
  return (asProblem(error)?.status ?? 0) >= 500;
}

function actsOf<App>(routes: Routes<App>): Act<App>[] {
  return Object.entries(routes).flatMap(([operation, route]) => {
    const { acts } = route.declaration;
    if (!acts) return [];
    const { rule } = route;
    if (!rule) throw new Error(`${operation} declares \`acts\` without a \`rule\`.`);
    const ruled = { ...route, rule };
    if (typeof acts.as === 'string') return [{ key: acts.as, operation, route: ruled, choice: {} }];
    return Object.entries(acts.as).map(([key, choice]) => ({ key: key as ActionKey, operation, route: ruled, choice }));
  });
}

const isHeldBy = (roles: Record<string, readonly Permission[]>) => (permission: string) =>
  Object.values(roles).some((permissions) => permissions.includes(permission as Permission));
const ofOperators = isHeldBy(operatorPermissions);
const ofRepresentatives = isHeldBy(representativePermissions);

/** By the permissions that open the operation. One that needs none is for everybody. */
function isFor<App>({ route: { declaration } }: Act<App>, audience: Audience): boolean {
  const named = permissionsOf(declaration);
  if (audience === 'customers') return declaration.access === 'session' && declaration.scope === undefined;
  return named.length === 0 || named.some(audience === 'operators' ? ofOperators : ofRepresentatives);
}

function permissionsOf({ access, operators, permissions = [] }: Declaration): string[] {
  return [...(access === 'session' ? [] : [access]), ...(operators ? [operators] : []), ...permissions];
}

type Asking<App> = {
  actor: Actor;
  reader: Reader;
  assignments: readonly Assignment[];
  app: App;
  trx: AnyTrx;
  /** What an entry asks after the snapshot. */
  settle: (() => Promise<void>)[];
};

async function entryOf<App>(
  { key, operation, route, choice }: Act<App>,
  params: PathParams,
  { actor, reader: { permits, language }, assignments, app, trx, settle }: Asking<App>,
): Promise<Action> {
  const { declaration } = route;
  try {
    const scope = await allow(declaration, actor, params, { assignmentsOf: async () => assignments });
    const access = scope.asOperator ? declaration.operators : declaration.access;
    const request = { access, scope: declaration.scope };
    const asked = { ...scope, actor, params, choice, ifMatch: undefined, request };
    const ruled = await route.rule(asked as never, app, trx);
    const endsAt = endOf(ruled)?.toISOString() ?? null;
    const action: Action = { key, operation, allowed: true, reason: null, needs: null, endsAt };
    settle.push(async () => {
      if (await lacksStepUp(stepUpNeed(declaration), { ...scope, actor, params }, permits))
        action.needs = actor.needsPasskey ? 'passkey' : 'step_up';
    });
    return action;
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const reason = { code: error.slug, text: error.detail[language()] };
    return { key, operation, allowed: false, reason, needs: null, endsAt: null };
  }
}

/** A rule that holds until a known time returns it as `until`. */
function endOf(ruled: unknown): Date | undefined {
  const until = typeof ruled === 'object' && ruled !== null && 'until' in ruled ? ruled.until : undefined;
  return until instanceof Date ? until : undefined;
}
