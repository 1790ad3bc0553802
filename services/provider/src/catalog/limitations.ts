import type { Language, Text } from '@trust/contracts/text';
import { type Expression, sql } from 'kysely';

/**
 * Limitations in both languages, in their order, as jsonb. What a reviewer wrote has no French of its own, and stays as written in
 * every language.
 */
export function limitationTexts(english: Expression<unknown>) {
  return sql<Text[]>`(
    select jsonb_agg(jsonb_build_object('en', said.en, 'fr', coalesce(known.fr, said.en)) order by said.place)
    from unnest(${english}) with ordinality as said (en, place) left join limitation_text known using (en))`;
}

/** As an answer shows them: in the language asked for, and in both. */
export function limitationFields(texts: readonly Text[], language: Language) {
  return { limitations: texts.map((text) => text[language]), limitationTexts: [...texts] };
}

/** For answers that are cached: another language is another answer. */
export const byLanguage = { headers: { Vary: 'Accept-Language' } };
