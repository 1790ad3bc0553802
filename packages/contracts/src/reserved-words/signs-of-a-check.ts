/** A symbol that is neither a currency nor a diacritic. */
const symbol = /[\p{So}\p{Sm}]/u;
/** Those of texts: units, arrows, lines, shapes, quotes, electrical signs, enclosed letters, and those of one script. */
const ofTexts = [
  /[+<=>|~¬±×÷¦©®°∂∅∆−∙≈≠≤≥∞⋅⁺⁻⌀⏚⎓☏✆]/u,
  /[\u2100-\u21ff\u2500-\u25ff\u266a-\u266f\u275b-\u2760\u2794\u2798-\u27af\u27b1-\u27be]/u,
  /[\u24b6-\u24e9\u{1f130}-\u{1f189}\p{Regional_Indicator}]/u,
  // Of the letters, units and signs of Japanese and Korean not the marks of their standards, nor the sign for "correct".
  /[\u3000-\u3003\u3005-\u327e\u3280-\u32a2\u32a4-\u33ff\uff0b\uff1c-\uff1e\uff5c\uff5e\uffe2]/u,
  /\P{sc=Common}/u,
  /\p{Emoji}/u,
];
/** Emoji that say a check or a rating: check marks, stars, medals, shields, seals. */
const emoji =
  /[\u2611\u2705\u2714\u2721\u2733\u2734\u2b50\u{1f197}\u{1f234}\u{1f31f}\u{1f320}\u{1f396}\u{1f397}\u{1f3c5}\u{1f3c6}\u{1f3f5}\u{1f4ae}\u{1f52f}\u{1f530}\u{1f6e1}\u{1f947}-\u{1f949}\u{1faaa}]/u;
/** A letter and punctuation that look like one. */
const others = /[\u066d\uaa9c\u{10102}\u{10af0}]/u;

/** Symbols are refused but for those that texts need, so that no list of stars and check marks must be complete. */
export function hasSignOfACheck(text: string): boolean {
  return Array.from(text).some(
    (sign) =>
      emoji.test(sign) || others.test(sign) || (symbol.test(sign) && !ofTexts.some((allowed) => allowed.test(sign))),
  );
}
