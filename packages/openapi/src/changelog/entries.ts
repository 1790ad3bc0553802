/** Lines of a changelog, by section. */
export type Changes = { added: string[]; changed: string[]; deprecated: string[]; removed: string[] };

export const noChanges = (): Changes => ({ added: [], changed: [], deprecated: [], removed: [] });

export function firstSentence(text: string): string {
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(text) ?? [text];
  return sentence.replace(/:$/, '.') || 'no description.';
}
