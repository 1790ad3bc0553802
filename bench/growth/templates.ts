import { createHash } from 'node:crypto';
import type { Client as Database } from 'pg';
import { Client, eventually, type Session } from '../../demo/client.ts';
import { apply, runJourney, type Stage } from '../../demo/journey.ts';
import { newPhoneNumber, operatorSessions, signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, category, completeWorkspace, register } from '../../demo/steps/workspace.ts';
import { type DatabaseService, serviceDatabases } from '../../deploy/local/services.ts';
import { eventsApplied, openDatabase, type UrlOf, withEach } from '../databases.ts';
import { readIds } from './tables.ts';

type Kind = 'published' | 'inReview' | 'begun';

/** A provider of the kind wrote these transactions; requests find its copies by the ids. */
export type MadeTemplate = {
  kind: Kind;
  mine: string[];
  operators: string[];
  transactions: Record<DatabaseService, [string, string]>;
  ids: Record<string, string>;
  publicProviderId: string;
};

const hour = 3600;
/** How far back the copies of a kind spread. Claims last a year, so some end soon. */
export const spreadSeconds: Record<Kind, number> = {
  published: 350 * 24 * hour,
  inReview: 96 * hour,
  begun: 350 * 24 * hour,
};

const operatorNames = ['triage', 'reviewer', 'decider', 'supervisor', 'supervisor2', 'security'] as const;

/** Runs one provider of each kind through the platform itself. */
export async function makeTemplates(url: string, urlOf: UrlOf): Promise<MadeTemplate[]> {
  const client = new Client(url, undefined, { retryMs: 30_000 });
  const operator = operatorSessions(client);
  // Before the first template, so that no copy has a session of an operator.
  for (const name of operatorNames) await operator(name);
  const step: Stage['step'] = (_number, _title, run) => run();
  const stage: Stage = { client, operator, step, note: () => {} };
  const made: MadeTemplate[] = [];
  for (const kind of ['published', 'inReview', 'begun'] as const) {
    process.stderr.write(`template: ${kind}\n`);
    await settled(urlOf);
    const before = await withEach(urlOf, readState);
    const named = await makers[kind](stage);
    await settled(urlOf);
    const after = await withEach(urlOf, readState);
    const known = new Set(Object.values(before).flatMap(({ ids }) => [...ids]));
    const created = Object.values(after).flatMap(({ ids }) => [...ids].filter((id) => !known.has(id)));
    const transactions = Object.fromEntries(
      serviceDatabases.map((name) => [name, [before[name].transaction, after[name].transaction]]),
    ) as MadeTemplate['transactions'];
    made.push({ kind, mine: [...new Set(created)], operators: await operatorIds(urlOf), transactions, ...named });
  }
  return made;
}

async function readState(db: Database) {
  const { rows } = await db.query('select pg_current_xact_id()::text as id');
  return { ids: await readIds(db), transaction: String(rows[0].id) };
}

const makers: Record<Kind, (stage: Stage) => Promise<Pick<MadeTemplate, 'ids' | 'publicProviderId'>>> = {
  async published(stage) {
    const { owner, provider, case: opened, claims } = await runJourney(stage);
    const customer = await signIn(stage.client, newPhoneNumber());
    const { interactionId, enquiryId } = await enquire(stage.client, owner, customer, provider.publicProviderId);
    const { api } = stage.client.as(customer);
    const review = await api.createReview({
      params: { path: { interactionId } },
      body: { isRecommended: true, text: 'Came on time and explained the work.' },
    });
    const moderator = await stage.operator('supervisor');
    await eventually('the review in the queue of operations', () =>
      stage.client
        .as(moderator)
        .api.createReviewDecision({
          params: { path: { reviewId: review.id } },
          body: { outcome: 'approved', reasonCode: 'complies', reason: 'The review follows the rules.' },
        })
        .catch(() => undefined),
    );
    await eventually('the published review', async () => {
      const page = await stage.client
        .withoutSession()
        .api.listPublicReviews({ params: { path: { publicProviderId: provider.publicProviderId } } });
      return page.items.length > 0 ? page : undefined;
    });
    const ids = { providerId: provider.id, caseId: opened.id, claimId: claims[0]?.claimId ?? '', enquiryId };
    return {
      ids: { ...ids, ...sessionIds(owner, 'owner'), ...sessionIds(customer, 'customer') },
      publicProviderId: provider.publicProviderId,
    };
  },
  async inReview(stage) {
    const { owner, provider, case: opened } = await apply(stage);
    await eventually('the case in review', async () => {
      const page = await stage.client
        .as(owner)
        .api.listVerificationCases({ params: { path: { providerId: provider.id } } });
      return page.items.find(({ state }) => state === 'in_review');
    });
    return {
      ids: { providerId: provider.id, caseId: opened.id, ...sessionIds(owner, 'owner') },
      publicProviderId: provider.publicProviderId,
    };
  },
  async begun({ client }) {
    const owner = await signIn(client, newPhoneNumber());
    const provider = await register(client, owner, 'Lumière');
    await completeWorkspace(client, owner);
    const opened = await awaitCase(client, owner, provider.id);
    return {
      ids: { providerId: provider.id, caseId: opened.id, ...sessionIds(owner, 'owner') },
      publicProviderId: provider.publicProviderId,
    };
  },
};

async function enquire(client: Client, owner: Session, customer: Session, publicProviderId: string) {
  const contact = { channel: 'sms', identifier: customer.identifier, consent: true } as const;
  const { id } = await client.as(customer).api.createEnquiry({
    body: { publicProviderId, categoryKey: category, message: 'A fuse box needs a check.', contact },
  });
  const params = { path: { enquiryId: id } };
  await client.as(owner).api.acceptEnquiry({ params });
  const handed = await client.as(owner).api.handOffContact({ params });
  if (!handed.interaction) throw new Error('The handoff recorded no interaction.');
  return { interactionId: handed.interaction.id, enquiryId: id };
}

const sessionIds = (session: Session, who: string) => ({ [`${who}Session`]: session.sessionId });

async function operatorIds(urlOf: UrlOf): Promise<string[]> {
  await using db = await openDatabase(urlOf('identity'));
  const { rows } = await db.client.query('select distinct person_id as id from operator_grant');
  return rows.map(({ id }) => id);
}

/** Until every document is scanned and every event applied. */
async function settled(urlOf: UrlOf): Promise<void> {
  await eventsApplied(urlOf, 1);
  await using verification = await openDatabase(urlOf('verification'));
  await eventually('the end of the scans', async () => {
    const scans = await verification.client.query(`select from evidence_version where state = 'pending_scan'`);
    return scans.rowCount === 0 ? true : undefined;
  });
  await eventsApplied(urlOf, 5);
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest();
