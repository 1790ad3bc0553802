import type { Db } from '../../app.ts';
import { nameWords } from '../display-names/queries.ts';

/** Legal forms of one person, as `provider_name_words` writes them: `E.I.` is `ei`, `e.K.` is `ek`. */
const forms = [
  ...['ei', 'eirl', 'entreprise individuelle', 'entrepreneur individuel', 'auto entrepreneur', 'autoentrepreneur'],
  ...['auto entrepreneuse', 'autoentrepreneuse', 'micro entreprise', 'micro entrepreneur', 'micro entrepreneuse'],
  ...['microentreprise', 'microentrepreneur', 'microentrepreneuse'],
  ...['ek', 'e kfm', 'e kfr', 'ekfm', 'ekfr', 'einzelunternehmen', 'sole trader', 'sole proprietor'],
  ...['autonomo', 'autonoma', 'eenmanszaak', 'ditta individuale'],
];

/** A hint for the reviewer: an honest company may have such a word in its name (docs/domain/claim-subject.md 26). */
export async function isOfSoleTrader(db: Db, name: string): Promise<boolean> {
  const said = ` ${await nameWords(db, name)} `;
  return forms.some((form) => said.includes(` ${form} `));
}
