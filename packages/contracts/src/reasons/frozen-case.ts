import type { Text } from '../values/text.ts';

/** The answer of every service to a change of a frozen case. */
export function frozenCase(until: Date): Text {
  return {
    en: `An emergency action freezes this case until ${until.toISOString()}. Repeat the request when it has ended.`,
    fr: `Une mesure d’urgence bloque ce dossier jusqu’au ${until.toISOString()}. Renouvelez la demande lorsqu’elle sera terminée.`,
  };
}
