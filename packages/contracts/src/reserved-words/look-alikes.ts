/** Letters that look like a Latin one and that NFKD leaves: after UTS 39 confusables.txt, and Latin letters with a hook, a stroke or a turn. */
const lettersLike: Record<string, string> = {
  a: 'ȺɐɑΑΔΛαАаᎪᗅᴀᶏⱥⱯꓮ𐊠𖽀',
  b: 'ƀƁƂƃƄɃɓʙΒВЬᏏᏴᑲᖯᗷᴃᵬᶀꓐꞖꞗꞴ𐊂𐊡𐌁',
  c: 'ƇƈȻȼɕʗСсᏟᴄↄⲤⲥꓚꜾꜿꞒꞓꞔꟄꮯ𐊢𐌂𐐕𐐽𐔜𑣲𝼏𝼝',
  d: 'ĐđƊƋƌȡɖɗԁᎠᏧᑯᗞᗪᴅᵭᶁᶑꓒꓓꝹꝺꟇꟈ',
  e: 'ƎƐǝɆɇɘɛɜɝɞʚΕЕеҽᎬᥱᴇᴈᶒᶓᶔⱸⱻⴹꓰꞫꬲꬳꬴ𐊆𑢦𑢮',
  f: 'ƑƒϜքᖴᵮᶂẝꓝꜰꝻꝼꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂Ꮀ',
  g: 'ƍƓǤǥɠɡɢʛԌցᏀᏳᵷᵹᶃꓖꝽꝾꝿꞠꞡꞬꟐꟑꬶ𝼁𝼂',
  h: 'ĦħɥɦʜʮʯΗНһհᎻᏂᕼⱧⱨⱵⱶⲎꓧꞍꞕꞪꟵꟶ𐋏',
  i: 'ıƗɨɩɪιіӏᎥᴉᶖꙇꞮꭵ𑣃𝼚Ꮖ',
  j: 'ȷɈɉɟʄʝͿϳЈјᎫᒍᴊꓙꞲ',
  k: 'ƘƙʞΚКᏦᛕᴋᶄⱩⱪⲔꓗꝀꝁꝂꝃꝄꝅꞢꞣꞰ𐔘𝼃𝼐',
  l: 'ŁłƖƚǀȴȽɫɬɭʟΙІӀᏞᒪᛁᴌᶅⱠⱡⱢⲒⳐⵏꓡꓲꝈꝉꞀꞁꞎꞭꬷꬸꬹ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝼄𝼑𝼓',
  m: 'ƜɰɱΜϺМᎷᗰᛖᴍᴟᵯᶆⱮⲘꓟꟺꬺ𐊰𐌑',
  n: 'ƝƞȠȵɲɳɴΝոռᴎᵰᶇⲚꓠꞐꞑꞤꞥꬻ𐔓',
  o: 'ØøƆƟɔɵΟοσОоՕօଠഠဝჿዐᴏᴐᴑᴒᴓᶗⱺⲞⲟⵔ〇ꓳꝊꝋꝌꝍꬽꬾꬿ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣗𝼛',
  p: 'ƤƥΡρРрᏢᑭᴘᵱᵽᶈⱣⲢⲣꓑꝐꝑꝒꝓꝔꝕ𐊕',
  q: 'ɋʠԛգզⵕꝖꝗꝘꝙꞯ',
  r: 'ƦɌɍɹɺɻɼɽɾɿʀгᎡᏒᖇᴙᴚᴦᵲᵳᶉⱤⱹⲅꓣꞂꞃꞦꞧꭆꭇꭈꭉꭋꭌꭨꮁ𐒴𖼵𝼈𝼕𝼖',
  s: 'ƽȿʂЅѕՏᏕᏚᵴᶊẜⱾꓢꜱꞄꞅꞨꞩꟅꟉꟊꮪ𐊖𐐠𐑈𑣁𖼺𝼞',
  t: 'ŦŧƫƬƭƮȶȾʇʈΤТᎢᴛᵵⱦⲦꓔꞆꞇꞱ𐊗𐊱𐌕𑢼𖼊𝼉𝼍',
  u: 'ʋυՍսሀᑌᴜᴝᶙꓴꞟꞸꞹꭎꭒ𐓎𐓶𑢸𑣘𖽂',
  v: 'ƲɅʌνѴѵᏙᐯᴠⱱⱴⴸꓦꛟꝞꝟꮩ𐔝𑜆𑢠𑣀𖼈',
  w: 'ɯʍѡԜԝաᎳᏔᴡⱲⱳꓪꮃ𑜊𑜎𑜏𑣯',
  x: 'ΧХхᕁᕽᚷᶍⲬⵝꓫꞳꭖꭗꭘꭙ𐊐𐊴𐌗𐌢𐔧𑣬',
  y: 'ƳƴɎɏɣʎʏΥγУуҮүყᎩᎽᶌỾỿⲨꓬꭚ𐊲𑢤𑣜𖽃𝼆',
  z: 'ƵƶȤȥɀʐʑΖᏃᴢᵶᶎⱫⱬⱿꓜꟆꮓ𐋵𑢩𑣄',
};
const latinOf = new Map(
  Object.entries(lettersLike).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
);

/** Signs that stand for a letter within a word, some for two. */
const signs: Record<string, string> = {
  ...{ $: 's', '!': 'i', '©': 'c', '∂': 'd', '@': 'a', '€': 'e' },
  ...{ '|': 'i', '¡': 'i', '£': 'f', ':': 'i' },
};
const otherwise: Record<string, string> = { ...signs, $: 'f', '∂': 'a' };
/** The second kind ends words and sentences too, so it counts only between two letters. */
const signsInAWord = /[$!©∂@€](?=\p{L})|(?<=\p{L})[|¡£:]+(?=\p{L})/gu;

/** Between two letters, each sign may be one; beside a letter, only what nobody puts at the end of a word. */
const signOfText =
  /(?<=[\p{L}\p{M}])[^\p{L}\p{M}\s0-9]{1,2}(?=\p{L})|(?!\|)[\p{So}\p{Sm}\p{No}†‡](?=\p{L})|(?<=[\p{L}\p{M}])(?!\|)[\p{So}\p{Sm}\p{No}†‡]/gu;
/** A letter of no language of today, which stands for a sign that may be any letter. */
export const anyLetter = 'ꙮ';

/** Negative circled and squared letters, and regional indicators: each block has A to Z in order. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6];

function latin(letter: string): string {
  const known = latinOf.get(letter) ?? latinOf.get(letter.toLowerCase());
  if (known) return known;
  const point = letter.codePointAt(0) ?? 0;
  const start = enclosed.find((first) => point >= first && point < first + 26);
  return start === undefined ? letter : String.fromCodePoint(0x61 + point - start);
}

/** How a reader may take the text, in Latin letters: a sign in a word may be one of two letters, any, or none. */
export function latinReadings(text: string): string[] {
  const letters = Array.from(text.normalize('NFKD'), latin).join('');
  const as = (letterOf: Record<string, string>) =>
    letters.replace(signsInAWord, (found) => Array.from(found, (sign) => letterOf[sign] ?? sign).join(''));
  const withAny = (text: string) => text.replace(signOfText, (found) => Array.from(found, () => anyLetter).join(''));
  return [...new Set([as(signs), as(otherwise), letters, withAny(as(signs)), withAny(letters)])];
}
