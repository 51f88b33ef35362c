// before normalizing, which makes blanks of some
const apostrophes = /[´\u2018\u2019\u201a\u201b\u2032\u02b9\u02bb-\u02bf\ua78c\uff07]/g
// accents and vowel points
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]|[\u180b-\u180d\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g
const invisible =
  /['`\u00ad\u0640\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/g
const separators = /[\s\u1680\u2010-\u2015\u2212«»‹›„“”·.,;:"()/-]+/g
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

/**
 * A text as it is compared (docs/decisions/0168): in lower case, without accents, apostrophes and invisible characters,
 * with one blank for blanks and punctuation. `O’Brien-Müller,  Zoë` is `obrien muller zoe`. `app.fold` does the same in
 * the database.
 */
export function fold(text: string): string {
  return text
    .replaceAll(apostrophes, '')
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll(invisible, '')
    .toLowerCase()
    .replaceAll(/[ßæœþøłđðħıς]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(separators, ' ')
    .trim()
}
