import type { DatabaseService } from '../../deploy/local/services.ts';
import { columnsOfEvidence } from './columns-of-evidence.ts';
import { columnsOfIdentity } from './columns-of-identity.ts';
import { columnsOfOperations } from './columns-of-operations.ts';
import { columnsOfProvider } from './columns-of-provider.ts';
import { columnsOfVerification } from './columns-of-verification.ts';
import { columnsOfWebhooks } from './columns-of-webhooks.ts';
import { impersonal, isPersonal, type Kind, type Table, type Tables } from './tables.ts';

const columnsOfKit: Tables = {
  aggregate_sequence: { derived: { aggregate_id: 'the ids of events, counted' } },
  allowed_transition: {
    public: { 'thing from_state to_state': impersonal('the tables of states; no row is about anybody') },
  },
  dead_letter: {
    private: { machinery: 'payload headers reason trace_id' },
    derived: { 'event_id consumer type': impersonal('which kind of event failed where, and when') },
  },
  idempotency_key: {
    private: { 'person id': 'actor', machinery: 'key_hash fingerprint', 'stored answer': 'answer' },
    derived: { route: impersonal('an operation of the contract and how it ended') },
  },
  inbox: { derived: { 'consumer event_id': impersonal('ids of events; the stream is searched itself') } },
  inbox_attempt: { derived: { 'consumer event_id': impersonal('ids of events, counted') } },
  inbox_position: {
    derived: { consumer: impersonal('the name of a consumer'), aggregate_id: 'the ids of events, counted' },
  },
  kysely_migration: { derived: { 'name timestamp': impersonal('names of files') } },
  backfill: {
    derived: { 'name relation checksum last_key': impersonal('names of files and tables, and the id of a row') },
  },
  migrated_release: { derived: { release: impersonal('the name of a release') } },
  migration_checksum: { derived: { 'name checksum': impersonal('names of files, and their SHA-256') } },
  partitioned_table: { derived: { 'name needed_while': impersonal('names of tables, and a condition of their rows') } },
  platform_migration: { derived: { 'name timestamp': impersonal('names of files') } },
  outbox: {
    derived: {
      'id type aggregate aggregate_id payload headers':
        'events; all that is sent of them is searched in the stream itself',
    },
  },
  open_refusal: {
    derived: {
      'actor_id session_id operation slug permission object_id request_id':
        'refused writes for about a minute; the audit entries made of them are searched in the stream itself',
    },
  },
  snapshot_run: { derived: { 'thing after_key': impersonal('how far the service has announced its state') } },
  stream_position: { derived: { stream: impersonal('a stream and how far it has come') } },
  rate_limit: { private: { machinery: 'key' } },
};

/** Identity keeps the row of the person instead. */
const columnsOfErased: Tables = {
  erased_person: {
    derived: { person_id: 'the id of somebody erased, which no response has any more' },
  },
};

export const classified = {
  provider: { ...columnsOfKit, ...columnsOfErased, ...columnsOfProvider },
  evidence: { ...columnsOfKit, ...columnsOfErased, ...columnsOfEvidence },
  verification: { ...columnsOfKit, ...columnsOfErased, ...columnsOfVerification },
} as const satisfies Partial<Record<DatabaseService, Tables>>;
export type ClassifiedService = keyof typeof classified;
export const classifiedServices = Object.keys(classified) as ClassifiedService[];

// Webhooks is searched without a success of each of its operations: its senders sign what they send.
const searched = { ...classified, webhooks: { ...columnsOfKit, ...columnsOfErased, ...columnsOfWebhooks } };
export type SearchedService = keyof typeof searched;
export const searchedServices = Object.keys(searched) as SearchedService[];

// The values of operations' projections are searched for as those of the services that own them, and those of identity as
// the identifiers of people.
const declared = {
  ...searched,
  operations: { ...columnsOfKit, ...columnsOfErased, ...columnsOfOperations },
  identity: { ...columnsOfKit, ...columnsOfIdentity },
};
export type DeclaredService = keyof typeof declared;
export const declaredServices = Object.keys(declared) as DeclaredService[];

const names = (text: string) => text.split(' ').filter(Boolean);

export type PrivateColumn = { table: string; column: string; kind: Kind };

export function privateColumns(service: SearchedService): PrivateColumn[] {
  return Object.entries<Table>(searched[service]).flatMap(([table, { private: kinds = {} }]) =>
    Object.entries(kinds).flatMap(([kind, columns]) =>
      names(columns).map((column) => ({ table, column, kind: kind as Kind })),
    ),
  );
}

export function declaredColumns(service: DeclaredService): string[] {
  return Object.entries<Table>(declared[service]).flatMap(([table, declared]) => {
    const explained = [declared.public, declared.derived].flatMap((one) => Object.keys(one ?? {}));
    return [...Object.values(declared.private ?? {}), ...explained]
      .flatMap(names)
      .map((column) => `${table}.${column}`);
  });
}

/** Columns with the words or the id of a person, by table: all that no declaration calls impersonal. */
export function personalColumns(service: DeclaredService): Record<string, string[]> {
  const tables = Object.entries<Table>(declared[service]).map(([table, { private: own = {}, ...explained }]) => {
    const personal = Object.entries(own).filter(([kind]) => isPersonal(kind as Kind));
    const reasons = [explained.public, explained.derived].flatMap((one) => Object.entries(one ?? {}));
    const columns = [
      ...personal.flatMap(([, columns]) => names(columns)),
      ...reasons.flatMap(([columns, reason]) => (typeof reason === 'string' ? names(columns) : [])),
    ];
    return [table, columns.sort()] as const;
  });
  return Object.fromEntries(tables.filter(([, columns]) => columns.length > 0));
}
