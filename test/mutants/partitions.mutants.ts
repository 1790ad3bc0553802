import { mutantsOf } from './mutant.ts';

const weeks = 'src/inbox/inbox-weeks.test.ts';
const migration = '/packages/service-kit/src/database/migrations/0004-platform-partitions.sql';
const maintained = '/packages/service-admin/src/partitions.test.ts';
const guards = 'guards.sql';
const sealed = 'guards.test.ts';

export const mutants = [
  ...mutantsOf('packages/service-kit', [
    ['src/inbox/event-ids.ts', 'age < daysKept * dayMs && ', '', weeks],
    ['src/inbox/event-ids.ts', ' && age > -dayMs', '', weeks],
    ['src/inbox/event-ids.ts', '`${stream}:${streamSequence}`', 'String(Math.random())', weeks],
    ['src/inbox/dead-letter.ts', 'if (!hasWeek(event_id, new Date())) return;', '', weeks],
    ['src/inbox/inbox.ts', 'turns.filter((turn) => !kept.includes(turn))', '[] as typeof turns', weeks],
    ['src/database/partition-metrics.ts', 'min(ends_at)', 'max(ends_at)', 'src/database/partition-metrics.test.ts'],
    ['src/database/partition-metrics.ts', 't left join', 't join', 'src/database/partition-metrics.test.ts'],
  ]),
  ...mutantsOf('deploy/local/postgres', [
    [migration, 'if is_needed then', 'if false then', maintained],
    [migration, 'where c.relname < partition_name', 'where c.relname <= partition_name', maintained],
    [migration, 'moment + days_ahead *', 'moment + 0 *', maintained],
    [
      migration,
      'generate_series(week_of(moment - days_kept * interval',
      'generate_series(week_of(moment - 0 * interval',
      maintained,
    ],
    [migration, 'revoke execute on function create_partitions, drop_old_partition from public;', '', maintained],
    [migration, "tgname = 'refuse_truncate'", 'false', sealed],
    [guards, ' and (p.droppable_at <= now()) is not true', ' and false', sealed],
    [guards, ' union all select table_id from guard.partition', '', sealed],
    [guards, 'where own.oid is null', 'where false', sealed],
    [guards, "days_kept * interval '24 hours' + to_timestamp", 'to_timestamp', sealed],
  ]),
];
