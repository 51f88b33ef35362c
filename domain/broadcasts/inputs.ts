/** Messages to many patients (docs/decisions/0209). Apart from the schema, because pages load no validators for them. */

import { broadcastTexts } from '../texts/broadcasts.ts'

/** An audience by visits contains patients with a visit that began in these days, or is ahead. */
export const visitDays = 365

export const longestSubject = 120
export const longestBody = 4000
/** With the words about STOP, three parts. */
export const longestText = 400

/** In a message, the first name of its recipient. */
export const nameMark = '{name}'

export function withName(words: string, fullName: string): string {
  const [first = ''] = fullName.trim().split(/\s+/)
  return words.replaceAll(nameMark, first)
}

/** The words of a text message. */
export function textOf(body: string, fullName: string): string {
  return `${withName(body, fullName)} ${broadcastTexts.stop}`
}

const basicLetters = /^[\n\r !-Z_a-z£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/

/** The parts in which carriers send and bill a text message: of 160 letters, or of 70 with others than GSM 03.38 has. */
export function textParts(text: string): number {
  const [single, several] = basicLetters.test(text) ? [160, 153] : [70, 67]
  return text.length <= single ? 1 : Math.ceil(text.length / several)
}

/** Beginnings of words about health: anyone who sees a phone or a mailbox can read subjects and text messages. */
const healthWords = [
  ...[
    'abortion',
    'addict',
    'allerg',
    'anemi',
    'antibiotic',
    'anxiety',
    'arthriti',
    'asthma',
    'autis',
    'bipolar',
  ],
  ...[
    'biops',
    'birth control',
    'blood',
    'cancer',
    'chemo',
    'cholesterol',
    'chronic',
    'contracept',
    'covid',
    'dementia',
  ],
  ...[
    'depress',
    'diabet',
    'diagnos',
    'disease',
    'disorder',
    'eczema',
    'epilep',
    'fertil',
    'flu',
    'gonorrh',
    'hepatit',
  ],
  ...[
    'herpes',
    'hiv',
    'hormon',
    'hypertens',
    'illness',
    'infect',
    'insulin',
    'lab result',
    'mammogra',
    'medication',
  ],
  ...[
    'menopaus',
    'mental',
    'migraine',
    'obes',
    'pap smear',
    'patholog',
    'pregnan',
    'prescri',
    'psych',
    'screening',
  ],
  ...[
    'seizure',
    'sexual',
    'std',
    'sti',
    'stroke',
    'substance',
    'suicid',
    'surger',
    'symptom',
    'syphilis',
    'test result',
  ],
  ...['therap', 'thyroid', 'transgender', 'treatment', 'tumor', 'ulcer', 'vaccin', 'weight loss'],
]
/** Whole words only: "sti" begins "still". */
const wholeWords = new Set(['flu', 'std', 'sti', 'hiv'])
const healthPattern = new RegExp(
  `\\b(?:${healthWords.map((word) => (wholeWords.has(word) ? `${word}s?\\b` : `${word}[a-z]*`)).join('|')})`,
  'i',
)

/** The first word about health; null: none. */
export function healthWordIn(words: string): string | null {
  return healthPattern.exec(words)?.[0] ?? null
}
