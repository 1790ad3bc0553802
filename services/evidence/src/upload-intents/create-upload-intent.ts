import { once } from '@trust/service-kit/idempotency';
import { reply } from '@trust/service-kit/reply';
import { type App, audit, route, type Trx } from '../app.ts';
import { findCaseRequirement } from '../cases/queries.ts';
import { countVersions } from '../evidence-versions/queries.ts';
import { announceIntent } from './announce.ts';
import { assertAsked, assertRoomForIntent, assertRoomForVersion, assertSameContract } from './contract.ts';
import { intentAnswer, receivedParts } from './intent-answer.ts';
import { newSession } from './new-session.ts';
import {
  countOpenIntents,
  findIntentByKey,
  insertIntent,
  lockIntentsOf,
  type NewSession,
  type Owner,
  readIntent,
} from './queries.ts';
import { UploadIntent, UploadIntentCreate } from './schema.ts';

export const createUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents',
    summary: 'Create a logical upload intent, or return the one that is there',
    description:
      'Unique on `clientIntentKey`: an equal repeat returns the same intent with 200, a different document contract is refused. PUT each part to its URL, in any order.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    limit: 'upload-session',
    body: UploadIntentCreate,
    responds: { status: 201, also: [200], body: UploadIntent },
    problems: ['not-found', 'intent-contract', 'state-conflict'],
  },
  async (input, app) => {
    const { actor, providerId, body, idempotency } = input;
    const owner = { providerId, userId: actor.userId };
    const seen = await findIntentByKey(app.db, owner, body.clientIntentKey);
    const received = await receivedParts(app, seen);
    const session = seen ? undefined : await newSession(app);

    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        await lockIntentsOf(trx, providerId);
        const existing = await findIntentByKey(trx, owner, body.clientIntentKey);
        if (existing) {
          assertSameContract(existing, body);
          return reply(await intentAnswer(app, existing, received), { status: 200 });
        }
        if (!session) throw new Error('An intent has vanished.');
        const id = app.newId();
        await openIntent(trx, app, { owner, id, contract: body, session });
        const intent = await readIntent(trx, id);
        await announceIntent(trx, intent, 'open');
        await audit(trx, input, {
          action: 'createUploadIntent',
          objectType: 'upload_intent',
          objectId: id,
          after: { state: 'open' },
        });
        return reply(await intentAnswer(app, intent, new Map()), { status: 201 });
      }),
    );
  },
);

type Opening = { owner: Owner; id: string; contract: UploadIntentCreate; session: Omit<NewSession, 'sizeLimitBytes'> };

async function openIntent(trx: Trx, { now }: App, { owner, id, contract, session }: Opening): Promise<void> {
  const sizeLimitBytes = assertAsked(await findCaseRequirement(trx, owner.providerId, contract), contract);
  assertRoomForIntent(await countOpenIntents(trx, owner.providerId, now()));
  assertRoomForVersion(await countVersions(trx, contract));
  await insertIntent(trx, owner, { id, contract, session: { ...session, sizeLimitBytes } });
}
