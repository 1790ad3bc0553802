/** What a migration declares in its comments. Each form has its own line and ends with the reason. */
export type Declarations = {
  /** A contract step: the release since which no code uses what the migration removes. */
  contractSince?: string;
  /** Releases whose replicas meet what the migration changes. */
  since: string[];
  /** The migration needs what this backfill fills. */
  afterBackfill?: string;
  /** Each statement commits by itself. */
  isOutsideTransaction: boolean;
  /** Tables that have few rows for ever. */
  smallTables: string[];
};

export const forms = {
  contractStep: '-- contract step since release <name>: <what that release stopped using>',
  checked: '-- checked against release <name>: <what its replicas meet until they are replaced>',
  afterBackfill: '-- after backfill <name>: <what it filled>',
  outside: '-- outside a transaction: <why>',
  smallTable: '-- small table <name>: <why it stays small>',
} as const;

/** Nothing here is verified: a person wrote it, and another one reviewed it. */
export function declarationsOf(text: string): Declarations {
  const contractSince = /^-- contract step since release (\S+): \S/m.exec(text)?.[1];
  const checked = [...text.matchAll(/^-- checked against release (\S+): \S/gm)].flatMap(([, name]) => name ?? []);
  const afterBackfill = /^-- after backfill (\S+): \S/m.exec(text)?.[1];
  return {
    ...(contractSince && { contractSince }),
    ...(afterBackfill && { afterBackfill }),
    since: [...(contractSince ? [contractSince] : []), ...checked],
    isOutsideTransaction: /^-- outside a transaction: \S/m.test(text),
    smallTables: [...text.matchAll(/^-- small table (\w+): \S/gm)].flatMap(([, name]) => name ?? []),
  };
}
