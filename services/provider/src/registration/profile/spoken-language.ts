const nameOf = {
  language: new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  region: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
};

/** Codes with a name that are no language: several, unknown, none. */
const noLanguages = new Set(['mis', 'mul', 'und', 'zxx']);
/** Likewise no country: pseudo-locales, groups of countries, unknown. */
const noRegions = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Sign languages of western Europe and Quebec (ISO 639-3), which the list of ICU lacks. */
const signLanguages = new Set('bfi csc dse fcs fsl gsg ise isg psr sfb sgg slf ssp ssr vgt'.split(' '));

/** Whether the tag, such as `fr` or `en-GB`, names a language: not `qaa`, which is for private use (BCP 47). */
export function isSpokenLanguage(tag: string): boolean {
  const [language = '', region] = tag.split('-');
  return isLanguage(language) && (region === undefined || isRegion(region));
}

function isLanguage(code: string): boolean {
  return signLanguages.has(code) || (!noLanguages.has(code) && isNamed('language', code));
}

function isRegion(code: string): boolean {
  return !noRegions.has(code) && isNamed('region', code);
}

/** ICU throws for a code that it reserves, such as `root`. */
function isNamed(type: keyof typeof nameOf, code: string): boolean {
  try {
    return nameOf[type].of(code) !== undefined;
  } catch {
    return false;
  }
}
