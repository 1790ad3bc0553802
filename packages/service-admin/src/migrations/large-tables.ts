import type { AlterTableCmd, Constraint, Node } from 'libpg-query';
import { declarationsOf, forms } from './declarations.ts';
import type { SqlFile } from './migration-files.ts';
import { type Statement, statementsOf } from './statements.ts';

type Fault = { table: string; what: string; instead: string };
type Earlier = { validated: ReadonlySet<string>; altered: ReadonlySet<string> };

/**
 * Names each statement of new migrations that rewrites a table, or locks it while it reads all rows. Tables that they create are empty, and
 * a migration names those that stay small. Also names an expression index without statistics: the planner guesses until `analyze`.
 */
export async function largeTableFaults(migrations: readonly Pick<SqlFile, 'path' | 'text'>[]): Promise<string[]> {
  const files = await Promise.all(
    migrations.map(async (file) => ({ ...file, statements: await statementsOf(file), ...declarationsOf(file.text) })),
  );
  const created = new Set(files.flatMap(({ statements }) => statements.flatMap(({ node }) => createdBy(node))));
  const faults: string[] = [];
  const validated = new Set<string>();
  for (const [index, { path, statements, smallTables, isOutsideTransaction }] of files.entries()) {
    const altered = new Set<string>();
    for (const [at, { node, line }] of statements.entries()) {
      const later = [...statements.slice(at + 1), ...files.slice(index + 1).flatMap((file) => file.statements)];
      const found = [...faultsOf(node, { validated, altered }), ...withoutStatistics(node, later)];
      for (const { table, what, instead } of found)
        if (!created.has(table) && !smallTables.includes(table)) faults.push(`${path}:${line}: ${what} ${instead}`);
      for (const { table, isValidation } of alterationsOf(node)) {
        if (isValidation) validated.add(table);
        else if (!isOutsideTransaction) altered.add(table);
      }
    }
  }
  return faults;
}

export const largeTableRemedy = `Add \`${forms.smallTable}\` if the table has few rows for ever.`;

function createdBy(node: Node): string[] {
  return 'CreateStmt' in node && node.CreateStmt.relation?.relname ? [node.CreateStmt.relation.relname] : [];
}

/** Tables whose rows a statement updates or deletes, also inside of `with`; not those in the body of a function, which runs later. */
function changedBy(node: unknown): string[] {
  if (typeof node !== 'object' || node === null || 'CreateFunctionStmt' in node) return [];
  return Object.entries(node).flatMap(([kind, inner]) => {
    const isChange = kind === 'UpdateStmt' || kind === 'DeleteStmt';
    return [...(isChange && inner.relation?.relname ? [inner.relation.relname] : []), ...changedBy(inner)];
  });
}

function faultsOf(node: Node, earlier: Earlier): Fault[] {
  if ('IndexStmt' in node) {
    const table = node.IndexStmt.relation?.relname ?? '';
    return node.IndexStmt.concurrent
      ? []
      : [
          {
            table,
            what: `Nobody writes ${table} while the index is made.`,
            instead: `Use \`create index concurrently\` and \`${forms.outside}\`.`,
          },
        ];
  }
  if ('DoStmt' in node)
    return [{ table: '', what: 'A block hides which tables it changes.', instead: 'Write its statements out.' }];
  const changed = changedBy(node);
  if (changed.length > 0)
    return changed.map((table) => ({
      table,
      what: `One statement changes all rows of ${table}.`,
      instead: 'Write a backfill (docs/releases.md).',
    }));
  if ('VacuumStmt' in node && JSON.stringify(node.VacuumStmt.options ?? []).includes('"full"'))
    return (node.VacuumStmt.rels ?? []).flatMap((one) =>
      'VacuumRelation' in one && one.VacuumRelation.relation?.relname
        ? [
            {
              table: one.VacuumRelation.relation.relname,
              what: `\`vacuum full\` rewrites ${one.VacuumRelation.relation.relname}.`,
              instead: 'Leave it out.',
            },
          ]
        : [],
    );
  if (!('AlterTableStmt' in node)) return [];
  const table = node.AlterTableStmt.relation?.relname ?? '';
  return (node.AlterTableStmt.cmds ?? []).flatMap((one) =>
    'AlterTableCmd' in one ? faultsOfCommand(table, one.AlterTableCmd, earlier) : [],
  );
}

const notValid = 'Add it `not valid`, and `validate constraint` in a migration of its own.';

function faultsOfCommand(
  table: string,
  { subtype, name, def }: AlterTableCmd,
  { validated, altered }: Earlier,
): Fault[] {
  const fault = (what: string, instead: string): Fault[] => [{ table, what, instead }];
  if (subtype === 'AT_AlterColumnType')
    return fault(
      `Another type of ${table}.${name} rewrites the table.`,
      'Add a column, fill it by a backfill, and drop the old one in a later release.',
    );
  if (subtype === 'AT_SetNotNull' && !validated.has(table))
    return fault(
      `${table}.${name} is checked while nobody reads the table.`,
      `First add \`check (${name} is not null) not valid\` and validate it in a migration of its own.`,
    );
  if (subtype === 'AT_ValidateConstraint' && altered.has(table))
    return fault(
      `The constraint is validated while an earlier statement of the transaction locks ${table}.`,
      'Validate it in a migration of its own.',
    );
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return faultsOfConstraint(table, def.Constraint);
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) {
    const constraints = (def.ColumnDef.constraints ?? []).flatMap((one) =>
      'Constraint' in one ? [one.Constraint] : [],
    );
    return constraints.some(rewrites)
      ? fault(
          `The value of ${table}.${def.ColumnDef.colname} differs by row, so the table is rewritten.`,
          'Add the column without it, set the default afterwards, and fill old rows by a backfill.',
        )
      : [];
  }
  return [];
}

function faultsOfConstraint(table: string, { contype, skip_validation: isNotValid, indexname }: Constraint): Fault[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return isNotValid
      ? []
      : [{ table, what: `All rows of ${table} are checked while nobody writes it.`, instead: notValid }];
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return indexname
      ? []
      : [
          {
            table,
            what: `Nobody uses ${table} while the index of the constraint is made.`,
            instead: 'Create a unique index concurrently, then add the constraint `using index`.',
          },
        ];
  return contype === 'CONSTR_EXCLUSION'
    ? [
        {
          table,
          what: `Nobody uses ${table} while the exclusion constraint is made.`,
          instead: 'Add it when the table is created.',
        },
      ]
    : [];
}

/** Postgres evaluates these once for the statement, and keeps the value for all rows. */
const constantFunctions = new Set(['now', 'statement_timestamp', 'current_setting']);

function rewrites({ contype, raw_expr: value }: Constraint): boolean {
  if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY') return true;
  if (contype !== 'CONSTR_DEFAULT') return false;
  const called = [
    ...JSON.stringify(value).matchAll(
      /"funcname":\[(?:\{"String":\{"sval":"\w+"\}\},)*\{"String":\{"sval":"(\w+)"\}\}\]/g,
    ),
  ];
  return called.some(([, name = '']) => !constantFunctions.has(name));
}

function withoutStatistics(node: Node, later: readonly Statement[]): Fault[] {
  if (!('IndexStmt' in node)) return [];
  const { relation, indexParams = [] } = node.IndexStmt;
  const table = relation?.relname ?? '';
  const hasExpression = indexParams.some((one) => 'IndexElem' in one && one.IndexElem.expr !== undefined);
  const isAnalyzed = later.some(
    ({ node }) => 'VacuumStmt' in node && JSON.stringify(node.VacuumStmt.rels ?? []).includes(`"relname":"${table}"`),
  );
  return hasExpression && !isAnalyzed
    ? [
        {
          table,
          what: `The planner knows nothing of the expression until ${table} is analyzed.`,
          instead: `Add \`analyze ${table};\` after the index.`,
        },
      ]
    : [];
}

function alterationsOf(node: Node): { table: string; isValidation: boolean }[] {
  if (!('AlterTableStmt' in node)) return [];
  const table = node.AlterTableStmt.relation?.relname ?? '';
  return (node.AlterTableStmt.cmds ?? []).map((one) => ({
    table,
    isValidation: 'AlterTableCmd' in one && one.AlterTableCmd.subtype === 'AT_ValidateConstraint',
  }));
}
