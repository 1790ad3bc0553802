import { serviceDatabases } from '../local/services.ts';

/** How one secret gets a new value. `covers`: other settings that hold it. */
export type Rotation = { how: 'two values' | 'window' | 'its issuer'; covers?: string[]; steps: string[] };

type TwoValues = { value: string; readBy: string; keep: string; between?: string[]; covers?: string[] };

const bytes = 'Make the next value: `openssl rand -base64 32 | tr +/ -_ | tr -d =`.';
const jwk = (curve: 'ed25519' | 'x25519') =>
  `Make the next key: \`node -p "JSON.stringify({...crypto.generateKeyPairSync('${curve}').privateKey.export({format:'jwk'}),kid:crypto.randomUUID()})"\`.`;

/** Every replica accepts a value before any replica uses it. */
function twoValues(setting: string, { value, readBy, keep, between = [], covers = [] }: TwoValues): Rotation {
  const accepted = `${setting}_ACCEPTED`;
  return {
    how: 'two values',
    covers: [accepted, ...covers],
    steps: [
      value,
      `Set ${accepted} of ${readBy} to the next value, and restart its replicas one after the other.`,
      ...between,
      `Swap: set ${setting} to the next value and ${accepted} to the previous one, and restart the replicas one after the other.`,
      `Wait ${keep}, remove ${accepted}, and restart again.`,
    ],
  };
}

function byIssuer(setting: string, steps: string): Rotation {
  return {
    how: 'its issuer',
    steps: [`${steps}`, `Set ${setting} to the new value, and restart the replicas one after the other.`],
  };
}

function ofStore(prefix: string, readBy: string): Rotation {
  const [accessKey, secretKey] = [`${prefix}_ACCESS_KEY`, `${prefix}_SECRET_KEY`];
  const issue = 'Make a second key pair of the account at the store; both are valid.';
  return { ...byIssuer(`${accessKey} and ${secretKey} of ${readBy}`, issue), covers: [accessKey] };
}

const secretsOfGateway = [...serviceDatabases, 'website'].map((name) => `${name.toUpperCase()}_INTERNAL_SECRET`);

/** By the setting that an operator would look for. */
export const rotations: Record<string, Rotation> = {
  INTERNAL_SECRET: twoValues('INTERNAL_SECRET', {
    value: bytes,
    readBy: 'the service',
    between: [
      'Set <SERVICE>_INTERNAL_SECRET of the gateway to the next value, and for the website WEBSITE_INTERNAL_SECRET_ACCEPTED to the previous one. Restart the gateways one after the other.',
    ],
    keep: 'until every gateway runs with the next value',
    covers: [...secretsOfGateway, 'WEBSITE_INTERNAL_SECRET_ACCEPTED'],
  }),
  CURSOR_SECRET: twoValues('CURSOR_SECRET', {
    value: bytes,
    readBy: 'the service',
    keep: '24 hours, for repeated requests; for webhooks 7 days, and until `npm run events -- status` shows nothing parked',
  }),
  ASSERTION_KEY: twoValues('ASSERTION_KEY', {
    value: jwk('ed25519'),
    readBy: 'identity',
    between: ['Wait a minute: every service reads the public keys of identity each minute.'],
    keep: 'a minute: an assertion lives 30 seconds',
  }),
  CODE_PEPPER: twoValues('CODE_PEPPER', {
    value: bytes,
    readBy: 'identity',
    keep: '10 minutes: a code lives five',
  }),
  UPLOAD_SIGNING_SECRET: twoValues('UPLOAD_SIGNING_SECRET', {
    value: bytes,
    readBy: 'evidence',
    keep: 'an hour, for open uploads',
  }),
  SEAL_PRIVATE_KEY: twoValues('SEAL_PRIVATE_KEY', {
    value: jwk('x25519'),
    readBy: 'webhooks',
    between: [
      'Set SEAL_PUBLIC_KEY of identity to the next key without its member `d`, and restart its replicas one after the other.',
    ],
    keep: 'until `npm run deliveries` lists no parked delivery that is older than the rotation',
  }),
  INVITATION_PRIVATE_KEY: twoValues('INVITATION_PRIVATE_KEY', {
    value: jwk('x25519'),
    readBy: 'identity',
    between: [
      'Set INVITATION_PUBLIC_KEY of provider to the next key without its member `d`, and restart its replicas one after the other.',
    ],
    keep: 'until `npm run events -- status` shows nothing unread or parked of provider',
  }),
  AUDIT_SIGNING_KEY: {
    how: 'two values',
    steps: [
      jwk('ed25519'),
      'Print the public keys: `npm run audit -- public-key`. Set the JSON array AUDIT_ACCEPTED_KEYS of operations and of whoever verifies the log to them and to the public half of the next key, and restart operations.',
      'Set AUDIT_SIGNING_KEY of operations to the next key, and restart its replicas one after the other.',
      'Keep the public keys in AUDIT_ACCEPTED_KEYS for as long as the log is kept: they verify its older checkpoints. Verify: `npm run audit -- verify`. Give drills the new output of `npm run audit -- public-key`.',
    ],
  },
  PUSH_TOKEN_SECRET: {
    how: 'two values',
    covers: ['PUSH_TOKEN_OLD_SECRETS'],
    steps: [
      bytes,
      'Add the next value to PUSH_TOKEN_OLD_SECRETS of webhooks, and restart its replicas one after the other.',
      'Swap: set PUSH_TOKEN_SECRET to the next value and PUSH_TOKEN_OLD_SECRETS to the previous one, and restart. Webhooks seals the tokens again by itself.',
      'After an hour remove PUSH_TOKEN_OLD_SECRETS, and restart again.',
    ],
  },
  WEBHOOK_SECRETS: {
    how: 'two values',
    steps: [
      'Make the next secret where the sender is configured, and add it to the list of its source in WEBHOOK_SECRETS. Restart the replicas of webhooks one after the other.',
      'Let the sender use the next secret.',
      'After a day, when no sender repeats what it signed before, remove the previous secret, and restart again.',
    ],
  },
  SUBJECT_KEY_SECRET: {
    how: 'two values',
    covers: ['SUBJECT_KEY_SECRET_ACCEPTED'],
    steps: [
      bytes,
      'Set SUBJECT_KEY_SECRET_ACCEPTED of identity to the next value, and SUBJECT_INDEX_SECRET to the present one unless it is set already. Restart its replicas one after the other.',
      'Swap: set SUBJECT_KEY_SECRET to the next value and SUBJECT_KEY_SECRET_ACCEPTED to the previous one, and restart again. Identity does not start with values that do not open or find what is stored.',
      '`npm run data-keys -- rewrap` wraps the key of every person again. Interrupted, it continues.',
      'Remove SUBJECT_KEY_SECRET_ACCEPTED, and restart again. Keep the previous value with the backups from before, which need it, for as long as they are kept.',
    ],
  },
  SUBJECT_INDEX_SECRET: {
    how: 'window',
    steps: [
      'It keeps its value: identity finds contacts by hashes that no other value makes, and refuses to start with another one.',
      'It opens nothing. Who has it and a copy of the database can test guesses of numbers and addresses: if both were lost, tell the people of the copy, as for their numbers and addresses themselves.',
    ],
  },
  CLAIM_KEY_SECRET: {
    how: 'two values',
    covers: ['CLAIM_KEY_SECRET_ACCEPTED'],
    steps: [
      bytes,
      'Set CLAIM_KEY_SECRET_ACCEPTED of provider to the next value, and NAME_INDEX_SECRET to the present one unless it is set already. Restart its replicas one after the other.',
      'Swap: set CLAIM_KEY_SECRET to the next value and CLAIM_KEY_SECRET_ACCEPTED to the previous one, and restart again.',
      '`npm run keys -- rewrap` wraps the keys of names again. `npm run keys -- rotate` publishes a signing key that the next value seals; it signs a day later.',
      'After 8 days `npm run keys -- list` shows the signing keys of before as finished: `npm run keys -- retire <kid>` erases them. Remove CLAIM_KEY_SECRET_ACCEPTED, and restart again. Backups from before need the previous value.',
    ],
  },
  NAME_INDEX_SECRET: {
    how: 'window',
    steps: [
      'It keeps its value: provider compares names, also those of erased providers, by hashes that no other value makes.',
      'It opens nothing. Who has it and a copy of the database can test guesses of names.',
    ],
  },
  CONTACT_HASH_SECRET: {
    how: 'two values',
    covers: ['CONTACT_HASH_SECRET_ACCEPTED'],
    steps: [
      bytes,
      'Set CONTACT_HASH_SECRET_ACCEPTED of identity to the next value, and restart its replicas one after the other. Then `npm run events -- snapshot identity` announces the hashes of both for everybody; wait until `npm run events -- status` shows nothing unread.',
      'Set CONTACT_HASH_SECRET of provider to the next value, and restart its replicas one after the other.',
      'Swap at identity: set CONTACT_HASH_SECRET to the next value and CONTACT_HASH_SECRET_ACCEPTED to the previous one, and restart again.',
      'Keep it for a year: hashes of people who were erased under a measure are kept so long (ADR 0119), and open enquiries need it for their contact. Then remove it, restart and run the snapshot again. After a leak remove it at once: open enquiries then lose their contact, and blocks of erased people their effect.',
    ],
  },
  CONTENT_INDEX_SECRET: {
    how: 'window',
    steps: [
      bytes,
      'Set CONTENT_INDEX_SECRET of evidence to it, and restart its replicas one after the other.',
      'Window: a document that is sent later is not recognised as equal to one that was sent before. It closes as documents expire, by their retention.',
    ],
  },
  INVITATION_SECRET: {
    how: 'window',
    steps: [
      bytes,
      'Set INVITATION_SECRET of provider to it, and restart its replicas one after the other.',
      'Window of 7 days, the life of an invitation: a contact that was invited before can be invited once more.',
    ],
  },
  CLAIM_SIGNING_KEY: {
    how: 'two values',
    steps: [
      '`npm run keys -- rotate` publishes a new key at once. It signs a day later, and the old one stays published for 7 days (ADR 0063).',
      'If it is compromised: `npm run keys -- rotate --now`, then `npm run keys -- retire <kid> --compromised`.',
      'Remove CLAIM_SIGNING_KEY: it is the first key only, while the database has none.',
    ],
  },
  NATS_PASSWORD: {
    how: 'two values',
    covers: ['NATS_PASSWORD_ACCEPTED', 'EVENTS_COMMAND_PASSWORD', 'NATS_PROVISIONER_PASSWORD'],
    steps: [
      bytes,
      'Set NATS_PASSWORD_ACCEPTED of the service to the next value, and restart its replicas one after the other: they try both.',
      'Set the password of its user in the configuration of the NATS servers to the next value (`nats-users`), and reload them: `nats-server --signal reload`. Services connect again by themselves; requests do not need NATS meanwhile.',
      'Swap: set NATS_PASSWORD to the next value, remove NATS_PASSWORD_ACCEPTED, and restart again.',
      'NATS_PROVISIONER_PASSWORD of the streams and EVENTS_COMMAND_PASSWORD of commands: reload the servers with the next value, then restart the streams or the command with it. No request needs them.',
    ],
  },
  DATABASE_URL: {
    how: 'two values',
    covers: ['DATABASE_DIRECT_URL'],
    steps: [
      `${bytes} It is the password.`,
      "Make a second login of the application role, here of identity: `create role identity_app_2 login password '…' in role identity_app; alter role identity_app_2 set role identity_app;`, and set statement_timeout, lock_timeout and idle_in_transaction_session_timeout of it as `\\drds identity_app` shows them. If it exists from an earlier rotation: `alter role identity_app_2 login password '…'`.",
      'Set DATABASE_URL and DATABASE_DIRECT_URL of the service to the second login, and restart its replicas one after the other. PgBouncer, if any, needs the login first.',
      "Take the password of the first login: `alter role identity_app nologin`. At the next rotation it gets a new one: `alter role identity_app login password '…'`.",
    ],
  },
  DATABASE_OWNER_URL: {
    how: 'window',
    covers: ['ROLE_PASSWORDS', 'POSTGRES_URL'],
    steps: [
      bytes,
      "Change the password while no migration, backfill or backup runs: `alter role identity_owner password '…'`; no service uses it. The same for the administrator of POSTGRES_URL.",
      'Set it in DATABASE_OWNER_URL of the migrations, and in ROLE_PASSWORDS of the databases, which sets passwords again at the next deployment.',
    ],
  },
  S3_SECRET_KEY: ofStore('S3', 'evidence'),
  AUDIT_CHECKPOINT_S3_SECRET_KEY: ofStore('AUDIT_CHECKPOINT_S3', 'operations'),
  BACKUP_S3_SECRET_KEY: ofStore('BACKUP_S3', 'the backups'),
  TWILIO_KEY_SECRET: byIssuer(
    'TWILIO_KEY_SID and TWILIO_KEY_SECRET of webhooks',
    'Make a second API key in the console of Twilio; both are valid.',
  ),
  SMTP_URL: byIssuer(
    'SMTP_URL of webhooks',
    'Make a second user or password at the mail server. While neither is valid, e-mails wait and are sent later.',
  ),
  FCM_ACCOUNT_KEY: byIssuer(
    'FCM_ACCOUNT_KEY of webhooks',
    'Make a second key of the service account at Google; both are valid.',
  ),
  APNS_KEY: byIssuer('APNS_KEY and APNS_KEY_ID of webhooks', 'Make a second key at Apple; both are valid.'),
  STRIPE_SECRET_KEY: byIssuer(
    'STRIPE_SECRET_KEY of webhooks',
    'Roll the key in the dashboard of Stripe, with a time until which the old one is valid.',
  ),
};

export function rotationOf(setting: string): [name: string, rotation: Rotation] | undefined {
  return Object.entries(rotations).find(([name, { covers = [] }]) => name === setting || covers.includes(setting));
}
