const header = /^-- (?:contract step since|checked against) release (\S+): (\S.*)$/m;

export const contractStepForm = '-- contract step since release <name>: <what that release stopped using>';
export const checkedForm = '-- checked against release <name>: <what its replicas meet until they are replaced>';

/** Reads what the header of a migration declares about replicas of a release. The check does not verify it. */
export function declarationOf(migration: string): { since: string; reason: string } | undefined {
  const [, since = '', reason = ''] = header.exec(migration) ?? [];
  return since ? { since, reason } : undefined;
}
