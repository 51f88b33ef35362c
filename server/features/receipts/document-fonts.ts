import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

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
  const file = readFileSync(require.resolve(name))
  const font = create(file)
  return { name, file, covers: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

export interface Run {
  text: string
  name: string
  file: Buffer
}

/**
 * Splits a text into runs, each in the first font with its characters. Characters that no font has become empty boxes,
 * above all Han, Kana and Hangul, whose fonts take 50 to 90 MB each on npm.
 */
export async function runsOf(text: string, weight: Weight): Promise<Run[]> {
  const available = await facesOf(weight)
  const fallback = available.at(-1)
  const runs: Run[] = []
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const codePoints = [...segment].map((character) => character.codePointAt(0) ?? 0)
    const face = available.find(({ covers }) => codePoints.every(covers)) ?? fallback
    if (!face) continue
    const last = runs.at(-1)
    // a space stays in the script around it
    if (last && (last.name === face.name || segment === ' ')) last.text += segment
    else runs.push({ text: segment, name: face.name, file: face.file })
  }
  return runs
}
