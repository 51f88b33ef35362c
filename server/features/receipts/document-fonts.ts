import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { sfntOfWoff } from './sfnt-of-woff.ts'

/** A font and the characters that it can draw. */
interface Face {
  name: string
  file: Buffer
  covers(codePoint: number): boolean
}

export type Weight = 'regular' | 'strong'

const require = createRequire(import.meta.url)
const figtree = (part: string) => `@fontsource/figtree/files/figtree-${part}-normal.woff`
/** In order of preference: the product's font, then one with Greek, Cyrillic, Arabic, Hebrew and more. */
const files: Record<Weight, string[]> = {
  regular: [figtree('latin-400'), figtree('latin-ext-400'), 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf'],
  strong: [figtree('latin-600'), figtree('latin-ext-600'), 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'],
}
const faces = new Map<Weight, Promise<Face[]>>()

function facesOf(weight: Weight): Promise<Face[]> {
  const known = faces.get(weight) ?? Promise.all(files[weight].map(readFace))
  faces.set(weight, known)
  return known
}

async function readFace(name: string): Promise<Face> {
  const { create } = await import('fontkit')
  const read = readFileSync(require.resolve(name))
  const file = name.endsWith('.woff') ? sfntOfWoff(read) : read
  const font = create(file)
  return { name, file, covers: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

export interface Run {
  text: string
  name: string
  file: Buffer
}

/** Joins and selects the form of characters; has no width. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
const box = '□'

/**
 * Splits a text into runs, each in the first font with its characters. Characters that no font has become boxes, above
 * all emoji, and Han, Kana and Hangul, whose fonts take 50 to 90 MB each on npm.
 */
export async function runsOf(text: string, weight: Weight): Promise<Run[]> {
  const available = await facesOf(weight)
  const fallback = available.at(-1)
  const faceFor = (part: string) => {
    const codePoints = [...part].map((character) => character.codePointAt(0) ?? 0)
    return available.find(({ covers }) => codePoints.every(covers))
  }
  const runs: Run[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const whole = faceFor(segment)
    const visible = segment.replaceAll(ignorable, '')
    const face = whole ?? (visible ? faceFor(visible) : undefined) ?? fallback
    if (!face) continue
    const part = whole || isBlank(segment) ? segment : face === fallback && !faceFor(visible) ? box : visible
    const last = runs.at(-1)
    // a space stays in the script around it
    if (last && (last.name === face.name || part === ' ')) last.text += part
    else runs.push({ text: part, name: face.name, file: face.file })
  }
  return runs
}

function isBlank(segment: string): boolean {
  return segment.trim() === ''
}
